import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConfigContext } from '../../../../../src/faces/cli/steadplan/config/context.ts'
import { executePlan } from '../../../../../src/faces/cli/teddy/execute/execute.ts'
import type { ExecuteOptions } from '../../../../../src/faces/cli/teddy/execute.ts'
import type { Inputs } from '../../../../../src/faces/cli/teddy/input.ts'
import type { Terminal } from '../../../../../src/faces/cli/terminal.ts'
import type { Machine } from '../../../../../src/store/machine/port.ts'
import { realMachine } from '../../../../../src/store/machine/real.ts'
import { readPlanState, readRecords } from '../../../../../src/store/plan-log.ts'
import { placeOf } from '../../../../../src/store/plans/found-plan.ts'
import { teddyPlan } from '../../../../../src/store/plans/teddy-plan.ts'
import { type TeddyPlace, teddyPlace } from '../../../../../src/store/teddy/teddy-place.ts'
import { temporaryDirectory } from '../../../../support/temporary-directory.ts'
import { plainTerminal } from '../../plain-terminal.ts'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** An answer can depend on all that was shown so far, and do something while it is thought of. */
type Answer = string | ((shown: string) => string)

/** Somebody who has plans carried out. Commands run in this process; answers were thought of before. */
export class Executor {
  readonly home = fs.realpathSync(temporaryDirectory())
  readonly root = join(this.home, 'shop')
  env: NodeJS.ProcessEnv = { USER: 'ann' }
  isInteractive = true
  machine: Machine = realMachine
  stdin: string | undefined
  clipboard: string | undefined
  cwd = this.root
  answers: Answer[] = []
  #shown = () => ''
  questions: string[] = []
  flags = new Map<string, string>()

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.write('steadplan.json', '{}')
    for (const [path, text] of Object.entries(files)) this.write(path, text)
  }

  get place(): TeddyPlace {
    return teddyPlace({ root: this.root, state: join(this.root, '.steadplan') })
  }

  write(path: string, text: string): void {
    fs.mkdirSync(dirname(join(this.root, path)), { recursive: true })
    fs.writeFileSync(join(this.root, path), text)
  }

  read(path: string): string {
    return fs.readFileSync(join(this.root, path), 'utf8')
  }

  has(path: string): boolean {
    return fs.existsSync(join(this.root, path))
  }

  /** The person's own settings. */
  configure(settings: object): void {
    const file = join(this.home, '.config/steadplan/config.json')
    fs.mkdirSync(dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify(settings))
  }

  /** Every path with its content. */
  tree(): Record<string, string> {
    const paths = fs.readdirSync(this.root, { recursive: true, withFileTypes: true })
    return Object.fromEntries(
      paths.map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(this.root.length + 1), entry.isFile() ? fs.readFileSync(path, 'utf8') : '/']
      }),
    )
  }

  log(path: string) {
    const place = placeOf(teddyPlan(this.place.workspace, path, 1 << 20))
    return { records: () => readRecords(realMachine, place), state: () => readPlanState(realMachine, place) }
  }

  async execute(
    word: string | undefined,
    options: ExecuteOptions = {},
    answers: readonly Answer[] = [],
  ): Promise<Said> {
    this.answers = [...answers]
    this.questions = []
    const said = { out: '', err: '' }
    this.#shown = () => said.err
    const terminal = plainTerminal(said, this.isInteractive)
    const code = await executePlan(terminal, this.context, this.inputs, word, options)
    return { code, ...said }
  }

  get context(): ConfigContext {
    const { env, home, flags, cwd, machine } = this
    const ask = async (question: string) => {
      this.questions.push(question)
      const answer = this.answers.shift() ?? ''
      return typeof answer === 'string' ? answer : answer(this.#shown())
    }
    return { machine, cwd, env: { HOME: home, TERM: 'dumb', ...env }, home, platform: 'linux', flags, ask }
  }

  get inputs(): Inputs {
    const { stdin } = this
    const paste = async () => this.clipboard ?? ''
    const copy = async (text: string) => {
      this.clipboard = text
    }
    const read = async () => Buffer.from(stdin ?? '')
    return { clipboard: { paste, copy }, isPiped: stdin !== undefined, isSeen: this.isInteractive, read }
  }
}

/** A terminal that nobody looks at. */
export const quiet: Terminal = plainTerminal({ out: '', err: '' })

/** The lines of an answer for programs. */
export function jsonLines({ out }: Said): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export function codesIn({ out, err }: Said): string[] {
  return [...new Set((out + err).match(/\b(?:E_[A-Z_]+|CONFLICT)\b/g) ?? [])].sort()
}

export function chat(message: string): string {
  return `### \`CHAT_WITH_USER\`\n${message}\n`
}
