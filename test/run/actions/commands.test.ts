import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readKept } from '../../../src/store/kept-bytes.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { isAlive } from '../../process/programs.ts'
import { makeProject } from './make-project.ts'
import { execute, faultOf, short } from './teddy-project.ts'

describe('G80 to G84: commands', () => {
  it.each([
    ['echo $(printf hi)', 'hi\n'],
    ['echo `printf hi`', 'hi\n'],
    ['printf a; printf b && printf c | cat', 'abc'],
    ['printf a\nprintf b', 'ab'],
    ["printf '%s' '-rf'", '-rf'],
    [`${'printf x; '.repeat(60)}true`, 'x'.repeat(60)],
    ['cat', ''],
  ])('G80 %j runs as it is written, as a whole', async (command, printed) => {
    const project = await makeProject([execute(command)])
    const { actions } = await project.run()
    expect(actions[0]).toMatchObject({ status: 'succeeded' })
    expect(actions[0]!.output?.text ?? '').toBe(printed)
  })

  it.each(['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'GIT_SSH_COMMAND'])(
    'G83 %s waits for a yes of its own',
    async (name) => {
      const value = name === 'PATH' ? process.env.PATH : 'x=1'
      const project = await makeProject([
        execute(`printf '%s' "$${name}"`, `- **env:**\n    - \`${name}\`: "${value}"\n`),
      ])
      const { run } = await project.run()
      expect(run.why).toContain(`it waits for a yes of its own: ${name}`)
      if (name !== 'PATH') return
      await project.sayYes(1)
      expect((await project.run()).actions[0]).toMatchObject({ status: 'succeeded', output: { text: value } })
    },
  )

  it('G83 other variables are set, and keys of ours are not passed on', async () => {
    process.env.SECRET_KEY_OF_OURS = 'secret'
    const project = await makeProject([
      execute('printf "%s %s" "$VAR1" "$SECRET_KEY_OF_OURS"', '- **env:**\n    - `VAR1`: "value 1"\n'),
    ])
    expect((await project.run()).actions[0]!.output?.text).toBe('value 1 ')
    delete process.env.SECRET_KEY_OF_OURS
  })

  it.each(['../..', '/etc', 'link'])('G83 cwd %s is refused', async (cwd) => {
    const project = await makeProject([execute('pwd', `- **cwd:** ${cwd}\n`)])
    fs.symlinkSync('/', join(project.root, 'link'))
    expect((await faultOf(project.run())).code).toBe('E_OUTSIDE')
  })

  it('G83 cwd is inside of the project', async () => {
    const project = await makeProject([execute('pwd', '- **cwd:** sub/dir\n')], { 'sub/dir/x': '' })
    expect((await project.run()).actions[0]!.output?.text).toBe(`${project.root}/sub/dir\n`)
  })

  it('G84 when another version is approved in the middle, nothing more of this one is begun', async () => {
    const project = await makeProject([execute('touch one'), execute('touch two')])
    const other = { hash: 'h', plan: 'p', version: 2, by: 'eve', channel: 'agent', seal: 'other', steps: [] } as const
    const ask = async ({ title }: { readonly title: string }) => {
      if (title.includes('two')) await project.say(() => [{ type: 'approval', ...other }])
      return 'yes' as const
    }
    const { actions } = await project.run({ ask })
    expect(actions.map(short)).toEqual(['EXECUTE succeeded', 'EXECUTE waiting'])
    expect(project.has('two')).toBe(false)
  })

  it('G84 approved action by action: each waits for its own yes', async () => {
    const project = await makeProject([execute('touch one'), execute('touch two')])
    const { approval } = project.approved
    await project.say(() => [{ type: 'approval', ...approval, steps: [], each: true }])
    await project.sayYes(1)
    const { run, actions } = await project.run()
    expect(actions.map(short)).toEqual(['EXECUTE succeeded', 'EXECUTE waiting'])
    expect(run.why).toContain('it waits for a yes of its own')
  })

  it('a command that takes too long is ended with all that it started', async () => {
    const project = await makeProject([execute('sleep 60 & echo $! > pid; sleep 60', '- **Timeout:** 300ms\n')])
    const { actions } = await project.run()
    expect(actions[0]).toMatchObject({ status: 'failed', why: expect.stringContaining('was ended after 0.3 s') })
    expect(isAlive(Number(project.read('pid')))).toBe(false)
  })

  it('much output is cut, the cut is told, and all that is kept can be read', async () => {
    const project = await makeProject([execute('i=0; while [ $i -lt 9000 ]; do echo "line $i"; i=$((i+1)); done')])
    const { actions } = await project.run()
    const { output } = actions[0]!
    expect(output!.text).toMatch(/^line 0\n[\s\S]*bytes left out[\s\S]*line 8999\n$/)
    expect(output!.bytes).toBe(Buffer.byteLength(Array.from({ length: 9000 }, (_, n) => `line ${n}\n`).join('')))
    const kept = Buffer.from((await readKept(realMachine, project.place, output!.kept!))!).toString()
    expect(kept.length).toBeGreaterThan(60_000)
    expect(kept).toContain('bytes left out')
  })

  it('output of control characters fits into the log all the same', async () => {
    const project = await makeProject([
      execute("head -c 60000 /dev/zero; head -c 60000 /dev/zero | tr '\\0' '\\1' >&2"),
    ])
    expect((await project.run()).run.status).toBe('completed')
  })
})

describe('Background', () => {
  it('goes on while others are carried out, and ends with the run; what it printed is kept', async () => {
    const project = await makeProject([
      execute('echo $$ > pid; echo up; touch up; sleep 60', '- **Background:** true\n'),
      execute('while ! test -e up; do sleep 0.02; done; kill -0 $(cat pid) && echo alive'),
    ])
    const { run, actions } = await project.run()
    expect(run.status).toBe('completed')
    expect(actions[1]).toMatchObject({ status: 'succeeded', output: { text: 'alive\n' } })
    expect(actions[0]).toMatchObject({
      status: 'succeeded',
      background: 'ended with the run',
      output: { text: 'up\n' },
    })
    expect(isAlive(Number(project.read('pid')))).toBe(false)
  })

  it('that ends by itself is told with its exit code', async () => {
    const project = await makeProject([
      execute('echo broken >&2; exit 3', '- **Background:** true\n'),
      execute('sleep 0.3'),
    ])
    expect((await project.run()).actions[0]).toMatchObject({
      background: 'ended by itself',
      exitCode: 3,
      why: 'it ended with exit code 3 by itself',
      errors: { text: 'broken\n' },
    })
  })

  it('is ended when another one fails', async () => {
    const project = await makeProject([
      execute('echo $$ > pid; touch up; sleep 60', '- **Background:** true\n'),
      execute('while ! test -e up; do sleep 0.02; done; exit 1'),
    ])
    expect((await project.run()).run.status).toBe('failed')
    expect(isAlive(Number(project.read('pid')))).toBe(false)
  })

  it('begins again when the plan is gone on with, because others may need it', async () => {
    const project = await makeProject([
      execute('echo up >> ups; sleep 60', '- **Background:** true\n'),
      execute('echo once >> once'),
      execute('while ! test -e ups; do sleep 0.02; done; test -e fixed'),
    ])
    const first = await project.run()
    expect(first.actions.map(({ status, background }) => [status, background])).toEqual([
      ['succeeded', 'ended with the run'],
      ['succeeded', undefined],
      ['failed', undefined],
    ])
    project.write('fixed', '')
    const second = await project.run()
    expect(second.run.status).toBe('completed')
    expect([project.read('ups'), project.read('once')]).toEqual(['up\nup\n', 'once\n'])
    expect((await project.run()).run.status, 'what is done is done').toBe('completed')
    expect(project.read('ups')).toBe('up\nup\n')
  })
})
