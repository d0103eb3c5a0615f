import { describe, expect, it } from 'vitest'
import { setField } from '../../../src/dialects/agentflow/patch.ts'
import { oneTask, read } from './plan-files.ts'

const task = '---\nid: a\nagent: codex\n---\n\nDo it.\n'
const signed = (text: string) => Buffer.from(read(oneTask(text)).signed.steps.get('a')!).toString()

describe('G84 what an approval of a step covers', () => {
  it('is the path and the bytes of the file', () => expect(signed(task)).toBe(`tasks/01-a.md\0${task}`))

  it.each([
    ['one byte', task.replace('Do', 'So')],
    ['a homoglyph', task.replace('codex', 'c\u043edex')],
    ['blanks at the end', task.replace('it.', 'it. ')],
    ['line endings', task.replaceAll('\n', '\r\n')],
    ['a BOM', `\ufeff${task}`],
    ['a comment', task.replace('codex', 'codex # now')],
    ['a word that is no status', task.replace('---\n\n', 'status: rm -rf\n---\n\n')],
    ['a comment behind the status', task.replace('---\n\n', 'status: complete # and more\n---\n\n')],
    ['blanks behind the status', task.replace('---\n\n', 'status: complete \n---\n\n')],
    ['a status in the body', `${task}status: complete\n`],
  ])('changes with %s', (_name, other) => expect(signed(other)).not.toBe(signed(task)))

  it('changes with the name of the file, and so with the order', () => {
    const { signed: other } = read({ 'tasks/02-a.md': task })
    expect(Buffer.from(other.steps.get('a')!).toString()).not.toBe(signed(task))
  })

  it.each([
    ['an ordinary file', task],
    ['line endings of Windows', `\ufeff${task.replaceAll('\n', '\r\n')}`],
    ['front matter that is indented', '---\n  id: a\n---\nx'],
    ['front matter in braces', '---\n{id: a}\n---\nx'],
    ['a file without a body', '---\nid: a\n---'],
    ['letters that are not ASCII', '---\nid: a\ntitle: é 漢 👩‍💻\n---\né'],
  ])('does not change with the status that we add, change and remove: %s', (_name, text) => {
    const before = signed(text)
    const running = setField(text, 'status', 'in_progress')
    const done = setField(running, 'status', 'complete')
    expect(running).not.toBe(text)
    expect([signed(running), signed(done)]).toEqual([before, before])
    expect(setField(done, 'status', undefined)).toBe(text)
  })

  it('does not change with a status that stands elsewhere or is written otherwise, as long as it is only changed', () => {
    for (const status of [
      'status: pending # ours',
      'status:   pending',
      '"status": "pending"',
      '? status\n: pending',
    ]) {
      const text = `---\n${status}\nid: a\n---\nx`
      expect(signed(setField(text, 'status', 'complete')), status).toBe(signed(text))
    }
  })

  it('is that of the first of two steps with one id', () => {
    const files = { 'tasks/01-a.md': task, 'tasks/02-b.md': task.replace('Do', 'Undo') }
    const { steps } = read(files).signed
    expect([...steps.keys()]).toEqual(['a'])
    expect(Buffer.from(steps.get('a')!).toString()).toBe(signed(task))
  })

  it('of the plan it is plan.md', () => {
    expect(Buffer.from(read(oneTask(task)).signed.plan).toString()).toBe(oneTask(task)['plan.md'])
  })
})
