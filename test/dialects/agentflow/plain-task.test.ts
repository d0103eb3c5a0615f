import { describe, expect, test } from 'vitest'
import { setField } from '../../../src/dialects/agentflow/patch.ts'
import { plainTask } from '../../../src/dialects/agentflow/plain-task.ts'
import { readTaskFile } from '../../../src/dialects/agentflow/task-file.ts'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'

const plain: readonly string[] = [
  'id: a',
  'id: a\nstatus: pending',
  'status: in_progress\nid: a\ntitle: Status',
  'id: "a"\nstatus: "failed"',
  "id: 'a'\nstatus:   'complete'   ",
  'id: a\nstatus: complete',
  'id: a\ndepends_on: [b, c]\nfiles:\n  - x\n  - y',
  'id: a\n# status: complete\n',
  'id: a\nverify:\n  - npm test\nstatus: skipped\ntags: [x]',
]

describe('what is plain is read and changed as the library does it', () => {
  const texts = plain.flatMap((fields) =>
    ['', '\ufeff'].flatMap((bom) => ['\n', '\r\n'].map((eol) => bom + file(fields).replaceAll('\n', eol))),
  )
  test.each(texts)('%j', (text) => {
    const bytes = Buffer.from(text)
    const { step, word } = readTaskFile('tasks/01-a.md', '01-a.md', bytes, defaultLimits)
    const task = plainTask(bytes)
    expect(task).toMatchObject({ id: step!.id, word: word?.word ?? '' })
    for (const next of ['complete', 'failed', 'skipped', 'pending']) {
      expect(task!.withWord(next)).toBe(setField(text, 'status', next))
    }
  })
})

test.each([
  ['no front matter', 'id: a\n'],
  ['front matter that is never closed', '---\nid: a\n'],
  ['no id', file('title: a')],
  ['an id that is a list', file('id: [a]')],
  ['a status that is no word of ours', file('id: a\nstatus: nearly')],
  ['a status that is empty', file('id: a\nstatus:')],
  ['a status that is a list', file('id: a\nstatus: [complete]')],
  ['an alias', file('id: &x a\nstatus: complete')],
  ['a block of text', file('id: a\ntitle: |\n  b')],
  ['a field twice', file('id: a\nid: b')],
  ['fields in braces', file('{id: a}')],
])('%s is left to the library', (_title, text) => {
  expect(plainTask(Buffer.from(text))).toBeUndefined()
})

test('bytes that are no text are left to the library', () => {
  expect(plainTask(Buffer.from([...Buffer.from(file('id: a')), 0xff]))).toBeUndefined()
})

function file(fields: string): string {
  return `---\n${fields}\n---\n\nDo it.\n\nstatus: not here\n`
}
