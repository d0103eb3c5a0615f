import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigContext } from '../../../../src/faces/cli/steadplan/config/context.ts'
import { checkPlan } from '../../../../src/faces/cli/teddy/check/check.ts'
import { type Clipboard, systemClipboard } from '../../../../src/faces/cli/teddy/clipboard.ts'
import type { Inputs } from '../../../../src/faces/cli/teddy/input.ts'
import { preprocess } from '../../../../src/faces/cli/teddy/preprocess/preprocess.ts'
import type { PreprocessOptions } from '../../../../src/faces/cli/teddy/preprocess.ts'
import type { Terminal } from '../../../../src/faces/cli/terminal.ts'
import type { Machine } from '../../../../src/store/machine/port.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'

export interface Said {
  readonly code: number
  readonly out: string
}

/** Somebody with a project and a clipboard, whose commands run in this process. */
export class Person {
  readonly root = realpathSync(temporaryDirectory())
  readonly machine: Machine
  clipboard: string | undefined
  stdin: string | undefined
  isSeen = false

  constructor(machine: Machine = realMachine) {
    this.machine = machine
    writeFileSync(join(this.root, 'steadplan.json'), '{}')
  }

  file(name: string, text: string | Uint8Array, mode = 0o644): string {
    const path = join(this.root, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text, { mode })
    return path
  }

  text(name: string): string {
    return readFileSync(join(this.root, name), 'utf8')
  }

  preprocess(word: string | undefined, options: PreprocessOptions = {}): Promise<Said> {
    return this.#run((terminal, context) => preprocess(terminal, context, this.#inputs(), word, options))
  }

  check(word: string | undefined, json = false): Promise<Said> {
    return this.#run((terminal, context) => checkPlan(terminal, context, this.#inputs(), word, { json }))
  }

  #inputs(): Inputs {
    const clipboard: Clipboard = {
      paste: async () => this.clipboard!,
      copy: async (text) => {
        this.clipboard = text
      },
    }
    const { stdin, isSeen } = this
    return { clipboard, isPiped: stdin !== undefined, isSeen, read: async () => Buffer.from(stdin ?? '') }
  }

  async #run(command: (terminal: Terminal, context: ConfigContext) => Promise<number>): Promise<Said> {
    let out = ''
    const plain = (_style: unknown, text: string) => text
    const terminal: Terminal = {
      out: (text) => {
        out += text
      },
      err: () => {},
      paint: { out: plain, err: plain },
      width: 100,
      isInteractive: false,
    }
    const { machine, root } = this
    const context = {
      machine,
      cwd: root,
      env: {},
      home: root,
      platform: process.platform,
      flags: new Map(),
      ask: async () => '',
    }
    return { code: await command(terminal, context), out }
  }
}

/** A clipboard through programs that stand in a directory of their own. */
export function clipboardWith(programs: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}): Clipboard {
  const bin = realpathSync(temporaryDirectory())
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  return new Proxy(systemClipboard({ cwd: bin, env, platform: 'linux' }), {
    get: (clipboard, method: keyof Clipboard) => async (argument: never) => {
      const before = process.env.PATH
      process.env.PATH = `${bin}:/usr/bin:/bin`
      try {
        return await clipboard[method](argument)
      } finally {
        process.env.PATH = before
      }
    },
  })
}
