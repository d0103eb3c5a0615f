import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'

/** An agent whose commands are the built ones, each in a process of its own. */
export class BuiltAgent {
  readonly home = realpathSync(temporaryDirectory())
  readonly project = join(this.home, 'shop')
  readonly env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv = {}) {
    const {
      NODE_EXTRA_CA_CERTS: _,
      FORCE_COLOR: __,
      AGENTFLOW_HOME: ___,
      AGENTCTL_AGENT: ____,
      ...inherited
    } = process.env
    const bin = join(this.home, 'bin')
    mkdirSync(this.project)
    mkdirSync(bin)
    writeFileSync(join(this.project, 'steadplan.json'), '{}')
    writeFileSync(join(bin, 'agentctl'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
    const PATH = [bin, resolve(process.execPath, '..'), inherited.PATH].join(delimiter)
    this.env = { ...inherited, HOME: this.home, PATH, AGENTCTL_SESSION_ID: 's1', ...env }
  }

  get plans(): string {
    return join(this.home, '.agentflow', 'plans')
  }

  run(...args: string[]): { code: number | null; out: string; err: string } {
    return this.#ended(process.execPath, [program, ...args])
  }

  script(text: string): { code: number | null; out: string; err: string } {
    return this.#ended('sh', ['-euc', text])
  }

  /** Starts the same command several times at once. */
  atOnce(count: number, ...args: string[]): Promise<{ code: number | null; out: string; err: string }[]> {
    return Promise.all(Array.from({ length: count }, () => this.#started(args)))
  }

  #ended(command: string, args: string[]) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: this.project, env: this.env, encoding: 'utf8' })
    return { code: status, out: stdout, err: stderr }
  }

  async #started(args: string[]) {
    const child = spawn(process.execPath, [program, ...args], { cwd: this.project, env: this.env })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      said.out += String(chunk)
    })
    child.stderr.on('data', (chunk) => {
      said.err += String(chunk)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, ...said }
  }
}

const program = resolve('dist/bin/agentctl.cjs')
