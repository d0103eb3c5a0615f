import { describe, expect, it } from 'vitest'
import { planStatuses } from '../../src/plan/lifecycle.ts'
import { changedByHand, readStatus, type StatusWords, statusWords } from '../../src/plan/status-words.ts'
import { stepStatuses } from '../../src/plan/step-status.ts'
import { dialects } from '../../src/plan/types.ts'

/** The words as the seeds give them, `|` between them; for agentflow and teddy, which have none, our own. */
const seedWords: Record<string, { plan: string; step: string }> = {
  agentflow: { plan: '', step: 'pending|in_progress|complete|failed|skipped|interrupted' },
  teddy: { plan: '', step: 'SUCCESS|FAILURE|SKIPPED|INTERRUPTED' },
  planloop: { plan: '', step: 'TODO|IN_PROGRESS|DONE|CANCELLED' },
  rawko: { plan: 'draft|in_progress|complete|failed|replanning', step: 'pending|in_progress|complete|failed|skipped' },
  pi: {
    plan: 'proposed|approved|executing|completed|failed|rejected|cancelled|stalled|needs_review',
    step: 'success|failed',
  },
}

describe.each(dialects)('the status words of %s', (dialect) => {
  const words = statusWords[dialect]

  it('are the agreed ones', () => {
    expect(Object.keys(words.plan.read).sort()).toEqual(list(seedWords[dialect]!.plan))
    expect(Object.keys(words.step.read).sort()).toEqual(list(seedWords[dialect]!.step))
  })

  it('cover every status', () => {
    expect(Object.keys(words.plan.write)).toEqual([...planStatuses])
    expect(Object.keys(words.step.write)).toEqual([...stepStatuses])
  })

  it.each(['plan', 'step'] as const)('come back as the same word after reading (%s)', (kind) => {
    const table: StatusWords<string> = words[kind]
    for (const word of Object.keys(table.read)) expect(table.write[readStatus(table, word)!]).toBe(word)
  })

  it.each(['plan', 'step'] as const)('write only words that can be read (%s)', (kind) => {
    const table: StatusWords<string> = words[kind]
    for (const word of Object.values(table.write)) if (word !== null) expect(readStatus(table, word)).toBeDefined()
  })

  it.each(['plan', 'step'] as const)('are nobody’s change as long as they repeat the log (%s)', (kind) => {
    const table: StatusWords<string> = words[kind]
    for (const [status, word] of Object.entries(table.write)) {
      if (word !== null) expect(changedByHand(table, word, status)).toBeUndefined()
    }
  })
})

it('takes a different word as a change by hand', () => {
  expect(changedByHand(statusWords.planloop.step, 'DONE', 'failed')).toBe('complete')
  expect(changedByHand(statusWords.planloop.step, 'TODO', 'failed')).toBeUndefined()
})

it('does not know words that objects are born with', () => {
  expect(readStatus(statusWords.rawko.plan, 'toString')).toBeUndefined()
  expect(readStatus(statusWords.rawko.plan, '__proto__')).toBeUndefined()
})

function list(words: string): string[] {
  return words === '' ? [] : words.split('|').sort()
}
