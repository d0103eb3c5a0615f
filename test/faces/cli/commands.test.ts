import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { visible } from '../../../src/plan/diagnostics/visible.ts'
import { newOwner, type Owner, ownerBytes } from '../../../src/store/lock/owner.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { planPlace } from '../../../src/store/workspace/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/** The commands as they are installed: the built files, each in a process of its own. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

describe.each(['steadplan', 'agentctl', 'teddy', 'planloop'])('%s', (name) => {
  it.each(['--version', '-V'])('%s says which it is', (flag) => {
    expect(run(name, flag)).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  it('--help tells on stdout what it can do', () => {
    const { code, out, err } = run(name, '--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Usage: ${name}`)
  })

  it('an unknown command is a wrong command line, and stdout stays empty', () => {
    const { code, out, err } = run(name, 'docter')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  })
})

describe('steadplan', () => {
  it('suggests the command that was meant', () => {
    expect(run('steadplan', 'docter').err).toContain('doctor')
  })
})

describe('steadplan doctor', () => {
  it('finds nothing where nothing is, and makes nothing', () => {
    const root = project()
    expect(runIn(root, 'doctor')).toEqual({ code: 0, out: `0 plans in ${root}/.steadplan: nothing wrong\n`, err: '' })
    expect(runIn(root, 'doctor', '--json').out).toContain('"plans": 0')
  })

  it('names a log with a torn end, mends it when told, and then has nothing to say', () => {
    const root = project()
    mkdirSync(place(root).directory, { recursive: true })
    mkdirSync(place(root).owners)
    appendFileSync(place(root).active, '{"torn')
    const found = runIn(root, 'doctor')
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('E_JOURNAL_TORN') })
    expect(found.out).toContain('1 can be mended: steadplan doctor --fix')
    expect(runIn(root, 'doctor', '--fix').out).toContain('1 plan in')
    expect(runIn(root, 'doctor').out).toContain('nothing wrong')
  })

  it('exits with 1 for what needs a person, and says the same to programs', () => {
    const root = project()
    lockedBy(root, { host: 'elsewhere', pid: 12 })
    const { code, out } = runIn(root, 'doctor', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ plans: 1, mendable: 0, diagnostics: [{ code: 'E_LOCK_FOREIGN' }] })
  })

  it('H90: shows nothing of what a lock file says as control characters', () => {
    const root = project()
    lockedBy(root, { host: 'elsewhere', command: '\u001b[2Jgone\u0007' })
    const { out } = runIn(root, 'doctor')
    expect(out).toContain('^[[2Jgone^G')
    expect(out).toBe(visible(out).replaceAll('^J', '\n'))
  })

  it('uses colours only where somebody sees them', () => {
    const root = project()
    lockedBy(root, { host: 'elsewhere' })
    expect(runIn(root, 'doctor').out).not.toContain('\u001b')
    expect(run('steadplan', { cwd: root, env: { FORCE_COLOR: '1' } }, 'doctor').out).toContain('\u001b[31;1m')
  })
})

describe('steadplan doctor --break-lock', () => {
  it('A7: breaks the lock of another machine only when told that this is certain', () => {
    const root = project()
    lockedBy(root, { host: 'elsewhere', pid: 12 })
    expect(runIn(root, 'doctor', '--break-lock', 'login')).toMatchObject({
      code: 1,
      err: expect.stringContaining('pid 12'),
    })
    expect(runIn(root, 'doctor', '--break-lock', 'login', '--yes')).toMatchObject({ code: 0 })
    expect(runIn(root, 'doctor')).toMatchObject({ code: 0 })
  })

  it('does not break the lock of a process that lives here', () => {
    const root = project()
    lockedBy(root, {})
    const { code, err } = runIn(root, 'doctor', '--break-lock', 'login', '--yes')
    expect(code).toBe(3)
    expect(err).toContain(`kill ${process.pid}`)
  })

  it('says so when there is no such plan, with the one that was meant', () => {
    const { code, err } = runIn(project(), 'doctor', '--break-lock', 'logn', '--yes')
    expect(code).toBe(1)
    expect(err).toContain('E_UNKNOWN_PLAN')
  })
})

interface Options {
  readonly cwd?: string
  readonly env?: Record<string, string>
}

function run(name: string, ...args: [Options, ...string[]] | string[]) {
  const [options, words] =
    typeof args[0] === 'object' ? [args[0], args.slice(1) as string[]] : [{} as Options, args as string[]]
  const { NODE_EXTRA_CA_CERTS: _, FORCE_COLOR: __, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(`dist/bin/${name}.cjs`), ...words], {
    cwd: options.cwd ?? temporaryDirectory(),
    env: { ...env, HOME: temporaryDirectory(), ...options.env },
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

function runIn(cwd: string, ...args: string[]) {
  return run('steadplan', { cwd }, ...args)
}

function place(root: string) {
  const plan = { key: 'login', base: join(root, 'plan'), files: ['plan.md'], folders: [], fileCap: 1 }
  return planPlace({ root, state: join(root, '.steadplan') }, plan)
}

/** A directory that is a project; its plan `login` gets a place when something is put there. */
function project(): string {
  const root = temporaryDirectory()
  writeFileSync(join(root, 'steadplan.json'), '{}')
  return root
}

function lockedBy(root: string, owner: Partial<Owner>): void {
  const { directory, lock, owners } = place(root)
  mkdirSync(directory, { recursive: true })
  mkdirSync(owners, { recursive: true })
  writeFileSync(lock, ownerBytes({ ...newOwner(realMachine, 'steadplan run'), ...owner }))
}
