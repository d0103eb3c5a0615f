import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTeddy } from '../../../src/dialects/teddy/read.ts'
import type { ExecutedTurn } from '../../../src/run/teddy/apply-turn.ts'
import { applyTurn } from '../../../src/run/teddy/apply-turn.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { keepBytes } from '../../../src/store/kept-bytes.ts'
import { openPlaceOf } from '../../../src/store/plans/found-plan.ts'
import { teddyPlan } from '../../../src/store/plans/teddy-plan.ts'
import { lock, projectWith, treeOf } from '../../store/teddy/teddy.ts'
import { testMachine } from '../../support/machine.ts'

const folder = join(import.meta.dirname, 'fixtures')

/*
 * Each folder is turn 3 of a session, the memos beside it, and what became of the actions of its plan. `expected.txt` is
 * what is there afterwards and was not before.
 */
describe.each(readdirSync(folder))('%s', (name) => {
  it('memos, context and the next turn follow from what succeeded; a second time changes nothing', async () => {
    const { place, executed } = opened(name)
    const before = treeOf(place.directory)
    const machine = testMachine(realFiles)
    const session = await applyTurn(machine, place, executed, lock)
    const after = treeOf(place.directory)
    const told = Object.entries(after)
      .filter(([path, text]) => before[path] !== text)
      .map(([path, text]) => `=== ${path}\n${text.replaceAll('\r', '^M')}`)
    await expect(told.join('')).toMatchFileSnapshot(join(folder, name, 'expected.txt'))

    const again = await applyTurn(machine, place, { ...executed, outcomes: [], report: 'another' }, lock)
    expect(again).toEqual(session)
    expect(treeOf(place.directory)).toEqual(after)
  })
})

it('of a page that is too long for the log, all that was kept is there in the next turn', async () => {
  const { place, executed } = opened('read-again')
  const machine = testMachine(realFiles)
  const found = teddyPlan(place.workspace, '.teddy/sessions/login/03/plan.md', 1 << 20)
  const whole = 'All about it. '.repeat(10_000)
  const kept = await keepBytes(machine, await openPlaceOf(machine, found), Buffer.from(whole))
  const output = { text: 'All about', bytes: whole.length, kept }
  await applyTurn(machine, place, { ...executed, outcomes: [{ position: 3, status: 'succeeded', output }] }, lock)
  const pages = Object.entries(treeOf(place.sessions)).filter(([path]) => path.startsWith('login/pages/'))
  expect(pages.map(([, text]) => text)).toEqual([whole])
})

it('a turn that is not there is refused', async () => {
  const { place, executed } = opened('invoke')
  for (const wrong of [{ turn: 4 }, { session: 'gone' }, { session: '../x' }]) {
    const applied = applyTurn(testMachine(realFiles), place, { ...executed, ...wrong }, lock)
    await expect(applied).rejects.toMatchObject({ code: 'E_TEDDY_NO_SESSION' })
  }
})

function opened(name: string) {
  const text = (file: string) => readFileSync(join(folder, name, file), 'utf8')
  const turn = '.teddy/sessions/login/03'
  const given = {
    [`${turn}/input.md`]: '',
    [`${turn}/plan.md`]: text('plan.md'),
    [`${turn}/meta.yaml`]: text('meta.yaml'),
    [`${turn}/turn.context`]: text('turn.context'),
    ...beside(name, 'session.context', '.teddy/sessions/login/session.context'),
    ...beside(name, 'memos.yaml', '.teddy/memos.yaml'),
  }
  const place = projectWith(given)
  const { plan } = readTeddy('plan.md', Buffer.from(text('plan.md')))
  const outcomes = text('outcomes.txt').trimEnd().split('\n').map(outcomeOf)
  return { place, executed: { session: 'login', turn: 3, plan: plan!, outcomes, report: '# Report\n' } }
}

function beside(name: string, file: string, path: string): Record<string, string> {
  const from = join(folder, name, file)
  return existsSync(from) ? { [path]: readFileSync(from, 'utf8') } : {}
}

//     3 succeeded: Yes
function outcomeOf(line: string): ExecutedTurn['outcomes'][number] {
  const [, position, status, output] = /^(\d+) (\w+)(?:: ?(.*))?$/.exec(line)!
  const text = output?.replaceAll('\\n', '\n')
  return {
    position: Number(position),
    status: status as ExecutedTurn['outcomes'][number]['status'],
    ...(text !== undefined && { output: { text, bytes: text.length } }),
  }
}
