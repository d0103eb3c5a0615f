import { describe, expect, it } from 'vitest'
import { create, edit, execute, planOf, read } from '../../action-plans/plan-text.ts'
import { codesIn, Executor } from './executor.ts'

const three = planOf(create('new.txt', 'new\n'), edit('a.txt', 'two', 'zwei'), execute('echo ran >> ran.txt'))

function someone(plan = three): Executor {
  return new Executor({ 'a.txt': 'one\ntwo\n', 'plan.md': plan })
}

describe('each action is shown and asked about', () => {
  it('yes to each: all of it is done, and the report says so', async () => {
    const ann = someone()
    const { code, out, err } = await ann.execute('plan.md', {}, ['y', 'yes', 'Y'])
    expect(code).toBe(0)
    expect(ann.questions).toHaveLength(3)
    expect(err).toContain('Action 1 of 3\nCREATE new.txt\nMake it.\n+new\n')
    expect(err).toContain('Action 2 of 3\nEDIT a.txt\nChange it.\nline 1 → 1\n one\n-two\n+zwei\n')
    expect(err).toContain('Action 3 of 3\nEXECUTE\nRun it.\nexpects: It ends well.\n$ echo ran >> ran.txt\n')
    expect(err).toMatch(/\nplan.md is done: 3 of 3 succeeded, in /)
    expect([ann.read('new.txt'), ann.read('a.txt'), ann.read('ran.txt')]).toEqual(['new\n', 'one\nzwei\n', 'ran\n'])
    expect(out).toContain('- Status: **completed**\n')
    expect(out).toContain('- Actions: 3 in all, 3 approved, 0 skipped, 3 succeeded, 0 failed\n')
    const { approval, status } = await ann.log('plan.md').state()
    expect({ status, approval }).toMatchObject({ status: 'completed', approval: { by: 'ann', channel: 'terminal' } })
  })

  it('no skips it, with who said so in the log', async () => {
    const ann = someone()
    const { code, out } = await ann.execute('plan.md', {}, ['y', 'n', 'y'])
    expect(code).toBe(0)
    expect(ann.read('a.txt')).toBe('one\ntwo\n')
    expect(out).toContain('3 in all, 2 approved, 1 skipped, 2 succeeded, 0 failed')
    expect(out).toContain('- Action 2, `EDIT a.txt`: ann said no')
    const { steps } = await ann.log('plan.md').state()
    expect([...steps.values()].map(({ status, why }) => [status, why])).toContainEqual(['skipped', 'ann said no'])
  })

  it('all the rest: the others are shown and not asked about', async () => {
    const ann = someone()
    const { code, err } = await ann.execute('plan.md', {}, ['n', 'a'])
    expect([code, ann.questions.length]).toEqual([0, 2])
    expect(err).toContain('$ echo ran >> ran.txt')
    expect([ann.has('new.txt'), ann.read('a.txt'), ann.has('ran.txt')]).toEqual([false, 'one\nzwei\n', true])
  })

  it.each([
    ['quit', ['y', 'y', 'q']],
    ['no answer', ['y', 'y']],
    ['nothing that is an answer', ['what?', 'x', '']],
  ])('%s: nothing is carried out, nor recorded', async (_title, answers) => {
    const ann = someone()
    const before = ann.tree()
    const { code, out, err } = await ann.execute('plan.md', {}, answers)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('Left; nothing was carried out and nothing recorded\n')
    expect(ann.tree()).toEqual(before)
  })

  it('no to all: nothing is done, and that is the end of it', async () => {
    const ann = someone()
    const { code, out } = await ann.execute('plan.md', {}, ['n', 'n', 'n'])
    expect(code).toBe(0)
    expect(out).toContain('3 in all, 0 approved, 3 skipped, 0 succeeded')
    expect([ann.has('new.txt'), ann.has('ran.txt')]).toEqual([false, false])
    const again = await ann.execute('plan.md')
    expect([again.code, ann.questions]).toEqual([0, []])
    expect(again.err).toContain('To carry out what was left out: teddy execute plan.md --only 1,2,3')
  })

  it('--yes asks nothing', async () => {
    const ann = someone()
    expect((await ann.execute('plan.md', { yes: true })).code).toBe(0)
    expect([ann.questions, ann.read('a.txt')]).toEqual([[], 'one\nzwei\n'])
  })

  it('one that was left out is carried out when it is named, and asked about again', async () => {
    const ann = someone()
    await ann.execute('plan.md', {}, ['y', 'n', 'y'])
    expect((await ann.execute('plan.md', { only: [2] }, ['y'])).code).toBe(0)
    expect([ann.read('a.txt'), ann.read('ran.txt')]).toEqual(['one\nzwei\n', 'ran\n'])
  })
})

describe('before anybody is asked', () => {
  it('everything is checked, all faults are named, and nothing is left behind', async () => {
    const ann = someone(
      planOf(
        edit('a.txt', 'three', '3'),
        create('plan.md', 'x\n'),
        create('../b.txt', 'x\n'),
        read('gone.md'),
        research,
      ),
    )
    const before = ann.tree()
    const said = await ann.execute('plan.md', {}, ['y', 'y', 'y', 'y', 'y'])
    expect(said.code).toBe(1)
    expect(ann.questions).toEqual([])
    expect(codesIn(said)).toEqual([
      'E_OUTSIDE',
      'E_RESEARCH_UNSET',
      'E_TEDDY_EXISTS',
      'E_TEDDY_FIND_NONE',
      'E_TEDDY_MISSING',
    ])
    expect(said.err).toContain('Nothing was carried out.')
    expect(said.err).toContain('│ three')
    expect(ann.tree()).toEqual(before)
  })

  it.each([
    ['nowhere', 'x'],
    ['twice', 'same'],
  ])('E70: a FIND that is there %s is refused whole', async (_title, find) => {
    const ann = new Executor({
      'a.txt': 'first\nsame\nsame\n',
      'plan.md': planOf(edit('a.txt', 'first', 'changed'), edit('a.txt', find, 'other')),
    })
    const { code } = await ann.execute('plan.md', { yes: true })
    expect([code, ann.read('a.txt')]).toEqual([1, 'first\nsame\nsame\n'])
  })

  it('what is wrong as it is written is named with its line', async () => {
    const said = await someone(three.replace('`EXECUTE`', '`EXCUTE`')).execute('plan.md')
    expect([said.code, codesIn(said)]).toEqual([1, ['E_TEDDY_ACTION_UNKNOWN']])
    expect(said.err).toMatch(/^plan.md:\d+:\d+ {2}error/m)
  })
})

describe('after the answers', () => {
  it('what a skip takes from those below is told, and nothing runs', async () => {
    const ann = someone(planOf(create('new.txt', 'new\n'), edit('new.txt', 'new', 'old'), execute('touch ran')))
    const said = await ann.execute('plan.md', {}, ['n', 'y', 'y'])
    expect([said.code, codesIn(said)]).toEqual([1, ['E_TEDDY_MISSING']])
    expect([ann.has('ran'), ann.has('.steadplan')]).toEqual([false, false])
  })

  it('an edit of a file of which an earlier edit is left out is made as it is then', async () => {
    const ann = someone(planOf(edit('a.txt', 'one', 'eins'), edit('a.txt', 'two', 'zwei')))
    expect((await ann.execute('plan.md', {}, ['n', 'y'])).code).toBe(0)
    expect(ann.read('a.txt')).toBe('one\nzwei\n')
  })

  it('a file that somebody changed in the meantime is not what was shown', async () => {
    const ann = someone()
    const edited = () => {
      ann.write('a.txt', 'one\ntwo\nthree\n')
      return 'y'
    }
    const said = await ann.execute('plan.md', {}, ['y', 'y', edited])
    expect([said.code, codesIn(said)]).toEqual([1, ['E_CHANGED_SINCE_CHECKED']])
    expect([ann.read('a.txt'), ann.has('new.txt')]).toEqual(['one\ntwo\nthree\n', false])
  })

  it('G84: a plan that changed by one byte in the meantime has no yes', async () => {
    const ann = someone()
    const edited = () => {
      ann.write('plan.md', three.replace('zwei', 'drei'))
      return 'y'
    }
    const said = await ann.execute('plan.md', {}, ['y', 'y', edited])
    expect([said.code, codesIn(said)]).toEqual([1, ['E_CHANGED_SINCE_SHOWN']])
    expect([ann.read('a.txt'), ann.has('new.txt')]).toEqual(['one\ntwo\n', false])
  })

  it.each([
    ['one letter', (plan: string) => plan.replace('touch ran', 'touch run')],
    ['a letter that looks the same', (plan: string) => plan.replace('touch ran', 'touch rаn')],
    ['blanks at the end of a line', (plan: string) => plan.replace('touch ran', 'touch ran  ')],
    ['what is to be remembered', (plan: string) => plan.replace('Pathfinder', 'Architect')],
  ])('G84: %s changed after the yes: asked again', async (_title, change) => {
    const plan = planOf(create('b.txt', 'b\n'), execute('test -e go && touch ran'))
    const ann = someone(plan)
    expect((await ann.execute('plan.md', {}, ['y', 'y'])).code).toBe(1)
    ann.write('plan.md', change(plan))
    ann.write('go', '')
    const { code } = await ann.execute('plan.md')
    expect([code, ann.questions.length > 0, ann.has('ran')]).toEqual([1, true, false])
  })
})

const research = '### `RESEARCH`\n- **Description:** Look.\n````text\nanything\n````\n'
