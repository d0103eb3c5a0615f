import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConfigContext } from '../../../../../src/faces/cli/steadplan/config/context.ts'
import { addToContext, removeFromContext } from '../../../../../src/faces/cli/teddy/context/change.ts'
import { showContext } from '../../../../../src/faces/cli/teddy/context/show.ts'
import type { ContextOptions } from '../../../../../src/faces/cli/teddy/context.ts'
import type { Inputs } from '../../../../../src/faces/cli/teddy/input.ts'
import { planTurn } from '../../../../../src/faces/cli/teddy/plan/plan.ts'
import type { PlanOptions } from '../../../../../src/faces/cli/teddy/plan.ts'
import { resumeSession } from '../../../../../src/faces/cli/teddy/resume/resume.ts'
import type { ResumeOptions } from '../../../../../src/faces/cli/teddy/resume.ts'
import { startSession } from '../../../../../src/faces/cli/teddy/start/start.ts'
import type { StartOptions } from '../../../../../src/faces/cli/teddy/start.ts'
import { tellStatus } from '../../../../../src/faces/cli/teddy/status/status.ts'
import type { StatusOptions } from '../../../../../src/faces/cli/teddy/status.ts'
import type { Terminal } from '../../../../../src/faces/cli/terminal.ts'
import { realMachine } from '../../../../../src/store/machine/real.ts'
import { type TeddyPlace, teddyPlace } from '../../../../../src/store/teddy/teddy-place.ts'
import { temporaryDirectory } from '../../../../support/temporary-directory.ts'
import { plainTerminal } from '../../plain-terminal.ts'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Somebody with a project, a home, and a program that writes plans. Commands run in this process; faults reject. */
export class User {
  readonly home = realpathSync(temporaryDirectory())
  readonly root = join(this.home, 'shop')
  readonly planner = join(this.home, 'planner')
  env: NodeJS.ProcessEnv = {}
  stdin: string | undefined
  cwd = this.root

  constructor() {
    for (const path of ['shop', 'planner/asked', 'planner/answers'])
      mkdirSync(join(this.home, path), { recursive: true })
    this.file('steadplan.json', '{}')
    writeFileSync(join(this.planner, 'planner.sh'), script, { mode: 0o755 })
  }

  get place(): TeddyPlace {
    return teddyPlace({ root: this.root, state: join(this.root, '.steadplan') })
  }

  get settings(): Readonly<Record<string, string>> {
    return { 'planner.source': 'command', 'planner.command': `${this.planner}/planner.sh` }
  }

  file(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  /** What the program that writes plans will say, one after the other. */
  answers(...texts: readonly string[]): void {
    for (const [at, text] of texts.entries()) writeFileSync(join(this.planner, 'answers', String(at + 1)), text)
  }

  /** What it was asked. */
  get asked(): string[] {
    const folder = join(this.planner, 'asked')
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  }

  start = (name: string | undefined, options: StartOptions = {}) =>
    this.#run((terminal, context, inputs) => startSession(terminal, context, inputs, name, options))
  plan = (options: PlanOptions = {}) =>
    this.#run((terminal, context, inputs) => planTurn(terminal, context, inputs, options))
  resume = (options: ResumeOptions = {}) =>
    this.#run((terminal, context, inputs) => resumeSession(terminal, context, inputs, options))
  status = (options: StatusOptions = {}) => this.#run((terminal, context) => tellStatus(terminal, context, options))
  context = (options: ContextOptions = {}) => this.#run((terminal, context) => showContext(terminal, context, options))
  add = (words: readonly string[], options: ContextOptions = {}) =>
    this.#run((terminal, context) => addToContext(terminal, context, words, options))
  remove = (words: readonly string[], options: ContextOptions = {}) =>
    this.#run((terminal, context) => removeFromContext(terminal, context, words, options))

  async #run(command: (terminal: Terminal, context: ConfigContext, inputs: Inputs) => Promise<number>): Promise<Said> {
    const said = { out: '', err: '' }
    const terminal = plainTerminal(said)
    const { cwd, env, home, stdin } = this
    const context: ConfigContext = {
      machine: realMachine,
      cwd,
      env: { HOME: home, ...env },
      home,
      platform: process.platform,
      flags: new Map(Object.entries(this.settings)),
      ask: async () => '',
    }
    const clipboard = { paste: async () => '', copy: async () => {} }
    const read = async () => Buffer.from(stdin ?? '')
    const inputs: Inputs = { clipboard, isPiped: stdin !== undefined, isSeen: false, read }
    return { code: await command(terminal, context, inputs), ...said }
  }
}

/** Keeps what it is asked and gives its answers one after the other. */
const script = `#!/bin/sh
cd "$(dirname "$0")"
number=$(($(ls asked | wc -l) + 1))
cat > "asked/$number"
cat "answers/$number"
`

/** A plan in the form of teddy, with these actions. */
export function planOf(actions: string, { title = 'Greet', memos = '' } = {}): string {
  const rationale = ['1. Synthesis', '2. Justification', '3. Expected Outcome', '4. State Dashboard']
  return [
    `# ${title}`,
    '- **Status:** Green',
    '- **Plan Type:** Implementation',
    '- **Agent:** Pathfinder',
    '',
    '## Rationale',
    '````text',
    ...rationale.map((name) => `### ${name}\nSome ${name.slice(3).toLowerCase()} of "${title}".`),
    '````',
    '',
    ...(memos === '' ? [] : ['## Memos', '````', memos, '````', '']),
    '## Action Plan',
    '',
    actions,
    '',
  ].join('\n')
}

export const readPlan = planOf('### `READ`\n- **Resource:** [a.md](/a.md)\n- **Description:** See.')
