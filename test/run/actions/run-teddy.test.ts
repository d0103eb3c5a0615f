import { describe, expect, it } from 'vitest'
import { statusesOf } from '../run-kit.ts'
import { makeProject } from './make-project.ts'
import {
  chat,
  conclude,
  create,
  edit,
  execute,
  faultOf,
  invoke,
  prune,
  read,
  research,
  short,
} from './teddy-project.ts'

describe('every action', () => {
  it('does what it says, in the order of the plan', async () => {
    const said: string[] = []
    const project = await makeProject(
      [
        create('docs/new.md', '# New\n'),
        edit('a.txt', ['one', 'two'], ['two', 'three']),
        read('a.txt'),
        read('docs'),
        execute('cat a.txt; echo oops >&2'),
        chat('Is that right?'),
        prune,
        invoke,
        conclude,
      ],
      { 'a.txt': 'one\nlast\n' },
    )
    const ask = async (message: string) => {
      said.push(message)
      return 'yes, go on'
    }
    const { run, actions } = await project.run({ acting: { chat: ask } })
    expect(run).toMatchObject({ status: 'completed' })
    expect(actions.map(short)).toEqual([
      'CREATE succeeded',
      'EDIT succeeded',
      'READ succeeded',
      'READ succeeded',
      'EXECUTE succeeded',
      'CHAT_WITH_USER succeeded',
      'PRUNE succeeded',
      'INVOKE succeeded',
      'CONCLUDE succeeded',
    ])
    expect(project.read('docs/new.md')).toBe('# New\n')
    expect(project.read('a.txt')).toBe('three\nlast\n')
    expect(actions[0]).toMatchObject({ files: ['docs/new.md'], title: 'CREATE docs/new.md', position: 1 })
    expect(actions[2]!.output).toEqual({ text: 'three\nlast\n', bytes: 11 })
    expect(actions[3]!.output).toEqual({ text: 'new.md\n', bytes: 7 })
    expect(actions[4]).toMatchObject({ exitCode: 0, output: { text: 'three\nlast\n' }, errors: { text: 'oops\n' } })
    expect(said).toEqual([expect.stringContaining('Is that right?')])
    expect(actions[5]!.output?.text).toBe('yes, go on')
    expect(actions.every(({ startedAt, durationMs }) => Date.parse(startedAt!) > 0 && durationMs! >= 0)).toBe(true)
  })

  it('runs once: a plan that is done is not done again', async () => {
    const project = await makeProject([execute('echo x >> count.txt'), create('a.txt', 'a\n')])
    for (let times = 0; times < 3; times++) expect((await project.run()).run.status).toBe('completed')
    expect(project.read('count.txt')).toBe('x\n')
  })

  it('streams what a command prints, while it runs', async () => {
    const project = await makeProject([execute('echo one; echo two >&2')])
    await project.run()
    const printed = project.events.flatMap((event) => (event.type === 'output' ? [[event.stream, event.text]] : []))
    expect(printed).toEqual(
      expect.arrayContaining([
        ['stdout', 'one\n'],
        ['stderr', 'two\n'],
      ]),
    )
    const types = project.events.map(({ type }) => type)
    expect([types[0], types.at(-1)]).toEqual(['begun', 'ended'])
  })
})

describe('the first failure', () => {
  it('stops the run; the rest is passed over, and the next run goes on from there', async () => {
    const project = await makeProject([
      execute('echo 1 >> ran.txt'),
      execute('echo 2 >> ran.txt; test -e fixed'),
      execute('echo 3 >> ran.txt'),
    ])
    const first = await project.run()
    expect(first.run).toMatchObject({ status: 'failed', why: 'a step failed' })
    expect(first.actions.map(({ status, why }) => [status, why])).toEqual([
      ['succeeded', undefined],
      ['failed', '`echo 2 >> ran.txt; test -e fixed` ended with exit code 1'],
      ['skipped', 'passed over, because action 2 failed'],
    ])
    project.write('fixed', '')
    expect((await project.run()).actions.map(short)).toEqual(Array(3).fill('EXECUTE succeeded'))
    expect(project.read('ran.txt')).toBe('1\n2\n2\n3\n')
  })

  it('Allow Failure: goes on, with the failure on record', async () => {
    const project = await makeProject([
      execute('echo bad; exit 7', '- **Allow Failure:** true\n'),
      create('a.txt', 'a\n'),
    ])
    const { run, actions } = await project.run()
    expect(run.status).toBe('completed')
    expect(actions[0]).toMatchObject({ status: 'failed', allowed: true, exitCode: 7, output: { text: 'bad\n' } })
    expect(actions[1]).toMatchObject({ status: 'succeeded' })
    expect(Object.values(statusesOf(await project.state()))).toEqual(['complete', 'complete'])
  })

  it('nothing at all is carried out when anything is wrong, and all of it is told', async () => {
    const project = await makeProject(
      [
        execute('touch ran'),
        edit('a.txt', ['not there', 'x']),
        create('b.txt', 'there already\n'),
        create('../outside.txt', 'x\n'),
        research('anything'),
      ],
      { 'a.txt': 'a\n', 'b.txt': 'b\n' },
    )
    const before = project.tree()
    const { diagnostics } = await faultOf(project.run())
    expect(diagnostics.map(({ code }) => code).sort()).toEqual([
      'E_OUTSIDE',
      'E_RESEARCH_UNSET',
      'E_TEDDY_EXISTS',
      'E_TEDDY_FIND_NONE',
    ])
    for (const one of diagnostics)
      expect(one).toMatchObject({ file: 'plan.md', range: { start: { line: expect.any(Number) } } })
    expect(diagnostics.find(({ code }) => code === 'E_RESEARCH_UNSET')!.message).toMatch(
      /research\.url.*research\.command/,
    )
    expect(project.tree()).toEqual(before)
    expect((await project.state()).status).toBe('approved')
  })
})

describe('E70: an EDIT that is not exact', () => {
  it.each([
    ['matches nowhere', 'x', 'E_TEDDY_FIND_NONE'],
    ['matches twice', 'same', 'E_TEDDY_FIND_MANY'],
  ])('%s: refused whole, nothing half applied', async (_title, find, code) => {
    const project = await makeProject([edit('a.txt', ['first', 'changed'], [find, 'other'])], {
      'a.txt': 'first\nsame\nsame\n',
    })
    expect((await faultOf(project.run())).code).toBe(code)
    expect(project.read('a.txt')).toBe('first\nsame\nsame\n')
  })

  it('whose file was changed since it was checked fails, and the change of the other stays', async () => {
    const project = await makeProject([execute('echo other > a.txt'), edit('a.txt', ['first', 'second'])], {
      'a.txt': 'first\n',
    })
    const { actions } = await project.run()
    expect(actions[1]).toMatchObject({ status: 'failed', why: expect.stringContaining('E_CHANGED_SINCE_CHECKED') })
    expect(project.read('a.txt')).toBe('other\n')
    expect((await project.records()).some(({ type }) => type === 'file.changing')).toBe(false)
  })

  it('literally, `$&` and all, and in the line ends of the file', async () => {
    const project = await makeProject([edit('a.txt', ['b', '$& $1 $`'])], { 'a.txt': 'a\r\nb\r\n' })
    await project.run()
    expect(project.read('a.txt')).toBe('a\r\n$& $1 $`\r\n')
  })
})

describe('only some of the actions', () => {
  it('are carried out; the others are left out with the reason, and can be run later', async () => {
    const project = await makeProject([execute('echo 1 >> ran'), execute('echo 2 >> ran'), execute('echo 3 >> ran')])
    const { run, actions } = await project.run({ only: [2] })
    expect(run).toMatchObject({ status: 'stalled', why: 'the rest of its steps was left out' })
    expect(actions.map(({ status, why }) => [status, why])).toEqual([
      ['skipped', 'left out of this run'],
      ['succeeded', undefined],
      ['skipped', 'left out of this run'],
    ])
    const rest = await project.run()
    expect(rest.actions.map(short)).toEqual(Array(3).fill('EXECUTE succeeded'))
    expect(rest.run.status).toBe('completed')
    expect(project.read('ran')).toBe('2\n1\n3\n')
  })

  it('are checked, and what is left out is not', async () => {
    const project = await makeProject([create('a.txt', 'a\n'), edit('gone.txt', ['a', 'b'])])
    expect((await faultOf(project.run())).code).toBe('E_TEDDY_MISSING')
    expect((await project.run({ only: [1] })).actions[0]).toMatchObject({ status: 'succeeded' })
    expect((await faultOf(project.run({ only: [3] }))).code).toBe('E_UNKNOWN_STEP')
  })
})

describe('a person is asked before each action', () => {
  it('no: it is skipped with the reason, the others go on; by name it can be done later', async () => {
    const project = await makeProject([execute('echo 1 >> ran'), execute('echo 2 >> ran'), execute('echo 3 >> ran')])
    const asked: string[] = []
    const ask = async ({ title }: { readonly title: string }) => {
      asked.push(title)
      return title.includes('2') ? ('no' as const) : ('yes' as const)
    }
    const { run, actions } = await project.run({ ask })
    expect(asked).toHaveLength(3)
    expect(actions.map(short)).toEqual(['EXECUTE succeeded', 'EXECUTE skipped', 'EXECUTE succeeded'])
    expect(actions[1]!.why).toBe('test said no')
    expect(run.status).toBe('completed')
    expect(project.read('ran')).toBe('1\n3\n')
    expect((await project.run({ only: [2] })).run.status).toBe('completed')
    expect(project.read('ran')).toBe('1\n3\n2\n')
  })

  it('stop: nothing more is begun, and nothing is interrupted', async () => {
    const project = await makeProject([execute('echo 1 >> ran'), execute('echo 2 >> ran')])
    const answers = ['yes', 'stop'] as const
    let at = 0
    const { run, actions } = await project.run({ ask: async () => answers[at++]! })
    expect(run).toMatchObject({ status: 'stalled', why: 'it was stopped' })
    expect(actions.map(short)).toEqual(['EXECUTE succeeded', 'EXECUTE waiting'])
    expect((await project.run()).run.status).toBe('completed')
  })

  it('cancelled while it is asked: the same', async () => {
    const project = await makeProject([execute('echo 1 >> ran')])
    const cancel = new AbortController()
    const ask = () => {
      setTimeout(() => cancel.abort('it was cancelled'), 20)
      return new Promise<'yes'>(() => {})
    }
    const { actions } = await project.run({ ask, cancel: cancel.signal })
    expect(actions.map(short)).toEqual(['EXECUTE waiting'])
    expect(project.has('ran')).toBe(false)
  })
})
