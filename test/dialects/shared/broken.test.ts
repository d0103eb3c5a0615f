import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../../src/dialects/shared/frontmatter.ts'
import { readJson } from '../../../src/dialects/shared/json.ts'
import { readSource, type Source } from '../../../src/dialects/shared/source.ts'
import type { TreeNode } from '../../../src/dialects/shared/tree.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import { type Diagnostic, diagnostic, hasErrors } from '../../../src/plan/diagnostics/diagnostic.ts'
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

/** As a dialect reads it that needs front matter. */
function readMarkdown(source: Source): Reading {
  const { fields, diagnostics } = splitFrontMatter(source)
  if (fields !== undefined) return readYaml(source, fields)
  if (diagnostics.length > 0) return { diagnostics }
  const range = source.lines.range(0, 0)
  return { diagnostics: [diagnostic('E_FRONTMATTER_MISSING', 'There is none.', { file: source.file, range })] }
}

const files = [
  ['Markdown with front matter', markdown, readMarkdown],
  ['the same with CRLF', markdown.replaceAll('\n', '\r\n'), readMarkdown],
  ['the same with lone CR', markdown.replaceAll('\n', '\r'), readMarkdown],
  ['YAML', yamlText, readYaml],
  ['YAML with CRLF', yamlText.replaceAll('\n', '\r\n'), readYaml],
  ['JSON', jsonText, readJson],
] as const

/** Reads the bytes and holds what always holds: nothing thrown, something said or read, every place inside the text. */
function read(bytes: Uint8Array, reader: (source: Source) => Reading): Reading {
  const { source, diagnostics } = readSource('plan', bytes, 'data')
  if (source === undefined) {
    expect(hasErrors(diagnostics)).toBe(true)
    return { diagnostics }
  }
  expect(Buffer.compare(encode(source.text), bytes)).toBe(0)
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

describe.each(files)('B33 %s', (_name, text, reader) => {
  const bytes = encode(text)

  it('is sound as it stands', () => {
    const { root, diagnostics } = read(bytes, reader)
    expect(diagnostics).toEqual([])
    expect(root!.kind).toBe('map')
  })

  it('cut off at every byte: a tree or diagnostics', () => {
    for (let length = 0; length < bytes.length; length++) {
      const { root, diagnostics } = read(bytes.subarray(0, length), reader)
      expect(root !== undefined || diagnostics.length > 0, `cut at ${length}`).toBe(true)
    }
  })

  it('without any one of its bytes: a tree or diagnostics', () => {
    for (let at = 0; at < bytes.length; at++) {
      const { root, diagnostics } = read(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]), reader)
      expect(root !== undefined || diagnostics.length > 0, `without ${at}`).toBe(true)
    }
  })
})

describe('B33 cut off before its end, a file is never taken for whole', () => {
  it('JSON', () => {
    const bytes = encode(jsonText.trimEnd())
    for (let length = 0; length < bytes.length; length++) {
      expect(hasErrors(read(bytes.subarray(0, length), readJson).diagnostics), `cut at ${length}`).toBe(true)
    }
  })

  it.each(['\n', '\r\n', '\r'])('front matter, lines ended by %j', (end) => {
    const text = markdown.replaceAll('\n', end)
    const closing = text.indexOf(`${end}---${end}${end}#`)
    const bytes = encode(text.slice(0, closing + end.length + 2))
    for (let length = 0; length <= bytes.length; length++) {
      expect(hasErrors(read(bytes.subarray(0, length), readMarkdown).diagnostics), `cut at ${length}`).toBe(true)
    }
  })
})
