import { fault } from '../../plan/diagnostics/fault.ts'
import { runProcess } from '../../process/run.ts'
import { fitEnd } from '../fit.ts'

export interface GitAnswer {
  /** Null when it was ended by a signal or took too long. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface GitOptions {
  readonly input?: string
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[]
}

/** What git answers, whatever it is. Throws a `Fault` only when git cannot be started. */
export async function askGit(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const { input, settings = [] } = options
  const { exitCode, stdout, stderr } = await runProcess({
    argv: ['git', ...[...ourSettings, ...settings].flatMap((one) => ['-c', one]), '--no-pager', ...args],
    cwd,
    env,
    timeoutMs: 10 * 60_000,
    outputCap: 8 * 1024 * 1024,
    ...(input === undefined ? {} : { input }),
  })
  return { exitCode, stdout: stdout.text, stderr: stderr.text }
}

/** The same for a question that has to be answered: what it prints, or a fault with what it complained about. */
export async function gitSays(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const answer = await askGit(cwd, args, options)
  if (answer.exitCode === 0) return answer.stdout
  throw fault('E_WORKTREE', `git ${args[0]} did not succeed: ${complaint(answer)}`, { file: cwd })
}

/** For answers of one line. A path can end in blanks, so only the end of the line is taken off. */
export async function gitLine(cwd: string, args: readonly string[]): Promise<string> {
  return withoutLineEnd(await gitSays(cwd, args))
}

export function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}

export function complaint({ stderr, stdout, exitCode }: GitAnswer): string {
  const said = stderr.trim() || stdout.trim()
  if (said !== '') return fitEnd(said, 2000)
  return exitCode === null ? 'it was ended before it was through' : `exit code ${exitCode}`
}

/** What a person or a repository may have set and what would run programs, ask, or do more than it was told. */
const ourSettings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'merge.autoStash=false',
  'merge.verifySignatures=false',
  'submodule.recurse=false',
  'core.safecrlf=false',
  'i18n.commitEncoding=UTF-8',
]

const env = {
  set: new Map([
    // Nobody is there to answer.
    ['GIT_TERMINAL_PROMPT', '0'],
    // Looking at the person's checkout writes nothing into it.
    ['GIT_OPTIONAL_LOCKS', '0'],
  ]),
}
