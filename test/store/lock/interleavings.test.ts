import { describe, expect, it } from 'vitest'
import type { Files, OpenFile, Stat } from '../../../src/store/files/port.ts'
import { unlinkIfThere } from '../../../src/store/files/whole.ts'
import { withLock } from '../../../src/store/lock/lock.ts'
import { ownRecord } from '../../../src/store/lock/own-record.ts'
import { ownerBytes, readOwner } from '../../../src/store/lock/owner.ts'
import { putIfAbsent } from '../../../src/store/lock/put-if-absent.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { isLong } from '../../support/long.ts'
import { testMachine } from '../../support/machine.ts'

/**
 * Runs the real lock code of several processes through every order of events, with a crash at any point.
 *
 * A process runs until it wants to touch a name that others see. There it waits for its turn. What it has seen so far is
 * kept as the list of answers it got, so that it can be run again up to the same point. A state of the world is those
 * lists and the names on the disk, each with the process whose record it leads to; no state is looked at twice.
 */
const place = { lock: '/s/lock', owners: '/s/owners' }

type Program = (machine: Machine, inside: () => Promise<void>) => Promise<void>

const realLock: Program = (machine, inside) => withLock(machine, place, { waitMs: 1e9, command: 'test' }, inside)

/** What everybody writes first: see that it is dead, unlink, link. */
const naiveLock: Program = async (machine, inside) => {
  const me = await ownRecord(machine, place.owners, 'test')
  while (!(await putIfAbsent(machine.files, me.path, place.lock, me.bytes))) {
    const other = await readOwner(machine, place.lock)
    if (typeof other === 'object' && machine.fate(other) === 'dead') await unlinkIfThere(machine.files, place.lock)
    else if (other) await machine.sleep(1)
  }
  await inside()
  await unlinkIfThere(machine.files, place.lock)
}

describe('A4, A5: every order of events on a lock whose holder died', () => {
  const rounds = [
    { processes: 2, crashes: 2 },
    { processes: 3, crashes: 2 },
    ...(isLong ? [{ processes: 4, crashes: 1 }] : []),
  ]

  it.each(rounds)('$processes processes, $crashes crashes: one holder, and everybody gets through', async (round) => {
    const { states, twoInside, stuck } = await explore(realLock, round)
    expect(twoInside).toBeUndefined()
    expect(stuck).toBeUndefined()
    expect(states).toBeGreaterThan(100)
  })

  it('finds the two holders of a lock that is broken in the obvious way', async () => {
    expect((await explore(naiveLock, { processes: 2, crashes: 0 })).twoInside).toBeDefined()
  })
})

interface World {
  /** Whose record each shared name leads to. */
  readonly names: ReadonlyMap<string, number>
  readonly processes: readonly Process[]
  readonly crashes: number
}

interface Process {
  readonly answers: readonly Answer[]
  readonly status: 'running' | 'finished' | 'dead'
  readonly inside: boolean
}

/** What a call answered: an error's code, or nothing, or the owner that was read and whether it was dead by then. */
type Answer = string | { readonly owner: number; readonly dead: boolean }

const formerHolder = 9

async function explore(program: Program, { processes, crashes }: { processes: number; crashes: number }) {
  const first: World = {
    names: new Map([[place.lock, formerHolder]]),
    processes: Array.from({ length: processes }, () => ({ answers: [], status: 'running', inside: false })),
    crashes,
  }
  const seen = new Map<string, readonly string[]>()
  const finals: string[] = []
  const todo: Event[] = [{ world: first, key: keyOf(first), path: '' }]
  let twoInside: string | undefined
  for (let event = todo.pop(); event; event = todo.pop()) {
    const { world, key, path } = event
    if (seen.has(key)) continue
    const next = await successors(program, world, path)
    seen.set(
      key,
      next.map((one) => one.key),
    )
    if (world.processes.every((one) => one.status !== 'running')) finals.push(key)
    if (world.processes.filter((one) => one.inside).length > 1) twoInside ??= path
    todo.push(...next)
  }
  return { states: seen.size, twoInside, stuck: stuckState(seen, finals) }
}

interface Event {
  readonly world: World
  readonly key: string
  /** How the world came to be so, for reading a failure. */
  readonly path: string
}

async function successors(program: Program, world: World, path: string): Promise<Event[]> {
  const next: Event[] = []
  for (const [index, process] of world.processes.entries()) {
    if (process.status !== 'running') continue
    const { after, what } = await step(program, world, index)
    next.push({ world: after, key: keyOf(after), path: `${path}\n${index} ${what}` })
    if (world.crashes === 0) continue
    const without = replace(world, index, { answers: [], status: 'dead', inside: false })
    const crashed = { ...without, crashes: world.crashes - 1 }
    next.push({ world: crashed, key: keyOf(crashed), path: `${path}\n${index} dies` })
  }
  return next
}

/** Runs a process again up to where it was, lets it do one more thing that others can see, and stops before the next. */
function step(program: Program, world: World, index: number): Promise<{ after: World; what: string }> {
  const names = new Map(world.names)
  const answers = [...world.processes[index]!.answers]
  const isDead = (pid: number) => pid === formerHolder || world.processes[pid]?.status === 'dead'
  let inside = false
  let told = 0
  let done: string | undefined
  let lastRead: { owner: number; dead: boolean } | undefined

  return new Promise((resolve, reject) => {
    const stop = (status: Process['status']): Promise<never> => {
      const after = replace({ ...world, names }, index, { answers, status, inside })
      resolve({ after, what: done ?? 'goes on' })
      return new Promise(() => {})
    }

    const ask = async (what: string, act: () => Answer): Promise<Answer> => {
      if (told === answers.length) {
        // Whenever it reaches for the lock it keeps nothing of what it learnt before: it is where it was at the start.
        if (what === 'links lock') answers.length = told = 0
        if (done !== undefined) return stop('running')
        done = what
        answers.push(act())
      }
      const answer = answers[told++]!
      if (typeof answer === 'object') lastRead = answer
      else if (answer !== '') throw Object.assign(new Error(answer), { code: answer })
      return answer
    }

    const machine = testMachine(sharedNames(names, isDead, ask), {
      pid: index,
      nonce: () => nonceOf(index),
      dead: (pid) => lastRead?.owner === pid && lastRead.dead,
    })
    program({ ...machine, sleep: async () => void (await ask('waits', () => '')) }, async () => {
      inside = true
      await ask('is inside', () => '')
      inside = false
    }).then(() => {
      answers.length = 0
      return stop('finished')
    }, reject)
  })
}

/** The disk as far as others see it. Owner records are each process's own and never change, so they need no turns. */
function sharedNames(
  names: Map<string, number>,
  isDead: (pid: number) => boolean,
  ask: (what: string, act: () => Answer) => Promise<Answer>,
): Files {
  const isShared = (path: string) => path.startsWith(place.lock)
  const short = (path: string) => path.slice(place.lock.length - 4)
  return {
    async open(path) {
      if (!isShared(path)) return recordFile(ownerOf(path))
      const answer = await ask(`reads ${short(path)}`, () => {
        const owner = names.get(path)
        return owner === undefined ? 'ENOENT' : { owner, dead: isDead(owner) }
      })
      return recordFile((answer as { owner: number }).owner)
    },
    async stat(path) {
      const answer = await ask(`looks at ${short(path)}`, () => {
        const owner = names.get(path)
        return owner === undefined ? 'ENOENT' : { owner, dead: isDead(owner) }
      })
      return statOf((answer as { owner: number }).owner)
    },
    async link(from, to) {
      await ask(`links ${short(to)}`, () => {
        if (names.has(to)) return 'EEXIST'
        names.set(to, ownerOf(from))
        return ''
      })
    },
    rmdir: async () => {},
    async unlink(path) {
      if (isShared(path)) await ask(`unlinks ${short(path)}`, () => (names.delete(path) ? '' : 'ENOENT'))
    },
    rename: unexpected,
    mkdir: unexpected,
    list: unexpected,
    realpath: unexpected,
    fileSystem: unexpected,
    syncDirectory: unexpected,
  }
}

function ownerOf(record: string): number {
  return Number(record.slice(place.owners.length + 1))
}

function statOf(pid: number): Stat {
  const size = recordOf(pid).length
  return { kind: 'file', size, mode: 0, uid: 0, gid: 0, inode: BigInt(pid), modifiedMs: 0 }
}

function recordFile(pid: number): OpenFile {
  return {
    stat: async () => statOf(pid),
    read: async () => recordOf(pid),
    write: async (written) => written.length,
    sync: async () => {},
    truncate: unexpected,
    setAttributes: unexpected,
    close: async () => {},
  }
}

async function unexpected(): Promise<never> {
  throw new Error('a lock has no use for this call')
}

function recordOf(pid: number): Uint8Array {
  const identity = { host: 'here', boot: 'boot-1', pidSpace: 'pids', pid, start: '1' }
  return ownerBytes({ ...identity, nonce: nonceOf(pid), since: '', command: '' })
}

function nonceOf(pid: number): string {
  return String(pid).padStart(32, '0')
}

function replace(world: World, index: number, process: Process): World {
  return { ...world, processes: world.processes.map((one, at) => (at === index ? process : one)) }
}

function keyOf({ names, processes, crashes }: World): string {
  return JSON.stringify([[...names].sort(([a], [b]) => (a < b ? -1 : 1)), crashes, processes])
}

/** A state from which there is no way to one in which everybody is through. */
function stuckState(seen: ReadonlyMap<string, readonly string[]>, finals: readonly string[]): string | undefined {
  const before = new Map<string, string[]>()
  for (const [key, next] of seen) {
    for (const one of next)
      before
        .set(one, before.get(one) ?? [])
        .get(one)!
        .push(key)
  }
  const good = new Set(finals)
  const todo = [...finals]
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    for (const one of before.get(key) ?? []) {
      if (good.has(one)) continue
      good.add(one)
      todo.push(one)
    }
  }
  return [...seen.keys()].find((key) => !good.has(key))
}
