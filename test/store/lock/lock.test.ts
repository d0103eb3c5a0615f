import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../../../src/store/content/commit.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { breakLock } from '../../../src/store/lock/break.ts'
import { type Lock, withLock } from '../../../src/store/lock/lock.ts'
import { ownRecord } from '../../../src/store/lock/own-record.ts'
import { newOwner, type Owner, ownerBytes, readOwner } from '../../../src/store/lock/owner.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { runChildren, startChild } from '../../support/children.ts'
import { bytes, lockOptions, makePlace, placeIn } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

let root: string
let place: PlanPlace

beforeEach(async () => {
  root = temporaryDirectory()
  place = await makePlace(realMachine.files, placeIn(root))
})

const impatient = { waitMs: 50, command: 'test' }

describe('a lock whose owner died', () => {
  it('A4: is taken over at once, by one of eight at a time', async () => {
    const holder = startChild('holder', { root })
    await holder.line('holding')
    holder.kill('SIGKILL')
    await holder.ended
    const ended = await runChildren('writer', 8, (n) => ({ root, name: `w${n}`, updates: 3 }))
    expect(ended.flatMap((one) => one.lines)).toHaveLength(24)
    expect(readFileSync(join(place.base, 'plan.md'), 'utf8').trimEnd().split('\n')).toHaveLength(24)
    expect(readdirSync(place.directory)).toEqual(['history.jsonl'])
    expect(readdirSync(place.owners)).toEqual([])
  })

  it('A6: is recognised although another program has its pid now', async () => {
    plant({ start: '1' })
    await expect(withLock(realMachine, place, impatient, async () => 'in')).resolves.toBe('in')
  })

  it('is recognised after the machine was restarted', async () => {
    plant({ boot: 'an earlier one' })
    await expect(withLock(realMachine, place, impatient, async () => 'in')).resolves.toBe('in')
  })
})

describe('a lock whose owner lives, or may live', () => {
  it('is waited for, and then refused with its name', async () => {
    plant({ command: 'steadplan run auth' })
    await expect(withLock(realMachine, place, impatient, async () => {})).rejects.toMatchObject({
      code: 'E_LOCKED',
      message: expect.stringMatching(new RegExp(`pid ${process.pid} on .* \\(steadplan run auth\\) since 20`)),
    })
  })

  it.each([
    ['on another host', { host: 'elsewhere', pid: 12 }],
    ['in another pid namespace', { pidSpace: 'pid:[1]', pid: 12 }],
  ])('A7: %s is never broken, and named', async (_title, owner) => {
    plant(owner)
    await expect(withLock(realMachine, place, impatient, async () => {})).rejects.toMatchObject({
      code: 'E_LOCK_FOREIGN',
      message: expect.stringContaining('pid 12 on'),
    })
    expect(readdirSync(place.directory)).toEqual(['lock'])
  })

  it.each(['', '{', '{}', '"x"', '{"nonce":"../../x","pid":1}', 'x'.repeat(3000)])(
    'A8: that says nothing sensible (%j) is refused, not broken and not a crash',
    async (text) => {
      writeFileSync(place.lock, text)
      await expect(withLock(realMachine, place, impatient, async () => {})).rejects.toMatchObject({
        code: 'E_LOCK_UNREADABLE',
      })
    },
  )

  it('B31: is not broken by any jump of the clock', async () => {
    plant({ since: '1999-01-01T00:00:00.000Z' })
    for (const jumpMs of [-3_600_000, 86_400_000]) {
      const machine: Machine = {
        ...realMachine,
        now: () => ({ ...realMachine.now(), wallMs: realMachine.now().wallMs + jumpMs }),
      }
      await expect(withLock(machine, place, impatient, async () => {})).rejects.toMatchObject({ code: 'E_LOCKED' })
    }
  })
})

describe('one process', () => {
  it('lines up its own tasks on one lock', async () => {
    const order: string[] = []
    const task = (name: string) =>
      withLock(realMachine, place, impatient, async () => {
        order.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 5))
        order.push(`${name} out`)
      })
    await Promise.all(['a', 'b', 'c'].map(task))
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })

  it('lets go when its work fails', async () => {
    const failing = withLock(realMachine, place, impatient, async () => {
      throw new Error('work failed')
    })
    await expect(failing).rejects.toThrow('work failed')
    expect(readdirSync(place.directory)).toEqual([])
  })

  it('notices that its lock was taken away', async () => {
    const taken = withLock(realMachine, place, impatient, async (lock: Lock) => {
      await forceLock()
      await lock.verify()
    })
    await expect(taken).rejects.toMatchObject({ code: 'E_LOCK_LOST' })
  })
})

it('A3: a writer that is stopped before call k, for every k, never overwrites who was let in by force', async () => {
  const stops: string[] = []
  for (let k = 1; ; k++) {
    root = temporaryDirectory()
    place = await makePlace(realMachine.files, placeIn(root))
    writeFileSync(join(place.base, 'plan.md'), 'old')
    const child = startChild('stopping-writer', { root, k })
    const stopped = await Promise.race([child.line('stopping'), child.ended.then(() => undefined)])
    if (stopped === undefined) break
    await untilStopped(child.pid)
    await forceLock()
    const base = await readContent(realMachine, place)
    await commit(realMachine, place, base, new Map([['plan.md', bytes('other')]]), { by: 'b' }, lockOptions)
    child.kill('SIGCONT')
    const { lines, errors } = await child.ended
    expect(readFileSync(join(place.base, 'plan.md'), 'utf8'), `${stopped}, then ${lines.at(-1)}`).toBe('other')
    expect(errors).toBe('')
    stops.push(`${stopped.split(' ')[2]} ${lines.find((line) => /^(refused|committed)/.test(line))}`)
  }
  expect(stops).toContain('rename refused CONFLICT')
  expect(stops.at(-1)).toContain('committed')
})

describe('B18: a signal in the middle of a commit', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s lets it end, leaves no lock and no temporary file, and exits with %i', async (signal, code) => {
    const child = startChild('slow-command', { root })
    await child.line('in the middle')
    child.kill(signal)
    expect((await child.ended).code).toBe(code)
    expect(readdirSync(place.base)).toEqual(['plan.md'])
    expect(readdirSync(place.directory)).toEqual(['history.jsonl'])
    expect(readdirSync(place.owners)).toEqual([])
  })
})

/** A lock that a process of this machine holds, but for what `owner` says otherwise. */
function plant(owner: Partial<Owner>): void {
  writeFileSync(place.lock, ownerBytes({ ...newOwner(realMachine, 'test'), ...owner }))
}

/** What a person does who is sure that the owner is gone. */
async function forceLock(): Promise<void> {
  const owner = await readOwner(realMachine, place.lock)
  if (typeof owner === 'object') {
    await breakLock(realMachine, place, await ownRecord(realMachine, place.owners, 'test'), owner.nonce)
  }
}

async function untilStopped(pid: number): Promise<void> {
  while (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]![0] !== 'T') {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
