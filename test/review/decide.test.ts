import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/dialects/shared/limits.ts'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { approve, cancel, propose, type ReviewContext, reject } from '../../src/review/decide.ts'
import { type ReviewedPlan, reviewedPlan } from '../../src/review/reviewed-plan.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { readRecords } from '../../src/store/plan-log.ts'
import { homePlan } from '../../src/store/plans/home-plans.ts'
import { openPlan } from '../../src/store/plans/open-plan.ts'
import { loginPlan, PlanPerson } from '../faces/cli/plan-person.ts'

function setUp(files = loginPlan) {
  const { root, home } = new PlanPerson(files)
  const userDirs = { config: join(home, 'config'), state: join(home, 'state') }
  const context: ReviewContext = {
    machine: realMachine,
    userDirs,
    lock: { waitMs: 1000, command: 'test' },
    caller: { by: 'ann', channel: 'terminal' },
  }
  const found = homePlan({ root, state: join(root, '.steadplan') }, 'login', 1e6)
  const look = async (): Promise<ReviewedPlan> =>
    reviewedPlan(realMachine, userDirs, await openPlan(realMachine, found, { limits: defaultLimits, facts: {} }))
  const write = (path: string, text: string) => writeFileSync(join(root, 'plans/login', path), text)
  return { context, look, write }
}

const docs = 'tasks/03-docs.md'

describe('proposing', () => {
  it('keeps the content as a version and asks for a yes; doing it again changes nothing', async () => {
    const { context, look } = setUp()
    expect(await propose(context, await look(), 'first')).toEqual({ status: 'proposed', version: 1 })
    expect(await propose(context, await look())).toEqual({ status: 'proposed', version: 1 })
  })

  it('voids a yes only when something that it covered changed', async () => {
    const { context, look, write } = setUp()
    await approve(context, await look(), 'ask')
    write(docs, loginPlan[docs]!.replace('id: docs\n', 'id: docs\nstatus: complete\n'))
    expect((await propose(context, await look())).status).toBe('approved')
    write(docs, `${loginPlan[docs]}More.\n`)
    expect((await propose(context, await look())).status).toBe('proposed')
  })

  it('after a yes, a change and the change taken back: the plan waits for a yes, and can get one', async () => {
    const { context, look, write } = setUp()
    await approve(context, await look(), 'ask')
    write(docs, `${loginPlan[docs]}More.\n`)
    await propose(context, await look())
    write(docs, loginPlan[docs]!)
    const shown = await look()
    expect({ status: shown.state.status, is: shown.standing.is }).toEqual({ status: 'proposed', is: 'whole' })
    expect((await approve(context, shown, 'ask')).status).toBe('approved')
  })
})

describe('A12: what was decided meanwhile', () => {
  const decisions = {
    approve: (context: ReviewContext, shown: ReviewedPlan) => approve(context, shown, 'ask'),
    reject: (context: ReviewContext, shown: ReviewedPlan) => reject(context, shown, 'No.'),
    cancel: (context: ReviewContext, shown: ReviewedPlan) => cancel(context, shown),
  }
  const pairs = Object.keys(decisions).flatMap((one) => Object.keys(decisions).map((other) => [one, other] as const))
  it.each(pairs as [keyof typeof decisions, keyof typeof decisions][])(
    '%s stands, and %s is refused',
    async (one, other) => {
      const { context, look } = setUp()
      const shown = await look()
      const { status } = await decisions[one](context, shown)
      const before = await readRecords(realMachine, shown.place)
      const error = await decisions[other](context, shown).catch((fault: unknown) => fault)
      expect(isFault(error, 'CONFLICT') && error.diagnostics[0]).toMatchObject({ actual: status, expected: 'draft' })
      expect(await readRecords(realMachine, shown.place)).toEqual(before)
    },
  )

  it('whoever looked again may decide again', async () => {
    const { context, look } = setUp()
    await reject(context, await look(), 'No.')
    expect((await approve(context, await look(), 'ask')).status).toBe('approved')
    expect((await reject(context, await look(), 'Still no.')).status).toBe('rejected')
    expect((await cancel(context, await look())).status).toBe('cancelled')
  })
})

it('G84: a decision about files that have changed is refused, and nothing is recorded', async () => {
  const { context, look, write } = setUp()
  const shown = await look()
  write(docs, `${loginPlan[docs]} `)
  for (const decision of [() => approve(context, shown, 'ask'), () => reject(context, shown, 'No.')]) {
    const error = await decision().catch((fault: unknown) => fault)
    expect(isFault(error, 'E_CHANGED_SINCE_SHOWN')).toBe(true)
  }
  expect(await readRecords(realMachine, shown.place)).toEqual([])
})

it('a plan of more steps than a record holds is approved whole', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => {
      const id = `${'long-'.repeat(24)}${n}`
      return [`tasks/${String(n).padStart(2, '0')}-a.md`, `---\nid: ${id}\n---\n\nx\n`]
    }),
  )
  const { context, look } = setUp({ 'plan.md': loginPlan['plan.md']!, ...many })
  await approve(context, await look(), 'ask')
  const { standing, reading } = await look()
  expect(standing.is).toBe('whole')
  expect(reading.plan.steps.every(({ id }) => standing.covers(id))).toBe(true)
})
