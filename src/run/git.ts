import { runProcess } from '../process/run.ts'

/** What git says in a directory; undefined when there is no git, no repository, or it does not answer. */
export async function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { succeeded, stdout } = await runProcess({
      argv: ['git', ...quietly, ...args],
      cwd,
      timeoutMs: 30_000,
      outputCap: 8 * 1024 * 1024,
    })
    return succeeded && !stdout.truncated ? stdout.text : undefined
  } catch {
    return undefined
  }
}

/**
 * Nothing that a repository configures is run: no hooks, no monitors, no pager. And looking takes no lock, which an agent
 * that commits at the same moment would run into.
 */
const quietly = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '--no-pager',
  '--no-optional-locks',
] as const

export async function currentCommit(cwd: string): Promise<string | undefined> {
  return (await git(cwd, ['rev-parse', '--verify', 'HEAD']))?.trim()
}
