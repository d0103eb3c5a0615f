import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { callerOf } from '../../../../src/faces/cli/caller.ts'
import { openChosen, openProject } from '../../../../src/faces/cli/project.ts'
import type { ConfigContext } from '../../../../src/faces/cli/steadplan/config/context.ts'
import { newPlan } from '../../../../src/faces/cli/steadplan/new/new.ts'
import type { NewOptions } from '../../../../src/faces/cli/steadplan/new.ts'
import type { Terminal } from '../../../../src/faces/cli/terminal.ts'
import { isFault } from '../../../../src/plan/diagnostics/fault.ts'
import { approve, type Comment, reject } from '../../../../src/review/decide.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'

type Command = (terminal: Terminal, context: ConfigContext) => Promise<number>

/** Somebody called ann with a home and a project in it. What commands say is kept, with times as <time>. */
export class Person {
  readonly home = fs.realpathSync(temporaryDirectory())
  readonly root = join(this.home, 'shop')
  readonly env: NodeJS.ProcessEnv = { USER: 'ann', HOME: this.home }
  width = 100
  isColoured = false
  out = ''
  err = ''

  constructor() {
    fs.mkdirSync(this.root)
    this.write('steadplan.json', '{}')
  }

  get context(): ConfigContext {
    const { root: cwd, env, home } = this
    return { machine: realMachine, cwd, env, home, platform: 'linux', flags: new Map(), ask: async () => '' }
  }

  get terminal(): Terminal {
    const paint = (style: string, text: string) => (this.isColoured ? `<${style}>${text}</>` : text)
    const out = (text: string) => {
      this.out += text
    }
    const err = (text: string) => {
      this.err += text
    }
    return { out, err, paint: { out: paint, err: paint }, width: this.width, isInteractive: false }
  }

  /** What a command says, or the code and the words of the fault that it ends with. */
  async says(command: Command): Promise<string> {
    this.out = ''
    this.err = ''
    try {
      await command(this.terminal, this.context)
    } catch (error) {
      if (!isFault(error)) throw error
      return error.message
    }
    return this.out.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
  }

  async json(command: Command) {
    return JSON.parse(await this.says(command))
  }

  /** A new plan of that name; without other options one of three steps. */
  async new(id: string, options: NewOptions = { step: ['Set up', 'Write the form', 'Try it'] }): Promise<void> {
    await newPlan(this.terminal, this.context, 'Add a login page', { ...options, id })
  }

  async approve(word: string): Promise<void> {
    const { context, opened } = await this.#opened(word)
    await approve(context, opened, 'auto')
  }

  async reject(word: string, feedback: string, comments: Comment[] = []): Promise<void> {
    const { context, opened } = await this.#opened(word)
    await reject(context, opened, feedback, comments)
  }

  async #opened(word: string) {
    const project = await openProject(this.context, 'test')
    const { machine, userDirs, lock } = project
    const context = { machine, userDirs, lock, caller: callerOf(this.env, this.terminal) }
    return { context, opened: await openChosen(project, word) }
  }

  write(path: string, text: string): void {
    fs.mkdirSync(dirname(join(this.root, path)), { recursive: true })
    fs.writeFileSync(join(this.root, path), text)
  }

  read(path: string): string {
    return fs.readFileSync(join(this.root, path), 'utf8')
  }

  edit(path: string, from: string, to: string): void {
    const text = this.read(path)
    if (!text.includes(from)) throw new Error(`${path} does not hold "${from}"`)
    this.write(path, text.replace(from, to))
  }

  /** A plan written by hand: each task as the lines of its front matter, then its text. */
  plan(name: string, title: string, tasks: Record<string, string>): void {
    this.write(`plans/${name}/plan.md`, `---\ntitle: ${title}\n---\n\nWhy.\n`)
    for (const [file, text] of Object.entries(tasks)) this.write(`plans/${name}/tasks/${file}.md`, text)
  }

  /** Whether any character that steers a terminal came out. */
  get isSafe(): boolean {
    return !/[\p{Cc}\p{Cf}]/u.test((this.out + this.err).replaceAll('\n', ''))
  }
}

export function task(id: string, ...fields: string[]): string {
  return `---\nid: ${id}\n${fields.map((field) => `${field}\n`).join('')}---\n\nDo ${id}.\n`
}
