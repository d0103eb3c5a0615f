import { commandWords } from '../plan/command-words.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import { visible } from '../plan/diagnostics/visible.ts'
import type { EnvironmentRequest } from '../process/environment.ts'
import { runProcess } from '../process/run.ts'

/** That a person is needed, or that a run has ended. */
export interface Notice {
  readonly plan: string
  readonly what: 'needed' | 'ended'
  readonly text: string
}

export interface NoticeOptions {
  /** From trusted configuration; empty: none. */
  readonly command: string
  readonly cwd: string
  readonly env: EnvironmentRequest
}

/**
 * Runs the command that tells a person. It gets the message as its last argument and the whole as JSON on standard input.
 * Answers why it did not work, which is a warning and nothing more: a run does not depend on it.
 */
export async function giveNotice(notice: Notice, { command, cwd, env }: NoticeOptions): Promise<string | undefined> {
  if (command === '') return undefined
  const parsed = commandWords(command)
  if ('why' in parsed) return parsed.why
  // Words of ours stand first: a plan called `--help` is no option to the program.
  const message = visible(`steadplan: ${notice.plan}: ${notice.text}`).slice(0, longestMessage)
  try {
    const result = await runProcess({
      argv: [...parsed.words, message],
      cwd,
      env,
      input: `${JSON.stringify(notice)}\n`,
      timeoutMs: noticeMs,
      outputCap: 4096,
    })
    if (result.succeeded) return undefined
    if (result.timedOut) return `it did not end within ${noticeMs / 1000} s`
    return result.signal === null ? `exit code ${result.exitCode}` : `ended by ${result.signal}`
  } catch (error) {
    if (!isFault(error)) throw error
    return error.message
  }
}

const longestMessage = 500
const noticeMs = 10_000
