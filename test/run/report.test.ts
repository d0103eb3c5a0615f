import { describe, expect, test } from 'vitest'
import type { PlanRecord } from '../../src/plan/records.ts'
import type { Logged } from '../../src/plan/state.ts'
import type { Plan, Step } from '../../src/plan/types.ts'
import { type ReportInput, reportOf } from '../../src/run/report.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 10, 16, 9, n)).toISOString()

/** One record a minute. */
function logged(records: readonly PlanRecord[]): Logged<PlanRecord>[] {
  return records.map((record, n) => ({ ...record, at: minute(n), seq: n + 1 }))
}

function planOf(...steps: (Partial<Step> & { id: string })[]): Plan {
  const all = steps.map((step) => ({ title: `Title of ${step.id}`, text: '', dependsOn: [], ...step }))
  return { key: 'plans/login', dialect: 'agentflow', title: 'Login', narrative: '', steps: all }
}

const moment = { wallMs: 0, monotonicMs: 0, host: 'h', boot: 'b' }
const begun = (step: string): PlanRecord => ({
  type: 'step.moved',
  step,
  from: 'pending',
  to: 'in_progress',
  by: 'ann',
})
const ended = (step: string, to: 'complete' | 'failed', why?: string): PlanRecord => ({
  type: 'step.moved',
  step,
  from: 'in_progress',
  to,
  by: 'ann',
  ...(why === undefined ? {} : { why }),
})
const receipt = (step: string, passed: boolean, output = ''): PlanRecord => ({
  type: 'receipt',
  step,
  command: 'npm test',
  passed,
  exitCode: passed ? 0 : 1,
  ...(passed ? {} : { why: 'exit code 1' }),
  durationMs: 1500,
  output,
})

function report(plan: Plan, records: readonly PlanRecord[], outcome: Partial<ReportInput['outcome']> = {}): string {
  const whole = { status: 'completed', held: new Map(), doomed: [], ...outcome } as const
  return reportOf({ name: 'login', plan, records: logged(records), outcome: whole })
}

describe('a report', () => {
  test('says who did what, how long it took, what it cost and how it was proven', () => {
    const text = report(
      planOf({ id: 'a' }, { id: 'b' }, { id: 'c' }),
      [
        { type: 'approval', hash: 'x', plan: 'x', steps: [], version: 2, by: 'ann', channel: 'terminal', seal: '' },
        { type: 'lease.taken', on: 'run', holder: 'ann (pid 1 on h)', ttlMs: 1, moment },
        begun('a'),
        { type: 'step.result', step: 'a', agent: 'codex', text: '', files: ['src/a.ts'], cost: 0.25, currency: 'USD' },
        receipt('a', false, 'no'),
        receipt('a', true, 'yes'),
        ended('a', 'complete'),
        begun('b'),
        receipt('b', false, 'broken'),
        ended('b', 'failed', 'it did not pass'),
      ],
      { status: 'failed', why: 'a step failed', doomed: [{ id: 'c', because: 'b' }] },
    )
    expect(text).toBe(`# Login

- Plan: \`login\`
- Outcome: **failed**: a step failed
- Approved: by ann, 2026-11-16 09:00:00 UTC (version 2)
- Carried out: by ann (pid 1 on h)
- Time: 2026-11-16 09:01:00 UTC to 2026-11-16 09:09:00 UTC (8 min 00 s)

## Steps

| Step | Title | State | Agent | Time | Proven | Cost |
|---|---|---|---|---|---|---|
| \`a\` | Title of a | done | codex | 4 min 00 s | yes | 0.25 USD |
| \`b\` | Title of b | failed |  | 2 min 00 s | no |  |
| \`c\` | Title of c | waiting |  |  |  |  |

## Totals

- 1 of 3 steps done, 1 proven
- Time of all steps together: 6 min 00 s
- Cost, as far as agents told: 0.25 USD

## What was not done, and why

- \`b\` failed: it did not pass
- \`c\` waiting: passed over because \`b\` failed

## Files that changed while a step was worked on

- \`src/a.ts\` (\`a\`)

## Receipts

\`a\`: \`npm test\` did not pass (exit code 1) after 2 s

\`\`\`text
no
\`\`\`

\`b\`: \`npm test\` did not pass (exit code 1) after 2 s

\`\`\`text
broken
\`\`\`

\`a\`: \`npm test\` passed after 2 s

\`\`\`text
yes
\`\`\`
`)
  })

  test('counts the cost of every attempt, and shows the receipts of the last', () => {
    const result = {
      type: 'step.result',
      step: 'a',
      agent: 'x',
      text: '',
      files: [],
      cost: 1,
      currency: 'USD',
    } as const
    const again: PlanRecord = { type: 'step.moved', step: 'a', from: 'failed', to: 'pending', by: 'ann' }
    const text = report(planOf({ id: 'a' }), [
      begun('a'),
      result,
      receipt('a', false, 'the first time'),
      ended('a', 'failed'),
      again,
      begun('a'),
      result,
      ended('a', 'complete'),
    ])
    expect(text).toContain('| done (attempt 2) | x | 2 min 00 s | no | 2 USD |')
    expect(text).not.toContain('the first time')
  })

  test('E67, H90, H92: text of others ends no fence and no cell, links nothing, and acts on no terminal', () => {
    const hostile = '![x](http://evil/) <img src=x> | a | ``` \u001b[2J\u202e'
    const text = report(
      planOf({ id: 'a`b|c', title: hostile }, { id: 'd' }),
      [
        begun('a`b|c'),
        {
          type: 'step.result',
          step: 'a`b|c',
          agent: hostile,
          text: '',
          files: [`x\n# ${hostile}`],
          refusals: [hostile],
        },
        receipt('a`b|c', false, 'before\n````\n# out of the fence\n````\nafter\u001b[2J'),
        ended('a`b|c', 'failed', hostile),
      ],
      { status: 'failed', why: `\n# ${hostile}`, held: new Map([['d', hostile]]) },
    )
    const lines = text.split('\n')
    const fence = lines.indexOf('`````text')
    expect(lines.slice(fence)).toEqual([
      '`````text',
      'before',
      '````',
      '# out of the fence',
      '````',
      'after^[[2J',
      '`````',
      '',
    ])
    const outside = lines.slice(0, fence).join('\n')
    // Between backticks nothing has to be escaped.
    const prose = outside.replace(/(`+)[^`](?:(?!\1).)*\1/g, '')
    expect(outside).not.toContain('\u001b')
    expect(outside).not.toContain('\u202e')
    expect(prose).not.toMatch(/(?<!\\)!\[/)
    expect(outside.match(/^#+ .*$/gm)).toEqual([
      '# Login',
      '## Steps',
      '## Totals',
      '## What was not done, and why',
      '## Files that changed while a step was worked on',
      '## What was refused',
      '## Receipts',
    ])
    const row = lines.find((line) => line.startsWith('| ``a'))!
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(8)
  })

  test('stays readable at ten thousand steps, and says how many more there are', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `s${n}`)
    const text = report(
      planOf(...ids.map((id) => ({ id }))),
      ids.flatMap((id) => [begun(id), receipt(id, true, 'ok'), ended(id, 'complete')]),
    )
    expect(text).toContain('… and 9000 more steps')
    expect(text).toContain('… and 9800 more receipts')
    expect(text.length).toBeLessThan(200_000)
  })
})
