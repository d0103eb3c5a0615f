import { describe, expect, it } from 'vitest'
import { LineIndex } from '../../src/plan/diagnostics/position.ts'
import type { Plan, Step } from '../../src/plan/types.ts'
import { checkPlan } from '../../src/rules/check-plan.ts'

const plan = (change: Partial<Plan> = {}): Plan => ({
  key: 'k',
  dialect: 'agentflow',
  title: 'Move sessions',
  narrative: 'Because.',
  steps: [step('a')],
  ...change,
})

function step(id: string, change: Partial<Step> = {}): Step {
  return { id, title: id, text: 'Do it.', dependsOn: [], ...change }
}

const codes = (one: Plan, agents?: ReadonlySet<string>) =>
  checkPlan(one, agents ? { agents } : {}).map(({ code }) => code)
const somewhere = new LineIndex('').range(0, 0)

describe('each rule', () => {
  it.each<[string, Partial<Plan>, string[]]>([
    ['a sound plan', {}, []],
    ['no title', { title: ' \n' }, ['E_TITLE_EMPTY']],
    ['no narrative', { narrative: ' ', places: { file: 'plan.md', narrative: somewhere } }, ['E_NARRATIVE_EMPTY']],
    ['no room for a narrative', { narrative: '', places: { file: 'plan.md' } }, []],
    ['no steps', { steps: [] }, ['E_NO_STEPS']],
    ['a step without text', { steps: [step('a', { text: ' ' })] }, ['E_TEXT_EMPTY']],
    ['an id that is not kebab-case', { steps: [step('a_b')] }, ['E_ID_FORM']],
    ['an id that is too long', { steps: [step('a'.repeat(129))] }, ['E_ID_FORM']],
    ['an id as another dialect has it', { dialect: 'rawko', steps: [step('A b')] }, []],
    ['C43 a dangling dependency', { steps: [step('a', { dependsOn: ['b'] })] }, ['E_DANGLING']],
    ['C43 a dependency on itself', { steps: [step('a', { dependsOn: ['a'] })] }, ['E_SELF_DEPENDENCY']],
    ['C43 a circle', { steps: [step('a', { dependsOn: ['b'] }), step('b', { dependsOn: ['a'] })] }, ['E_CYCLE']],
    ['D60 an id twice', { steps: [step('a'), step('a')] }, ['E_DUPLICATE_ID']],
  ])('%s', (_name, change, expected) => expect(codes(plan(change))).toEqual(expected))

  it('says all faults at once, in the order of files and places', () => {
    const lines = new LineIndex('id: A\ndepends_on: [b]\n')
    const place = { file: 'tasks/01-a.md', id: lines.range(4, 5), dependsOn: [lines.range(19, 20)] }
    const steps = [step('A', { text: '', dependsOn: ['b'], place: { ...place, text: lines.range(22, 22) } })]
    expect(codes(plan({ title: '', steps, places: { file: 'plan.md' } }))).toEqual([
      'E_TITLE_EMPTY',
      'E_ID_FORM',
      'E_DANGLING',
      'E_TEXT_EMPTY',
    ])
  })
})

describe('agents', () => {
  const steps = [step('a', { agent: 'codx' }), step('b', { agent: 'codex' }), step('c')]

  it('are looked at only when it is known which there are', () => {
    expect(codes(plan({ steps }))).toEqual([])
    expect(codes(plan({ steps }), new Set())).toEqual(['E_AGENT_UNKNOWN', 'E_AGENT_UNKNOWN'])
  })

  it('are suggested', () => {
    const [found, ...others] = checkPlan(plan({ steps }), { agents: new Set(['claude', 'codex']) })
    expect(others).toEqual([])
    expect(found).toMatchObject({ severity: 'warning', actual: 'codx', expected: 'codex' })
  })
})

describe('files stay in the project', () => {
  it.each([
    '../x',
    '..',
    'a/../../x',
    'a\\..\\..\\x',
    '/x',
    '\\\\server\\x',
    'C:\\x',
    'c:x',
    '~',
    '~me/x',
    '**/../../x/../..',
  ])('%s leads out', (path) => expect(codes(plan({ steps: [step('a', { files: [path] })] }))).toEqual(['E_OUTSIDE']))

  it.each(['x', './x', 'a/../x', 'src/**/*.ts', '.', 'a..b', '..a', 'a~', '[a-z].md', 'a//b', '__proto__'])(
    '%s does not',
    (path) => expect(codes(plan({ steps: [step('a', { files: [path] })] }))).toEqual([]),
  )
})

describe('an id is renamed where it stands and where it is named', () => {
  const lines = new LineIndex('x'.repeat(100))
  const at = (file: string, ...starts: number[]) => ({
    file,
    id: lines.range(4, 8),
    dependsOn: starts.map((start) => lines.range(start, start + 4)),
  })
  const fixes = (steps: Step[]) => checkPlan(plan({ steps })).map(({ fix }) => fix?.edits)

  it('in every file', () => {
    const steps = [
      step('Set_Up', { place: at('a') }),
      step('b', { dependsOn: ['c', 'Set_Up'], place: at('b', 20, 30) }),
      step('c', { dependsOn: ['Set_Up'], place: at('c', 40) }),
    ]
    expect(fixes(steps)).toEqual([
      [
        { file: 'a', start: 4, end: 8, text: 'set-up' },
        { file: 'b', start: 30, end: 34, text: 'set-up' },
        { file: 'c', start: 40, end: 44, text: 'set-up' },
      ],
    ])
  })

  it.each<[string, Step[]]>([
    ['the new one is taken', [step('a_b', { place: at('a') }), step('a-b', { place: at('b') })]],
    ['its place is not known', [step('a_b')]],
    ['the place of a dependency is not known', [step('a_b', { place: at('a') }), step('c', { dependsOn: ['a_b'] })]],
    ['nothing of it is left', [step('???', { place: at('a') })]],
    ['G88 it would be another word', [step('schem\u0430', { place: at('a') })]],
    ['it stands twice', [step('a_b', { place: at('a') }), step('a_b', { place: at('b') })]],
  ])('not where %s', (_name, steps) => {
    for (const edits of fixes(steps)) expect(edits).toBeUndefined()
  })

  it('and two never to the same', () => {
    const edits = fixes([step('a_b', { place: at('a') }), step('a b', { place: at('b') })])
    expect(edits.filter((one) => one !== undefined)).toHaveLength(1)
  })
})

it('C44 10 000 steps with every fault are checked in one pass', () => {
  const steps = Array.from({ length: 10_000 }, (_, i) =>
    step(`Step_${i}`, { text: '', agent: `agent-${i}`, dependsOn: [`step-${i}`], files: ['/x'] }),
  )
  const found = checkPlan(plan({ steps }), { agents: new Set(Array.from({ length: 1000 }, (_, i) => `worker-${i}`)) })
  expect(found).toHaveLength(50_000)
})
