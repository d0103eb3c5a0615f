import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'

/** A project in which `planloop` is the built command, each call in a process of its own. */
export class BuiltLoop {
  readonly home = realpathSync(temporaryDirectory())
  readonly project = join(this.home, 'shop')
  readonly env: NodeJS.ProcessEnv

  constructor(files: Readonly<Record<string, string>> = {}) {
    const {
      NODE_EXTRA_CA_CERTS: _,
      FORCE_COLOR: __,
      PLANLOOP_HOME: ___,
      PLANLOOP_SESSION: ____,
      ...inherited
    } = process.env
    const bin = join(this.home, 'bin')
    mkdirSync(this.project)
    mkdirSync(bin)
    for (const [path, text] of Object.entries({ 'steadplan.json': '{}', ...files })) this.write(path, text)
    writeFileSync(join(bin, 'planloop'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
    const PATH = [bin, resolve(process.execPath, '..'), inherited.PATH].join(delimiter)
    this.env = { ...inherited, HOME: this.home, PATH }
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.project, path)), { recursive: true })
    writeFileSync(join(this.project, path), text)
  }

  run(...args: string[]): { code: number | null; out: string; err: string } {
    return this.#ended(process.execPath, [program, ...args])
  }

  /** What a person would type, as it is. */
  script(text: string): { code: number | null; out: string; err: string } {
    return this.#ended('sh', ['-euc', text])
  }

  /** Starts commands at the same time. */
  atOnce(commands: readonly (readonly string[])[]): Promise<{ code: number | null; out: string; err: string }[]> {
    return Promise.all(commands.map((args) => this.#started(args)))
  }

  #ended(command: string, args: string[]) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: this.project,
      env: this.env,
      encoding: 'utf8',
      input: '',
    })
    return { code: status, out: stdout, err: stderr }
  }

  /** A command that is still running when this answers. */
  begin(...args: readonly string[]) {
    return spawn(process.execPath, [program, ...args], {
      cwd: this.project,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async #started(args: readonly string[]) {
    const child = this.begin(...args)
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

const program = resolve('dist/bin/planloop.cjs')
