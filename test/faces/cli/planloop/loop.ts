import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { alert } from '../../../../src/faces/cli/planloop/alert.ts'
import { describe } from '../../../../src/faces/cli/planloop/describe.ts'
import type {
  AlertOptions,
  LoopOptions,
  StartOptions,
  StatusOptions,
  UpdateOptions,
} from '../../../../src/faces/cli/planloop/loop.ts'
import { plan } from '../../../../src/faces/cli/planloop/plan.ts'
import { carriedOut } from '../../../../src/faces/cli/planloop/run.ts'
import { listSessions } from '../../../../src/faces/cli/planloop/sessions/list.ts'
import { useSession } from '../../../../src/faces/cli/planloop/sessions/use.ts'
import { start } from '../../../../src/faces/cli/planloop/start/start.ts'
import { status } from '../../../../src/faces/cli/planloop/status/status.ts'
import { suggest } from '../../../../src/faces/cli/planloop/suggest.ts'
import { sync } from '../../../../src/faces/cli/planloop/sync.ts'
import { update } from '../../../../src/faces/cli/planloop/update/update.ts'
import type { ConfigContext } from '../../../../src/faces/cli/steadplan/config/context.ts'
import type { Terminal } from '../../../../src/faces/cli/terminal.ts'
import type { Machine } from '../../../../src/store/machine/port.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'
import { plainTerminal } from '../plain-terminal.ts'

/** What a command printed and the number it ended with. */
export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

export type Json = ReturnType<typeof JSON.parse>

/** A project with an agent in it, whose commands run in this process. Answers are JSON unless `text` is asked for. */
export class Loop {
  readonly home = realpathSync(temporaryDirectory())
  readonly project = join(this.home, 'shop')
  readonly env: NodeJS.ProcessEnv = { HOME: this.home }
  machine: Machine = realMachine
  input = ''
  isInteractive = false
  readonly flags = new Map<string, string>()

  constructor(
    files: Readonly<Record<string, string>> = { 'spec.md': '# Spec\n', 'src/models/user.py': 'class User: pass\n' },
  ) {
    mkdirSync(this.project)
    this.write({ 'steadplan.json': '{}', ...files })
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.project, path)), { recursive: true })
      writeFileSync(join(this.project, path), text)
    }
  }

  start = (goal: string, options: Partial<StartOptions> = {}) =>
    this.run({ json: true, planner: true, goal, ...options }, start)
  status = (options: StatusOptions = {}) => this.run({ json: true, ...options }, status)
  alert = (options: Partial<AlertOptions>) =>
    this.run({ json: true, id: 'test_failure', level: 'blocker', ...options }, alert)
  sync = (options: LoopOptions = {}) => this.run({ json: true, ...options }, sync)
  plan = (options: LoopOptions = {}) => this.run({ json: true, ...options }, plan)
  suggest = (options: LoopOptions = {}) => this.run({ json: true, ...options }, suggest)
  sessions = (options: { all?: boolean } & LoopOptions = {}) => this.run({ json: true, ...options }, listSessions)
  use = (id: string) =>
    this.run({ json: true }, (terminal, context, options) => useSession(terminal, context, id, options))
  describe = (name?: string, options: LoopOptions = { json: true }) =>
    this.run(options, (terminal) => describe(terminal, name, options))

  update = (payload: unknown, options: UpdateOptions = {}) =>
    this.run({ json: true, ...options }, (terminal, context, all) => {
      const text = typeof payload === 'string' ? payload : payload === undefined ? undefined : JSON.stringify(payload)
      const input = { isPiped: this.input !== '', read: async () => Buffer.from(this.input) }
      return update(terminal, context, text, all, input)
    })

  /** A session whose instructions are in place. */
  async begin(goal = 'Implement user authentication'): Promise<string> {
    const { session_id } = JSON.parse((await this.start(goal)).out) as Json
    await this.sync()
    return session_id
  }

  /** The same, with these tasks in place of the first one. */
  async beginWith(add_tasks: readonly object[]): Promise<string> {
    const id = await this.begin()
    const said = await this.update({ add_tasks, update_tasks: [{ id: 1, status: 'DONE' }] })
    if (said.code !== 0) throw new Error(said.out)
    return id
  }

  async run<Options extends LoopOptions>(
    options: Options,
    action: (terminal: Terminal, context: ConfigContext, options: Options) => Promise<number>,
  ): Promise<Said> {
    const said = { out: '', err: '' }
    const terminal = plainTerminal(said, this.isInteractive)
    const { machine, env, home, flags, project: cwd } = this
    const context = { machine, env, home, cwd, platform: process.platform, flags, ask: async () => '' }
    return { code: await carriedOut(terminal, context, options, (t, c) => action(t, c, options)), ...said }
  }
}

export function json({ out }: Said): Json {
  return JSON.parse(out)
}

/** A task that passes every gate. */
export function task(title: string, more: object = {}): object {
  return {
    title,
    type: 'feature',
    context_hints: ['Read the section "Users" in `spec.md`.'],
    relevant_file_paths: ['spec.md'],
    ...more,
  }
}
