import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConfigContext } from '../../../src/faces/cli/steadplan/config/context.ts'
import type { Terminal } from '../../../src/faces/cli/terminal.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { plainTerminal } from './plain-terminal.ts'

/** A sound plan of three steps, by path in its directory. */
export const loginPlan: Readonly<Record<string, string>> = {
  'plan.md': '---\ntitle: Login\n---\n\nUsers can log in.\n',
  'tasks/01-schema.md': '---\nid: schema\nfiles: [src/db.ts]\nverify:\n  - npm test -- db\n---\n\nMake the schema.\n',
  'tasks/02-handlers.md': '---\nid: handlers\ndepends_on: [schema]\nagent: claude-code\n---\n\nWrite the handlers.\n',
  'tasks/03-docs.md': '---\nid: docs\n---\n\nDescribe it.\n',
}

/** Somebody in a project, with a terminal that keeps what was written and answers that were thought of before. */
export class PlanPerson {
  readonly home = fs.realpathSync(temporaryDirectory())
  readonly root = join(this.home, 'shop')
  readonly env: NodeJS.ProcessEnv = { HOME: this.home, USER: 'ann' }
  readonly questions: string[] = []
  answers: string[] = []
  isInteractive = true
  flags = new Map<string, string>()
  out = ''
  err = ''

  constructor(plan: Readonly<Record<string, string>> = loginPlan) {
    fs.mkdirSync(this.root)
    this.write('steadplan.json', '{}')
    this.plan('login', plan)
  }

  plan(name: string, files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) this.write(`plans/${name}/${path}`, text)
  }

  write(path: string, text: string | Uint8Array): void {
    fs.mkdirSync(dirname(join(this.root, path)), { recursive: true })
    fs.writeFileSync(join(this.root, path), text)
  }

  read(path: string): string {
    return fs.readFileSync(join(this.root, path), 'utf8')
  }

  /** The person's own settings, for all projects. */
  configure(settings: object): void {
    const file = join(this.home, '.config/steadplan/config.json')
    fs.mkdirSync(dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify(settings))
  }

  get context(): ConfigContext {
    const { env, home, flags, root: cwd } = this
    const ask = async (question: string) => {
      this.questions.push(question)
      return this.answers.shift() ?? ''
    }
    return { machine: realMachine, cwd, env, home, platform: 'linux', flags, ask }
  }

  get terminal(): Terminal {
    return plainTerminal(this, this.isInteractive)
  }

  /** What the last command wrote for programs. */
  get json(): Record<string, unknown> {
    return JSON.parse(this.out)
  }

  /** Forgets what was written so far. */
  hush(): this {
    this.out = ''
    this.err = ''
    this.questions.length = 0
    return this
  }
}
