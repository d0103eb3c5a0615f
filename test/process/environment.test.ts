import { describe, expect, it } from 'vitest'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { childEnvironment, type EnvironmentRequest, environmentFaults } from '../../src/process/environment.ts'
import { run } from './programs.ts'

const usual = { PATH: '/bin', HOME: '/home/me', LANG: 'C.UTF-8', LC_ALL: 'C', XDG_RUNTIME_DIR: '/run/me' }
const parent = {
  ...usual,
  OPENAI_API_KEY: 'secret',
  LD_PRELOAD: '/evil.so',
  'BASH_FUNC_ls%%': '() { id; }',
}

function built(request: EnvironmentRequest, platform: NodeJS.Platform = 'linux', from: NodeJS.ProcessEnv = parent) {
  return { ...childEnvironment(request, from, platform) }
}

function refused(...names: string[]): string[] {
  const faults = environmentFaults({ fromPlan: new Map(names.map((name) => [name, 'x'])) })
  for (const one of faults) expect(one.code).toBe('E_ENVIRONMENT')
  return faults.map((one) => one.message)
}

describe('the environment of a program', () => {
  it('holds the usual variables of the parent and no secrets', () => {
    expect(built({})).toEqual(usual)
  })

  it('holds what is passed by name', () => {
    expect(built({ pass: ['OPENAI_API_KEY', 'NOT_THERE'] })).toEqual({ ...usual, OPENAI_API_KEY: 'secret' })
    expect(built({ pass: ['openai_api_key', 'OPENAI_*'] })).not.toHaveProperty('OPENAI_API_KEY')
  })

  it('lets trusted configuration win over the plan, and both over the parent', () => {
    const set = new Map([['A', 'configuration']])
    const fromPlan = new Map([
      ['A', 'plan'],
      ['LANG', 'plan'],
    ])
    expect(built({ set, fromPlan })).toMatchObject({ A: 'configuration', LANG: 'plan', PATH: '/bin' })
  })

  it('takes __proto__ for a name like any other', () => {
    const environment = childEnvironment({ fromPlan: new Map([['__proto__', 'x']]) }, parent, 'linux')
    expect(Object.keys(environment)).toContain('__proto__')
    expect(Object.getPrototypeOf(environment)).toBeNull()
  })

  it('does not tell names on Windows apart by case', () => {
    const from = { Path: 'C:\\', SYSTEMROOT: 'C:\\Windows', Secret: 'x', token: 'y' }
    expect(built({ pass: ['TOKEN'] }, 'win32', from)).toEqual({ Path: 'C:\\', SYSTEMROOT: 'C:\\Windows', token: 'y' })
    expect(built({ set: new Map([['PATH', 'D:\\']]) }, 'win32', { Path: 'C:\\' })).toEqual({ PATH: 'D:\\' })
  })
})

describe('G83 a variable set by a plan', () => {
  it.each(
    `PATH Path LD_PRELOAD ld_preload LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES NODE_OPTIONS NODE_PATH PYTHONPATH
    PYTHONSTARTUP PERL5OPT PERL5LIB RUBYOPT RUBYLIB BASH_ENV ENV IFS PS4 PROMPT_COMMAND SHELLOPTS BASH_FUNC_ls%% GIT_SSH
    GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_ASKPASS GIT_PROXY_COMMAND GIT_CONFIG_COUNT GIT_CONFIG_GLOBAL
    GIT_EXEC_PATH EDITOR VISUAL PAGER BROWSER JAVA_TOOL_OPTIONS _JAVA_OPTIONS npm_config_registry NPM_CONFIG_PREFIX HOME
    HTTPS_PROXY https_proxy ANTHROPIC_BASE_URL NODE_EXTRA_CA_CERTS RUSTC_WRAPPER GOFLAGS CC PIP_INDEX_URL MAKEFLAGS`.split(
      /\s+/,
    ),
  )('is refused: %s', (name) => {
    expect(refused(name)).toHaveLength(1)
  })

  it.each('CI NODE_ENV DEBUG PORT DATABASE_NAME GOAL PATHS MY_PATH PYTHONUNBUFFERED GIT_AUTHOR_NAME LANG _'.split(' '))(
    'is allowed: %s',
    (name) => {
      expect(refused(name)).toEqual([])
    },
  )

  it('is refused together with all the others', () => {
    expect(refused('PATH', 'FINE', 'LD_PRELOAD', 'a=b', 'not plain')).toEqual([
      'The name "a=b" holds `=` or a NUL.',
      'The plan sets "PATH", which can change what is run or whom it talks to.',
      'The plan sets "LD_PRELOAD", which can change what is run or whom it talks to.',
      'The plan sets "not plain", which is not a plain name of letters, digits and `_`.',
    ])
  })

  it('is let through when approved by exactly its name', () => {
    const fromPlan = new Map([['NODE_OPTIONS', '--no-warnings']])
    expect(environmentFaults({ fromPlan, approved: ['NODE_OPTIONS'] })).toEqual([])
    expect(environmentFaults({ fromPlan, approved: ['node_options', 'NODE_*', 'NODE_OPTIONS '] })).toHaveLength(1)
  })

  it.each([
    ['', 'x'],
    ['a=b', 'x'],
    ['=C:', 'x'],
    ['a\0b', 'x'],
    ['a', 'x\0LD_PRELOAD=y'],
  ])('is refused even when approved or trusted, for no environment can hold it: %j = %j', (name, value) => {
    const variables = new Map([[name, value]])
    expect(environmentFaults({ fromPlan: variables, approved: [name] })).toHaveLength(1)
    expect(environmentFaults({ set: variables })).toHaveLength(1)
  })

  it('keeps the program from starting', async () => {
    const fromPlan = new Map([
      ['PATH', '/evil'],
      ['LD_PRELOAD', '/evil.so'],
    ])
    const error = await run(['', 'x\0'], { env: { fromPlan } }).catch((thrown: unknown) => thrown)
    if (!isFault(error)) throw error
    expect(error.diagnostics.map((one) => one.code)).toEqual([
      'E_BAD_COMMAND',
      'E_BAD_COMMAND',
      'E_ENVIRONMENT',
      'E_ENVIRONMENT',
    ])
  })
})
