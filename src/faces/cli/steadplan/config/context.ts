import { homedir } from 'node:os'
import { createInterface } from 'node:readline'
import type { ConfigPlaces } from '../../../../store/config/files.ts'
import { type Config, loadConfig } from '../../../../store/config/load.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { realMachine } from '../../../../store/machine/real.ts'
import { userDirectories } from '../../../../store/workspace/user-directories.ts'
import { findWorkspace } from '../../../../store/workspace.ts'

/** Where a command of `steadplan config` is called. */
export interface ConfigContext {
  readonly machine: Machine
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly platform: NodeJS.Platform
  /** `--set key=value`, by key. */
  readonly flags: ReadonlyMap<string, string>
  /** Puts a question to the person at the terminal, until it is answered or the signal says stop. No answer is an empty one. */
  readonly ask: (question: string, signal?: AbortSignal) => Promise<string>
}

export function processContext(flags: ReadonlyMap<string, string> = new Map()): ConfigContext {
  const { env, platform } = process
  return { machine: realMachine, cwd: process.cwd(), env, home: homedir(), platform, flags, ask }
}

export async function configPlaces({ machine, cwd, env, home, platform }: ConfigContext): Promise<ConfigPlaces> {
  return { workspace: await findWorkspace(machine, cwd, env), userDirs: userDirectories(env, home, platform) }
}

export async function loadFrom(context: ConfigContext): Promise<Config & { readonly places: ConfigPlaces }> {
  const places = await configPlaces(context)
  const { machine, env, flags } = context
  return { ...(await loadConfig(machine, { ...places, env, flags })), places }
}

function ask(question: string, signal?: AbortSignal): Promise<string> {
  // Whoever closed the input has answered everything.
  if (process.stdin.readableEnded || signal?.aborted) return Promise.resolve('')
  // Not as a terminal of its own: Ctrl-C stays a signal.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const close = (): void => lines.close()
  signal?.addEventListener('abort', close)
  return new Promise((resolve) => {
    lines.once('close', () => {
      signal?.removeEventListener('abort', close)
      resolve('')
    })
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })
}
