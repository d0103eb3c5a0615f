import { describe, expect, it } from 'vitest'
import { looksLikePlan } from '../../../src/dialects/teddy/looks-like-plan.ts'

describe('a file that is meant to be a plan', () => {
  it.each([
    ['a list of actions', '## Action Plan\n\n### `READ`\n'],
    ['without backticks', '## Action Plan\n### READ\n'],
    ['no action yet', '# T\n## Rationale\nx\n## Action Plan\n'],
    ['no section for its actions', '# T\n## Rationale\nx\n### CREATE\n'],
    ['between two fences', '````markdown\n# T\n## Rationale\nx\n## Action Plan\n### READ\n````\n'],
    ['with other line ends', '# T\r\n## Rationale\r\nx\r\n## Action Plan\r\n'],
  ])('%s', (_, text) => {
    expect(looksLikePlan(text)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a page', '# Title\n\nText.\n\n## Rationale\n\nWhy.\n'],
    ['a checklist', '# Todo\n\n- [ ] CREATE the table\n- [x] READ the docs\n'],
    ['headings with names of actions', '# Verbs\n\n### CREATE\n\n### READ\n'],
    ['the same section twice', '## Memos\n\na\n\n## Memos\n\nb\n'],
    ['a plan of the home format', '---\ntitle: Login\n---\n\nUsers can log in.\n'],
  ])('is not %s', (_, text) => {
    expect(looksLikePlan(text)).toBe(false)
  })
})
