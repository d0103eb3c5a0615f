import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/** The commands as they are installed: the built file, in a process of its own. */
describe('steadplan new, list, show, graph, diff, history', () => {
  test('from an outline to a look at it', () => {
    const run = inProject()
    const made = run(['new', '--from', '-', '--id', 'login'], {
      input: '# Login\n\nWhy.\n\n- Set up\n- Write the form\n',
    })
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(run(['list']).out).toContain('login  draft   0/2    waits for your review  Login')
    expect(run(['show', 'log']).out).toContain('plans/login/  draft  version 1')
    expect(run(['show', 'login', 'set']).out).toContain('tasks/01-set-up.md')
    expect(run(['graph', 'login', '--format', 'mermaid']).out).toMatch(/^flowchart TD\n/)
    expect(run(['diff', 'login']).out).toContain('No difference')
    expect(run(['history', 'login']).out).toContain('version 1 by ann (new), 3 files')
    expect(run([]).out).toContain('1 plan needs you:')
  })

  test('--version behind a command is a version of the plan', () => {
    const run = inProject()
    run(['new', 'T', '--id', 'login'])
    expect(run(['show', 'login', '--version', '1']).out).toContain('version 1 of 1')
    const { code, out } = run(['show', 'login', '--version', '9', '--json'])
    expect({ code, first: JSON.parse(out).diagnostics[0].code }).toEqual({ code: 1, first: 'E_UNKNOWN_VERSION' })
  })

  test.each([
    [['show', 'login', '--version', 'x']],
    [['history', '--limit', '0']],
    [['list', '--status', 'nice']],
    [['graph', '--format', 'png']],
    [['new', '--template', 'other', 'T']],
    [['new']],
    [['new', 'T', '--parallel']],
  ])('%j is a wrong command line', (args) => {
    const { code, out, err } = inProject()(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  })

  test.each(['new', 'list', 'show', 'graph', 'diff', 'history'])('%s --help has examples', (command) => {
    const { code, out } = inProject()([command, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`Examples:\n  steadplan ${command}`)
  })

  test('H90: only our own colours pass, and none with NO_COLOR', () => {
    const root = temporaryDirectory()
    const run = inProject(root)
    const coloured = { env: { FORCE_COLOR: '1' } }
    run(['new', 'T', '--id', 'login'])
    expect(run(['show']).out).not.toContain('\u001b')
    expect(run(['show'], { env: { NO_COLOR: '1' } }).out).not.toContain('\u001b')
    expect(run(['show'], coloured).out).toContain('\u001b[1mT\u001b[0m')
    mkdirSync(join(root, 'plans/evil'))
    writeFileSync(join(root, 'plans/evil/plan.md'), '---\ntitle: "\\e[31;1mT\\e]0;x\\a"\n---\n')
    for (const args of [['show', 'evil'], ['list'], []]) {
      const { out } = run(args, coloured)
      const plain = out.split('\u001b[').map((part, at) => (at === 0 ? part : part.replace(/^[\d;]+m/, '')))
      expect(plain.join('').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      if (args[0] !== undefined) expect(out).toContain('^[[31;1mT^[]0;x^G')
    }
  })
})

interface Options {
  readonly input?: string
  readonly env?: Record<string, string>
}

/** Runs commands in a project. */
function inProject(root = temporaryDirectory()) {
  writeFileSync(join(root, 'steadplan.json'), '{}')
  const { NODE_EXTRA_CA_CERTS: _, FORCE_COLOR: __, AGENT: ___, CLAUDECODE: ____, ...env } = process.env
  return (args: string[], { input = '', env: more }: Options = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dist/bin/steadplan.cjs'), ...args], {
      cwd: root,
      env: { ...env, HOME: root, USER: 'ann', ...more },
      encoding: 'utf8',
      input,
    })
    return { code: status, out: stdout, err: stderr }
  }
}
