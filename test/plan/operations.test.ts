import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineIndex } from '../../src/plan/diagnostics/position.ts'
import { graphDiagnostics } from '../../src/plan/graph/faults.ts'
import { addSteps, type Changed, changeStep, removeStep, type StepChange } from '../../src/plan/operations.ts'
import { type StepStatus, stepStatuses } from '../../src/plan/step-status.ts'
import type { Plan, Step } from '../../src/plan/types.ts'
import { anySteps, chain, ids, ring, steps } from './graph/shapes.ts'

const allPending = (): StepStatus => 'pending'

describe('adding steps', () => {
  it.each([
    ['', 'a:', undefined, 'a'],
    ['a:, b: a', 'c: b', undefined, 'a b c'],
    ['a:, b: a', 'c:, d:', 'a', 'a c d b'],
    ['a:', 'b: c, c: d, d: a', undefined, 'a b c d'],
    ['a:, b:', 'a2: b', 'b', 'a b a2'],
    ['a: x', 'b:', undefined, 'a b'],
    ['a: x', 'x:', undefined, 'a x'],
    ['a: b, b: a', 'c: a', undefined, 'a b c'],
    ['a:', '', undefined, 'a'],
  ])('to "%s": "%s" after %s gives "%s"', (text, added, after, expected) => {
    const { plan, diagnostics } = addSteps(planOf(text), allPending, made(added), after === undefined ? {} : { after })
    expect(diagnostics).toEqual([])
    expect(plan.steps.map((step) => step.id)).toEqual(ids(expected))
  })

  it.each([
    ['a:', 'a:', undefined, ['E_DUPLICATE_ID']],
    ['a:', 'A:', undefined, ['E_DUPLICATE_ID']],
    ['a:', 'b:, b:', undefined, ['E_DUPLICATE_ID']],
    ['a:', 'b: b', undefined, ['E_SELF_DEPENDENCY']],
    ['a:', 'b: x, c: y', undefined, ['E_DANGLING', 'E_DANGLING']],
    ['a:', 'b: c, c: b', undefined, ['E_CYCLE']],
    ['a: x', 'x: a', undefined, ['E_CYCLE']],
    ['a:', 'b:', 'x', ['E_UNKNOWN_STEP']],
    [
      'a:',
      'a:, b: b, c: x, d: e, e: d',
      'z',
      ['E_CYCLE', 'E_DANGLING', 'E_DUPLICATE_ID', 'E_SELF_DEPENDENCY', 'E_UNKNOWN_STEP'],
    ],
  ])('to "%s": "%s" after %s is refused with %s', (text, added, after, codes) => {
    const before = planOf(text)
    refused(before, addSteps(before, allPending, made(added), after === undefined ? {} : { after }), codes)
  })

  it('refuses an id whose history would count for the new step', () => {
    const before = planOf('a:')
    const changed = addSteps(before, (id) => (id === 'old' ? 'complete' : 'pending'), made('old:, new:'))
    refused(before, changed, ['E_ID_USED'])
    expect(changed.diagnostics[0]).toMatchObject({ actual: 'old', message: expect.stringContaining('done') })
  })

  it('says what was meant', () => {
    const { diagnostics } = addSteps(planOf('build:'), allPending, made('test: biuld'), { after: 'biuld' })
    expect(diagnostics.map((one) => one.expected)).toEqual(['build', 'build'])
  })
})

describe('changing a step', () => {
  const plan = planOf('a:, b: a, c: b, d:', { agent: 'one', tags: ['x'] })

  it.each<[StepChange, Partial<Step>]>([
    [{ title: 'new' }, { title: 'new' }],
    [{ dependsOn: ['d'] }, { dependsOn: ['d'] }],
    [
      { agent: 'two', priority: 3 },
      { agent: 'two', priority: 3 },
    ],
    [{}, {}],
  ])('with %o changes that and nothing else', (change, expected) => {
    const { plan: changed, diagnostics } = changeStep(plan, allPending, 'a', change)
    expect(diagnostics).toEqual([])
    expect(changed.steps).toEqual([{ ...plan.steps[0]!, ...expected }, ...plan.steps.slice(1)])
    expect(changed.steps[1]).toBe(plan.steps[1])
  })

  it('takes an optional field away, and only such a one', () => {
    const change = { agent: undefined, title: undefined, id: 'z', place: 1, unknown: 1 } as unknown as StepChange
    const { plan: changed } = changeStep(plan, allPending, 'a', change)
    const { agent: _, ...rest } = plan.steps[0]!
    expect(changed.steps[0]).toEqual(rest)
    expect(Object.keys(changed.steps[0]!)).not.toContain('agent')
  })

  it('D56 cannot reach a prototype', () => {
    const change: StepChange = JSON.parse('{"__proto__": {"agent": "evil"}, "title": "new"}')
    const { plan: changed } = changeStep(planOf('a:'), allPending, 'a', change)
    expect(Object.getPrototypeOf(changed.steps[0])).toBe(Object.prototype)
    expect(changed.steps[0]!.agent).toBeUndefined()
  })

  it('forgets where the old dependencies stood', () => {
    const range = new LineIndex('a b c').range(0, 1)
    const placed = planOf('a:, b: a', { place: { file: 'plan.md', id: range, dependsOn: [range] } })
    const { plan: changed } = changeStep(placed, allPending, 'b', { dependsOn: [] })
    expect(changed.steps[1]!.place).toEqual({ file: 'plan.md', id: range })
    const { plan: same } = changeStep(placed, allPending, 'b', { title: 'new' })
    expect(same.steps[1]!.place).toBe(placed.steps[1]!.place)
  })

  it.each<[string, string, StepStatus, StepChange, string[]]>([
    ['a:', 'b', 'pending', {}, ['E_UNKNOWN_STEP']],
    ['a:', 'a', 'complete', { title: 'new' }, ['E_STEP_FINISHED']],
    ['a:', 'a', 'in_progress', { title: 'new' }, ['E_STEP_RUNNING']],
    ['a:, b:', 'a', 'complete', { dependsOn: ['a', 'x'] }, ['E_DANGLING', 'E_SELF_DEPENDENCY', 'E_STEP_FINISHED']],
    ['a:, b: a', 'a', 'pending', { dependsOn: ['b'] }, ['E_CYCLE']],
    ['a:, b: a, c: a', 'a', 'pending', { dependsOn: ['b', 'c'] }, ['E_CYCLE', 'E_CYCLE']],
    ['a:, b:, a:', 'a', 'pending', { title: 'new' }, ['E_DUPLICATE_ID']],
  ])('in "%s": %s, %s, with %o is refused with %s', (text, id, status, change, codes) => {
    const before = planOf(text)
    refused(
      before,
      changeStep(before, (one) => (one === id ? status : 'pending'), id, change),
      codes,
    )
  })

  it.each<StepStatus>(['pending', 'failed', 'skipped', 'interrupted'])('that is %s is possible', (status) => {
    expect(changeStep(plan, () => status, 'a', { title: 'new' }).diagnostics).toEqual([])
  })

  it('leaves faults that were there before to others', () => {
    const faulty = planOf('a: x b, b: a, c:')
    expect(changeStep(faulty, allPending, 'a', { dependsOn: ['x', 'b', 'c'] }).diagnostics).toEqual([])
    expect(changeStep(faulty, allPending, 'a', { dependsOn: ['c'] }).diagnostics).toEqual([])
  })
})

describe('removing a step', () => {
  it.each([
    ['a:, b:', 'a', 'b'],
    ['a:, b: a', 'b', 'a'],
    ['a: a, b:', 'a', 'b'],
    ['a: b, b:', 'a', 'b'],
  ])('from "%s": %s leaves "%s"', (text, id, left) => {
    const { plan, diagnostics } = removeStep(planOf(text), allPending, id)
    expect(diagnostics).toEqual([])
    expect(plan.steps.map((step) => step.id)).toEqual(ids(left))
  })

  it.each<[string, string, StepStatus, string[]]>([
    ['a:', 'b', 'pending', ['E_UNKNOWN_STEP']],
    ['a:', 'a', 'complete', ['E_STEP_FINISHED']],
    ['a:', 'a', 'in_progress', ['E_STEP_RUNNING']],
    ['a:, b: a', 'a', 'pending', ['E_STEP_NEEDED']],
    ['a:, b: a', 'a', 'complete', ['E_STEP_FINISHED', 'E_STEP_NEEDED']],
    ['a:, a:', 'a', 'pending', ['E_DUPLICATE_ID']],
  ])('from "%s": %s, %s, is refused with %s', (text, id, status, codes) => {
    const before = planOf(text)
    refused(
      before,
      removeStep(before, (one) => (one === id ? status : 'pending'), id),
      codes,
    )
  })

  it('names the steps that need it, the first ten of them', () => {
    const many = Array.from({ length: 12 }, (_, n) => `n${n}: a`).join(', ')
    const { diagnostics } = removeStep(planOf(`a:, ${many}`), allPending, 'a')
    expect(diagnostics[0]!.message).toContain('"n0", "n1"')
    expect(diagnostics[0]!.message).toContain('"n9" and 2 more')
    expect(diagnostics[0]!.related!.length).toBe(10)
  })
})

type Operation =
  | { kind: 'add'; added: Pick<Step, 'id' | 'dependsOn'>[]; after: number | undefined }
  | { kind: 'change'; id: number; dependsOn: string[] }
  | { kind: 'remove'; id: number }

describe('any operation', () => {
  const statuses = fc.infiniteStream(fc.constantFrom(...stepStatuses))
  const newStep = fc.record({
    id: fc.constantFrom('s0', 's1', 'S1', 'n0', 'n1', 'n2'),
    dependsOn: fc.array(fc.constantFrom('s0', 's1', 's2', 'n0', 'n1', 'n2', 'nowhere'), { maxLength: 3 }),
  })
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      added: fc.array(newStep, { maxLength: 3 }),
      after: fc.option(fc.nat(7), { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('change' as const),
      id: fc.nat(7),
      dependsOn: newStep.map((step) => step.dependsOn),
    }),
    fc.record({ kind: fc.constant('remove' as const), id: fc.nat(7) }),
  )

  it('brings no fault into a plan, mutates nothing, and leaves the plan as it was when it is refused', () => {
    fc.assert(
      fc.property(anySteps(5), statuses, fc.array(operation, { maxLength: 8 }), (any, words, operations) => {
        const given = new Map<string, StepStatus>()
        const statusOf = (id: string): StepStatus => {
          if (!given.has(id)) given.set(id, id.startsWith('s') ? words.next().value : 'pending')
          return given.get(id)!
        }
        let plan: Plan = frozen({ ...planOf(''), steps: any.map(stepOf) })
        for (const one of operations) {
          const changed = apply(plan, statusOf, one)
          if (changed.diagnostics.length > 0) expect(changed.plan).toBe(plan)
          else expect(faults(changed.plan).filter((fault) => !faults(plan).includes(fault))).toEqual([])
          for (const step of plan.steps.filter((old) => statusOf(old.id) === 'complete')) {
            expect(changed.plan.steps).toContain(step)
          }
          plan = frozen(changed.plan)
        }
      }),
      { numRuns: 500 },
    )
  })

  function apply(plan: Plan, statusOf: (id: string) => StepStatus, one: Operation): Changed {
    switch (one.kind) {
      case 'add': {
        const added = frozen(one.added.map(stepOf))
        return addSteps(plan, statusOf, added, one.after === undefined ? {} : { after: `s${one.after}` })
      }
      case 'change':
        return changeStep(plan, statusOf, `s${one.id}`, frozen({ dependsOn: one.dependsOn }))
      case 'remove':
        return removeStep(plan, statusOf, `s${one.id}`)
    }
  }

  function faults(plan: Plan): string[] {
    return graphDiagnostics(plan.steps).map((one) => `${one.code} ${one.message}`)
  }
})

describe('C44 with 10,000 steps', () => {
  it('adds them all, in an order in which each refers to a later one', () => {
    const { plan, diagnostics } = addSteps(planOf('first:'), allPending, chain(10_000).reverse().map(stepOf), {
      after: 'first',
    })
    expect(diagnostics).toEqual([])
    expect(plan.steps.length).toBe(10_001)
  })

  it('refuses a ring of them', () => {
    const before = planOf('first:')
    refused(before, addSteps(before, allPending, ring(10_000).map(stepOf)), ['E_CYCLE'])
  })

  it('refuses to close a chain', () => {
    const before = frozen({ ...planOf(''), steps: chain(10_000).map(stepOf) })
    refused(before, changeStep(before, allPending, 's0', { dependsOn: ['s9999'] }), ['E_CYCLE'])
  })
})

function refused(before: Plan, changed: Changed, codes: readonly string[]): void {
  expect(changed.diagnostics.map((one) => one.code)).toEqual(codes)
  expect(changed.plan).toBe(before)
}

function planOf(text: string, fields: Partial<Step> = {}): Plan {
  const made = steps(text).map((step) => ({ ...stepOf(step), ...fields }))
  return frozen({ key: 'plan', dialect: 'rawko', title: 'A plan', narrative: '', steps: made })
}

function made(text: string): Step[] {
  return frozen(steps(text).map(stepOf))
}

function stepOf({ id, dependsOn }: Pick<Step, 'id' | 'dependsOn'>): Step {
  return { id, title: `Do ${id}`, text: '', dependsOn }
}

/** Freezes a value and all it holds. */
function frozen<T>(value: T): T {
  const found: unknown[] = [value]
  for (const one of found) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue
    Object.freeze(one)
    for (const inner of Object.values(one)) found.push(inner)
  }
  return value
}
