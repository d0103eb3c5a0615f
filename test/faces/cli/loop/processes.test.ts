import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { NextAnswer } from '../../../../src/faces/cli/steadplan/loop/next-answer.ts'
import { rounds } from '../../../support/long.ts'
import { Puller, planOf } from './puller.ts'

/** The command as it is installed, each in a process of its own. */
const program = resolve('dist/bin/steadplan.cjs')

async function steadplan(puller: Puller, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: puller.root,
    env: { PATH: process.env.PATH, ...puller.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

it('24 processes ask for one ready step at once: 1 winner, the others are told who has it and for how long', async () => {
  for (let round = 0; round < rounds(1, 10); round++) {
    const puller = await Puller.approved(planOf({ schema: '', handlers: 'depends_on: [schema]' }))
    const ended = await Promise.all(
      Array.from({ length: 24 }, (_, n) => steadplan(puller, 'next', 'login', '--agent', `agent-${n}`, '--json')),
    )
    expect(ended.map(({ err }) => err).join('')).toBe('')
    const answers = ended.map(({ code, out }) => ({ code, ...(JSON.parse(out) as NextAnswer) }))
    const winners = answers.filter(({ code }) => code === 0)
    expect(winners).toMatchObject([{ step: 'schema', again: false }])
    const losers = answers.filter(({ code }) => code === 3)
    expect(losers).toHaveLength(23)
    const holder = winners[0]!.next!.split(' ').at(-1)
    for (const { reason, waitsFor } of losers) {
      expect(reason).toBe('waiting')
      expect(waitsFor).toEqual([{ step: 'schema', holder, seconds: expect.any(Number), why: null }])
    }
  }
})

it('many processes pull until nothing is left: every step is given once and done once', async () => {
  const many = rounds(8, 24)
  const steps = Object.fromEntries(Array.from({ length: many }, (_, n) => [`step-${n}`, '']))
  const puller = await Puller.approved(planOf(steps))
  const given = await Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const agent = `agent-${n}`
      const { out } = await steadplan(puller, 'next', '--agent', agent, '--json')
      const { step } = JSON.parse(out) as NextAnswer
      const ended = await steadplan(puller, 'done', step!, '--agent', agent)
      expect(ended).toMatchObject({ code: 0, err: '' })
      return step
    }),
  )
  expect(new Set(given)).toEqual(new Set(Object.keys(steps)))
  expect((await puller.state).status).toBe('completed')
  for (const [index, id] of Object.keys(steps).entries()) {
    expect(puller.read(`plans/login/tasks/${String(index + 1).padStart(2, '0')}-${id}.md`)).toContain(
      'status: complete',
    )
  }
})

it('the short way answers what the long way answers', async () => {
  const puller = await Puller.approved(planOf({ schema: 'verify:\n  - test -f a', handlers: 'depends_on: [schema]' }))
  await steadplan(puller, 'next', '--agent', 'a')
  for (const agent of ['a', 'b']) {
    for (const flags of [[], ['--json'], ['--budget', '10']]) {
      const short = await steadplan(puller, 'next', 'login', '--agent', agent, ...flags)
      const long = await steadplan(puller, 'next', 'login', `--agent=${agent}`, ...flags)
      const { out, ...rest } = long
      const timeless = (text: string) => text.replace(/another \d+ s|"seconds": \d+/, '')
      expect({ ...short, out: timeless(short.out) }).toEqual({ ...rest, out: timeless(out) })
    }
  }
})

describe('the short way of `done` and the long one leave the same behind', () => {
  const steps = { schema: '', handlers: 'depends_on: [schema]' }
  /** What is done before the step is said to be done, in a project in which `a` holds `schema`. */
  const cases: [string, Readonly<Record<string, string>>, (puller: Puller) => unknown, string[]][] = [
    ['as it is', steps, () => {}, []],
    ['for programs', steps, () => {}, ['--json']],
    ['with a report', steps, () => {}, ['--json', '--result', 'It is done.']],
    ['with files that changed', steps, (puller) => inGit(puller), ['--json']],
    ['the last step', { schema: '' }, () => {}, ['--json']],
    ['said before', steps, (puller) => puller.done('schema', 'a'), ['--json']],
    ['taken away', steps, (puller) => puller.takeAway('schema'), ['--json']],
    ['a word is there', { schema: 'status: pending' }, () => {}, ['--json']],
    ['the file is not plain', { schema: 'title: |\n  a' }, () => {}, ['--json']],
    ['the file was renamed', steps, renamed, ['--json']],
    ['the file is gone', steps, (puller) => rmSync(join(puller.root, task)), ['--json']],
    ['the file cannot be read', steps, (puller) => puller.write(task, '---\nid: [\n---\n'), []],
    ['the file is a directory', steps, blocked, []],
    ['commands pass', { schema: 'verify:\n  - test -d plans' }, () => {}, ['--json']],
    ['commands do not pass', { schema: 'verify:\n  - test -f gone' }, () => {}, []],
    ['another step is behind', { schema: '', docs: '' }, behind, ['--json']],
  ]
  test.each(cases)('%s', async (_title, plan, before, flags) => {
    const [short, long] = await Promise.all(
      ['a', '=a'].map(async (agent) => {
        const puller = await Puller.approved(planOf(plan))
        await puller.next('a')
        await before(puller)
        const named = agent === 'a' ? ['--agent', 'a'] : ['--agent=a']
        const said = await steadplan(puller, 'done', 'login', 'schema', ...named, ...flags)
        const { steps: ended, projected, leases, status } = await puller.state
        const words = readdirSync(join(puller.root, 'plans/login/tasks'), { withFileTypes: true }).map((one) => [
          one.name,
          one.isFile() ? puller.read(`plans/login/tasks/${one.name}`) : 'no file',
        ])
        const left = { ended: [...ended], projected: [...projected], leases: [...leases.keys()], status }
        const text = JSON.stringify({ ...said, ...left, words }, null, 1)
        return text.replaceAll(puller.root, '').replace(/20\d\d-[-0-9T:.]+Z|"durationMs": \d+/g, '')
      }),
    )
    expect(short).toBe(long)
  })
})

const task = 'plans/login/tasks/01-schema.md'

function inGit(puller: Puller): void {
  spawnSync('git', ['init', '-q', puller.root])
  puller.write('src/db.ts', '')
}

function renamed(puller: Puller): void {
  renameSync(join(puller.root, task), join(puller.root, 'plans/login/tasks/07-schema.md'))
}

function blocked(puller: Puller): void {
  rmSync(join(puller.root, task))
  mkdirSync(join(puller.root, task))
}

/** `docs` was ended, and the word was not written because its file could not be read. */
async function behind(puller: Puller): Promise<void> {
  const file = 'plans/login/tasks/02-docs.md'
  const text = puller.read(file)
  await puller.next('b')
  puller.write(file, '---\nid: [\n---\n')
  await puller.done('docs', 'b')
  puller.write(file, text)
}

it.each([
  [['done'], 2],
  [['done', 'a', 'b', 'c'], 2],
  [['fail', 'schema'], 2],
  [['next', '--budget', '0'], 2],
  [['next', 'nologin'], 1],
  [['next', '--help'], 0],
])('%j ends with %d', async (args, code) => {
  const puller = new Puller(planOf({ schema: '' }))
  expect(await steadplan(puller, ...args)).toMatchObject({ code })
})
