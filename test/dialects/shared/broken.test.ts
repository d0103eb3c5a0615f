import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../../src/dialects/shared/frontmatter.ts'
import { readJson } from '../../../src/dialects/shared/json.ts'
import { readSource, type Source } from '../../../src/dialects/shared/source.ts'
import type { TreeNode } from '../../../src/dialects/shared/tree.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import { type Diagnostic, hasErrors } from '../../../src/plan/diagnostics/diagnostic.ts'
import { encode, nodesOf } from './read.ts'

const markdown = `\ufeff---
id: 02-add-login
depends_on: [01-schema, "é-accent"]   # both
subtasks:
  - Write the form – with care
  - 'Don''t forget: tests'
notes: |
  ---
  keep 👩‍💻 this
---

# Login

\`\`\`
---
\`\`\`
`

const yamlText = `# a plan
id: plan-7
task: "Move the \\"store\\" to Postgres\\n"
steps:
  - index: 0
    title: Schema
    dependsOn: []
    instructions: >-
      one
      two

  - index: 1
    title: 'Code: all of it'
    dependsOn: [0]
    output: {lines: 12, ok: yes}
status: in_progress
`

const jsonText = `{
  "goal": "Ship “it”",
  "tasks": [
    { "id": 1, "title": "First \\u00e9\\n", "done": true, "deps": [] },
    { "id": 2, "title": "Second 😀", "weight": -1.5e-3, "deps": [1], "note": null }
  ]
}
`

interface Reading {
  readonly root?: TreeNode | undefined
  readonly diagnostics: readonly Diagnostic[]
}

function readMarkdown(source: Source): Reading {
  const split = splitFrontMatter(source)
  if (split.fields === undefined) return split
  const { root, diagnostics } = readYaml(source, split.fields)
  return { root, diagnostics: [...split.diagnostics, ...diagnostics] }
}

const files = [
  ['Markdown with front matter', markdown, readMarkdown],
  ['the same with CRLF', markdown.replaceAll('\n', '\r\n'), readMarkdown],
  ['the same with lone CR', markdown.replaceAll('\n', '\r'), readMarkdown],
  ['YAML', yamlText, (source: Source) => readYaml(source)],
  ['YAML with CRLF', yamlText.replaceAll('\n', '\r\n'), (source: Source) => readYaml(source)],
  ['JSON', jsonText, (source: Source) => readJson(source)],
] as const

/** Reads the bytes and holds what always holds: nothing thrown, something said or read, every place inside the text. */
function read(bytes: Uint8Array, reader: (source: Source) => Reading): Reading {
  const { source, diagnostics } = readSource('plan', bytes, 'data')
  if (source === undefined) {
    expect(hasErrors(diagnostics)).toBe(true)
    return { diagnostics }
  }
  expect(encode(source.text)).toEqual(bytes)
  const reading = reader(source)
  const all = [...diagnostics, ...reading.diagnostics]
  for (const { file, range } of all) {
    expect(file).toBe('plan')
    expect(range!.start.offset).toBeLessThanOrEqual(range!.end.offset)
    expect(range!.end.offset).toBeLessThanOrEqual(source.text.length)
  }
  for (const { start, end } of reading.root === undefined ? [] : nodesOf(reading.root)) {
    expect(start).toBeLessThanOrEqual(end)
    expect(end).toBeLessThanOrEqual(source.text.length)
  }
  return { root: reading.root, diagnostics: all }
}

describe.each(files)('B33 %s', (name, text, reader) => {
  const bytes = encode(text)

  it('is sound as it stands', () => expect(read(bytes, reader).diagnostics).toEqual([]))

  it('cut off at every byte: a tree or diagnostics', () => {
    for (let length = 0; length < bytes.length; length++) {
      const { root, diagnostics } = read(bytes.subarray(0, length), reader)
      if (reader === readMarkdown) continue
      expect(root !== undefined || diagnostics.length > 0, `cut at ${length}`).toBe(true)
    }
  })

  it('without any one of its bytes: a tree or diagnostics', () => {
    for (let at = 0; at < bytes.length; at++) {
      const { root, diagnostics } = read(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]), reader)
      if (reader === readMarkdown) continue
      expect(root !== undefined || diagnostics.length > 0, `without ${at}`).toBe(true)
    }
  })

  it.runIf(name === 'JSON')('cut off anywhere before its end it is never taken for whole', () => {
    for (let length = 0; length < bytes.length - 2; length++) {
      expect(hasErrors(read(bytes.subarray(0, length), reader).diagnostics), `cut at ${length}`).toBe(true)
    }
  })

  it.runIf(reader === readMarkdown)('cut off inside the front matter it is never taken for whole', () => {
    const opened = encode(text.slice(0, 4)).length
    const closed = encode(text.slice(0, text.search(/[\r\n]---[\r\n]+#/))).length + 4
    for (let length = opened; length < closed; length++) {
      expect(hasErrors(read(bytes.subarray(0, length), reader).diagnostics), `cut at ${length}`).toBe(true)
    }
  })
})
