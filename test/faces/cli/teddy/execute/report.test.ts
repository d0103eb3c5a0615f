import { describe, expect, it } from 'vitest'
import { create, edit, execute, planOf, read } from '../../action-plans/plan-text.ts'
import { chat, codesIn, Executor, jsonLines } from './executor.ts'

const plan = planOf(create('a.txt', 'a\n'), execute('echo out; echo err >&2; exit 3'), read('a.txt'))

describe('the report', () => {
  it('goes to standard output, and everything else beside it', async () => {
    const ann = new Executor({ 'plan.md': plan })
    const { code, out, err } = await ann.execute('plan.md', { yes: true })
    expect(code).toBe(1)
    expect(out).toMatch(/^# Report: A page about installing\n/)
    expect(out).toContain('- Status: **failed**: action 2 failed\n')
    expect(out).toContain('3 in all, 3 approved, 1 skipped, 1 succeeded, 1 failed')
    expect(out).toContain('- Action 2, `EXECUTE echo out; echo err >&2; exit 3`, failed:')
    expect(out).toContain('- Action 3, `READ a.txt`: passed over, because action 2 failed')
    expect(out).toContain('It printed 4 bytes:\n\n```text\nout\n```')
    expect(err).not.toContain('# Report')
    expect(err).toContain('To go on: teddy execute plan.md\n')
  })

  it('--report: into a file, from where the person stands', async () => {
    const ann = new Executor({ 'plan.md': plan })
    const { out, err } = await ann.execute('plan.md', { yes: true, report: 'out/report.md' })
    expect([out, err.includes('Report: out/report.md\n')]).toEqual(['', true])
    expect(ann.read('out/report.md')).toContain('# Report: ')
  })

  it('a file that cannot be written is told, and changes nothing about the end', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n')) })
    const { code, err } = await ann.execute('plan.md', { yes: true, report: 'steadplan.json/x' })
    expect(code).toBe(0)
    expect(err).toContain('The report could not be written: ')
  })

  it.each([
    ['from the clipboard', undefined, undefined, true],
    ['from the clipboard, --no-copy', undefined, false, false],
    ['from a file', 'plan.md', undefined, false],
    ['from a file, --copy', 'plan.md', true, true],
  ])('a plan %s: on the clipboard afterwards or not', async (_title, word, copy, isCopied) => {
    const ann = new Executor({ 'plan.md': plan })
    ann.clipboard = plan
    await ann.execute(word, { yes: true, ...(copy !== undefined && { copy }) })
    expect(ann.clipboard.startsWith('# Report: ')).toBe(isCopied)
  })

  it('of a plan that is refused goes to whoever wrote it, with every fault', async () => {
    const ann = new Executor()
    ann.clipboard = planOf(edit('gone.txt', 'a', 'b'), create('steadplan.json', '```\n'))
    const { code, out } = await ann.execute(undefined)
    expect([code, out]).toEqual([1, ''])
    expect(ann.clipboard).toMatch(
      /^# Report: A page about installing\n\n- Plan: `<clipboard>`\n- Status: \*\*refused\*\*/,
    )
    expect(ann.clipboard).toContain('E_TEDDY_MISSING')
    expect(ann.clipboard).toContain('E_TEDDY_EXISTS')
  })

  it('has long texts as they are kept', async () => {
    const ann = new Executor({ 'big.txt': `${'line of text\n'.repeat(4000)}`, 'plan.md': planOf(read('big.txt')) })
    const { out } = await ann.execute('plan.md', { yes: true })
    expect(out).toContain(`\`\`\`text\n${'line of text\n'.repeat(4000)}\`\`\``)
    expect(out).not.toContain('left out')
  })
})

describe('--json', () => {
  it('one line for each event, the outcome last', async () => {
    const ann = new Executor({ 'plan.md': plan })
    const said = await ann.execute('plan.md', { yes: true, json: true, report: '-' })
    const lines = jsonLines(said)
    expect(lines[0]).toMatchObject({ type: 'run', plan: 'plan.md', steps: 3 })
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['begun', 'output', 'ended', 'report']))
    expect(lines.at(-1)).toMatchObject({
      type: 'outcome',
      plan: 'plan.md',
      status: 'failed',
      counts: { succeeded: 1, failed: 1, skipped: 1 },
      actions: [
        { position: 1, kind: 'CREATE', status: 'succeeded', files: ['a.txt'] },
        { position: 2, status: 'failed', exitCode: 3, output: { text: 'out\n' }, errors: { text: 'err\n' } },
        { position: 3, status: 'skipped' },
      ],
    })
    expect([said.code, said.err]).toEqual([1, ''])
  })

  it('faults are one more line', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('plan.md', 'x\n')) })
    expect(jsonLines(await ann.execute('plan.md', { json: true }))).toMatchObject([
      { type: 'fault', diagnostics: [{ code: 'E_TEDDY_EXISTS', file: 'plan.md' }] },
    ])
    expect(jsonLines(await ann.execute('gone.md', { json: true }))).toMatchObject([{ type: 'fault' }])
  })

  it('says what an earlier run left', async () => {
    const ann = new Executor({ 'plan.md': plan })
    await ann.execute('plan.md', { yes: true })
    const [first] = jsonLines(await ann.execute('plan.md', { json: true }))
    expect(first).toMatchObject({ type: 'left', done: 1, failed: 1, interrupted: [] })
  })
})

describe('--dry-run', () => {
  it('shows everything and changes nothing', async () => {
    const ann = new Executor({
      'b.txt': 'b\n',
      'plan.md': planOf(create('a.txt', 'a\n'), edit('a.txt', 'a', 'z'), edit('b.txt', 'b', 'c'), execute('touch ran')),
    })
    const before = ann.tree()
    const { code, out } = await ann.execute('plan.md', { dryRun: true })
    expect(code).toBe(0)
    for (const text of ['+a\n', '-a\n+z\n', '-b\n+c\n', '$ touch ran\n']) expect(out).toContain(text)
    expect(out).toContain('4 actions would be carried out, 4 of them asked about')
    const [told] = jsonLines(await ann.execute('plan.md', { dryRun: true, json: true, only: [2, 1] }))
    expect(told).toMatchObject({
      type: 'dry-run',
      steps: [
        { isAsked: true, actions: [{ kind: 'CREATE', before: null, after: 'a\n' }] },
        { actions: [{ before: 'a\n', after: 'z\n' }] },
      ],
    })
    expect([ann.questions, ann.tree()]).toEqual([[], before])
  })

  it.each(['stdin', 'clipboard'] as const)('of a plan on %s: nothing is kept', async (from) => {
    const ann = new Executor()
    ann[from] = plan.replace('`READ`', '`READ`')
    const before = ann.tree()
    expect((await ann.execute(from === 'stdin' ? '-' : undefined, { dryRun: true })).code).toBe(0)
    expect(ann.tree()).toEqual(before)
  })

  it('with faults: exit 1', async () => {
    const ann = new Executor({ 'plan.md': planOf(edit('gone', 'a', 'b')) })
    expect((await ann.execute('plan.md', { dryRun: true })).code).toBe(1)
  })

  it('what is done is not shown again', async () => {
    const ann = new Executor({ 'plan.md': plan })
    await ann.execute('plan.md', { yes: true })
    expect((await ann.execute('plan.md', { dryRun: true })).out).toContain('2 actions would be carried out, 0 of them')
  })
})

describe('CHAT_WITH_USER', () => {
  const asks = planOf(chat('Is **that** right?'), create('a.txt', 'a\n'))

  it('an answer of several lines is in the report', async () => {
    const ann = new Executor({ 'plan.md': asks })
    const { code, out, err } = await ann.execute('plan.md', { yes: true }, ['Yes.', '# Go on', ''])
    expect([code, ann.questions.length]).toEqual([0, 3])
    expect(err).toContain('> Is **that** right?\n')
    expect(out).toContain('The answer:\n\n```text\nYes.\n# Go on\n```')
  })

  it('Enter alone is no answer', async () => {
    const ann = new Executor({ 'plan.md': asks })
    expect((await ann.execute('plan.md', { yes: true }, [''])).out).toContain('There was no answer.')
    expect(ann.has('a.txt')).toBe(true)
  })

  it('where nobody sits the message is in the report', async () => {
    const ann = new Executor({ 'plan.md': asks })
    ann.isInteractive = false
    ann.configure({ approval: { policy: 'auto' } })
    const { code, out } = await ann.execute('plan.md', { yes: true })
    expect([code, ann.questions]).toEqual([0, []])
    expect(out).toContain('The message:\n\n```text\nIs **that** right?\n```\n\nThere was no answer.')
  })
})

describe('--atomic', () => {
  it.each([0, 1, 2, 3])('a failure after %i actions: every file is as it was, and that is told', async (at) => {
    const changes = [create('new/a.txt', 'a\n'), edit('b.txt', 'b', 'c'), edit('new/a.txt', 'a', 'z')]
    const ann = new Executor({
      'b.txt': 'b\n',
      'plan.md': planOf(...changes.slice(0, at), execute('exit 1'), ...changes.slice(at)),
    })
    const { code, out, err } = await ann.execute('plan.md', { yes: true, atomic: true })
    expect([code, ann.read('b.txt'), ann.has('new')]).toEqual([1, 'b\n', false])
    expect(out).toContain('## Files that are as they were before')
    const files = /^Put back as they were: (.*)$/m.exec(err)![1]!.split(', ').sort()
    expect(files).toEqual([['no file'], ['new/a.txt'], ['b.txt', 'new/a.txt'], ['b.txt', 'new/a.txt']][at])
  })

  it('all of it is kept when all of it is done', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n'), execute('true')) })
    expect((await ann.execute('plan.md', { yes: true, atomic: true })).code).toBe(0)
    expect(ann.read('a.txt')).toBe('a\n')
  })
})

describe('once more', () => {
  const counting = planOf(execute('echo x >> count'), execute('echo y >> count'))

  it('what is done is not done again: it says so, with the report', async () => {
    const ann = new Executor({ 'plan.md': counting })
    await ann.execute('plan.md', { yes: true })
    const { code, out, err } = await ann.execute('plan.md')
    expect([code, ann.questions, ann.read('count')]).toEqual([0, [], 'x\ny\n'])
    expect(out).toContain('- Status: **completed**')
    expect(err).toContain(
      'plan.md is done: 2 of 2 succeeded, before\nTo carry it out once more: teddy execute plan.md --again',
    )
  })

  it('--again carries it out anew, after asking again', async () => {
    const ann = new Executor({ 'plan.md': counting })
    await ann.execute('plan.md', { yes: true })
    const { code, out } = await ann.execute('plan.md', { again: true }, ['n', 'y'])
    expect([code, ann.questions.length, ann.read('count')]).toEqual([0, 2, 'x\ny\ny\n'])
    expect(out).toContain('2 in all, 2 approved, 0 skipped, 2 succeeded')
    expect((await ann.execute('plan.md', { again: true, yes: true })).code).toBe(0)
    expect(ann.read('count')).toBe('x\ny\ny\nx\ny\n')
  })

  it('--again is nothing that an agent may say', async () => {
    const ann = new Executor({ 'plan.md': counting })
    await ann.execute('plan.md', { yes: true })
    ann.env = { CLAUDECODE: '1' }
    for (const yes of [true, false]) {
      expect(codesIn(await ann.execute('plan.md', { again: true, yes }))).toEqual(['E_NEEDS_PERSON'])
    }
    expect(ann.read('count')).toBe('x\ny\n')
  })

  it('--again is checked like the first time', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n')) })
    await ann.execute('plan.md', { yes: true })
    expect(codesIn(await ann.execute('plan.md', { again: true, yes: true }))).toEqual(['E_TEDDY_EXISTS'])
  })
})
