import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAgentflow } from '../../../src/dialects/agentflow/read.ts'
import { readActionsIn } from '../../../src/dialects/teddy/embedded.ts'
import { meaning, read } from './plan-text.ts'

const actions = `## Action Plan

### \`CREATE\`
- **File Path:** [docs/a.md](/docs/a.md)
- **Description:** A page.
\`\`\`\`markdown
# A
\`\`\`\`

### \`EXECUTE\`
- **Description:** See that it is there.
- **Expected Outcome:** \`a.md\` is listed.
\`\`\`\`sh
ls docs
\`\`\`\`
`

describe('the text of a step that is an action plan', () => {
  it('gives its actions, without a title, a rationale or a header', () => {
    const { plan, diagnostics } = readActionsIn(actions)!
    expect(diagnostics).toEqual([])
    expect(plan.title.value).toBe('')
    expect(plan.actions.map(({ kind, position }) => [position, kind])).toEqual([
      [1, 'CREATE'],
      [2, 'EXECUTE'],
    ])
    const [create] = plan.actions
    expect(actions.slice(create!.heading.start, create!.heading.end)).toBe('### `CREATE`')
  })

  it('may have words and headings of its own before them', () => {
    const words = '# Write the page\n\nIt is needed.\n\n## Context\n\n- one\n- two\n\n## Rationale\n\nBecause.\n\n'
    const { plan, diagnostics } = readActionsIn(words + actions)!
    expect(diagnostics).toEqual([])
    expect(plan.title.value).toBe('Write the page')
    expect(plan.rationale!.text.value).toBe('Because.')
    expect(plan.actions).toHaveLength(2)
  })

  it('says the same as the plan alone where it is a whole one', () => {
    const text = readFileSync(join(import.meta.dirname, 'fixtures', 'all-actions', 'plan.md'), 'utf8')
    expect(meaning(readActionsIn(text)!.plan)).toEqual(meaning(read(text).plan))
  })

  it.each([
    ['an action that is not known', actions.replace('EXECUTE', 'EXCUTE'), 'E_TEDDY_ACTION_UNKNOWN'],
    ['a section behind the actions', `${actions}\n## Notes\nSomething.\n`, 'E_TEDDY_STRUCTURE'],
    ['a second list of actions', actions + actions, 'E_TEDDY_STRUCTURE'],
    [
      'an action before the list',
      `### READ\n- **Resource:** a.md\n- **Description:** A.\n\n${actions}`,
      'E_TEDDY_STRUCTURE',
    ],
    ['memos that are none', `## Memos\n\`\`\`\nwhat\n\`\`\`\n${actions}`, 'E_TEDDY_MEMO'],
    ['an action without its path', actions.replace('**File Path:**', '**Note:**'), 'E_FIELD_MISSING'],
    ['a block that is never closed', actions.slice(0, -5), 'E_TEDDY_FENCE_OPEN'],
  ])('has the faults of a plan: %s', (_, text, code) => {
    expect(readActionsIn(text)!.diagnostics.map((one) => one.code)).toContain(code)
  })

  it('has its faults at their places in the file of the step', () => {
    const file = `---\nid: page\n---\n\n${actions.replace('File Path', 'Fiel Path')}`
    const texts = new Map([
      ['plan.md', Buffer.from('# P\n\nWhy.\n')],
      ['tasks/00-page.md', Buffer.from(file)],
    ])
    const [step] = readAgentflow(texts, { key: 'p', prefix: 'plans/p/', isHome: true }).plan.steps
    const [missing, unknown] = readActionsIn(step!.text, step!.place)!.diagnostics
    expect(missing).toMatchObject({
      code: 'E_FIELD_MISSING',
      file: 'plans/p/tasks/00-page.md',
      range: { start: { line: 7 } },
    })
    const { start, end } = unknown!.range!
    expect(unknown).toMatchObject({ code: 'E_FIELD_UNKNOWN', expected: 'File Path' })
    expect(file.slice(start.offset, end.offset)).toBe('[docs/a.md](/docs/a.md)')
    expect(start).toMatchObject({ line: 8, column: 18 })
  })

  it('counts columns from where the step begins', () => {
    const start = { line: 5, column: 9, offset: 100 }
    const place = { file: 'a.md', text: { start, end: start } }
    const { diagnostics } = readActionsIn('## Action Plan\n### READ\n', place)!
    expect(diagnostics[0]!.range!.start).toEqual({ line: 6, column: 1, offset: 115 })
    const first = readActionsIn('### READ\n- **Resource:** a\n- **Description:** b\n## Action Plan\n### READ\n', place)!
    expect(first.diagnostics[0]!.range!.start).toEqual({ line: 5, column: 9, offset: 100 })
  })
})

it.each([
  ['words with the name of an action', 'CREATE the table, then READ it back and EDIT the schema.'],
  ['headings with names of actions', '# Steps\n\n### CREATE\nthe table\n\n### READ\nit back\n'],
  ['a section without an action', '## Action Plan\n\n1. CREATE the table\n2. READ it back\n'],
  ['headings that only begin like one', '## Action Plan\n\n### Create\nthe table\n\n### READ the docs\nwell\n'],
  ['an example in a code block', `How a plan looks:\n\n\`\`\`\`\`markdown\n${actions}\`\`\`\`\`\n`],
  ['an example in a comment', `Do it.\n\n<!--\n## Action Plan\n### READ\n- **Resource:** a\n-->\n`],
  ['an action before the section, and none below', '### READ\n- **Resource:** a\n\n## Action Plan\n\nLater.\n'],
  ['a section that is part of a message', '### PROMPT\nHello.\n\n## Action Plan\n\nLater.\n'],
  ['nothing', ''],
])('%s: no action plan', (_, text) => {
  expect(readActionsIn(text)).toBeUndefined()
})
