import { type Fault, fault, isFault } from '../../../plan/diagnostics/fault.ts'
import { type ProcessResult, runProcess } from '../../../process/run.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import { type ClipboardProgram, clipboardPrograms } from './clipboard-programs.ts'

export interface Clipboard {
  /** Rejects with a `Fault` when there is nothing to be had. */
  paste(cap: number): Promise<string>
  copy(text: string): Promise<void>
}

/** The clipboard of whoever sits at the machine, through the first of the usual programs that works. */
export function systemClipboard({ cwd, env, platform }: Pick<ConfigContext, 'cwd' | 'env' | 'platform'>): Clipboard {
  const programs = clipboardPrograms(platform, env)
  const run = (argv: ClipboardProgram['copy'], more: { input?: Uint8Array; outputCap?: number }) =>
    runProcess({ argv, cwd, env: { pass: screens, set: utf8(platform) }, timeoutMs, ...more })

  return {
    async paste(cap) {
      const { stdout } = await firstThatWorks(programs, ({ paste }) => run(paste, { outputCap: cap }))
      if (stdout.truncated)
        throw fault('E_TOO_LARGE', `more than ${cap} bytes on the clipboard`, { file: '<clipboard>' })
      return stdout.text
    },
    async copy(text) {
      await firstThatWorks(programs, ({ copy, encode }) => run(copy, { input: encode?.(text) ?? Buffer.from(text) }))
    },
  }
}

/** What tells a program which screen the clipboard belongs to. */
const screens = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY']

/** Without it, `pbcopy` takes the text for one of an old encoding when no language is set. */
function utf8(platform: NodeJS.Platform): ReadonlyMap<string, string> {
  return new Map(platform === 'darwin' ? [['LC_CTYPE', 'UTF-8']] : [])
}

const timeoutMs = 10_000

async function firstThatWorks(
  programs: readonly ClipboardProgram[],
  run: (program: ClipboardProgram) => Promise<ProcessResult>,
): Promise<ProcessResult> {
  const said: string[] = []
  for (const program of programs) {
    try {
      const result = await run(program)
      if (result.succeeded) return result
      if (result.exitCode !== notFound) said.push(`${program.name}: ${reasonOf(result)}`)
    } catch (error) {
      if (!isFault(error, 'E_NO_PROGRAM')) throw error
    }
  }
  throw noClipboard(programs, said)
}

/** What `setsid` ends with when there is no such program. */
const notFound = 127

function reasonOf({ timedOut, exitCode, stderr }: ProcessResult): string {
  const line = stderr.text.trim().split('\n', 1)[0]!
  return timedOut ? 'no answer' : line || `ended with ${exitCode}`
}

function noClipboard(programs: readonly ClipboardProgram[], said: readonly string[]): Fault {
  const names = programs.map(({ name }) => name).join(', ')
  if (said.length > 0) return fault('E_NO_CLIPBOARD', `The clipboard cannot be used. ${said.join('; ')}`)
  const hint = `Install one of them, or name a file: \`teddy preprocess plan.md\`. Standard input works as well: \`… | teddy preprocess\`.`
  return fault('E_NO_CLIPBOARD', `No program for the clipboard is installed: ${names}.`, { expected: names, hint })
}
