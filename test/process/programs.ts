/** Small programs to run, and a look at what is left of them. */
import { readFileSync } from 'node:fs'
import { type ProcessRequest, type ProcessResult, runProcess } from '../../src/process/run.ts'

type Options = Partial<Omit<ProcessRequest, 'argv'>>

/** Runs JavaScript; `args` are `process.argv.slice(1)` to it. */
export function runNode(script: string, args: readonly string[] = [], options: Options = {}): Promise<ProcessResult> {
  return run([process.execPath, '-e', script, '--', ...args], options)
}

export function runShell(script: string, options: Options = {}): Promise<ProcessResult> {
  return run(['/bin/sh', '-c', script], options)
}

export function run(argv: ProcessRequest['argv'], options: Options = {}): Promise<ProcessResult> {
  return runProcess({ argv, cwd: process.cwd(), ...options })
}

/** The numbers a program printed, one a line: by custom, those of its processes. */
export function pids(result: ProcessResult): number[] {
  return result.stdout.text.trim().split('\n').map(Number)
}

/** A zombie has ended; that nobody has reaped it yet is no matter of ours. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new RangeError(`not a process: ${pid}`)
  if (process.platform !== 'linux') return answers(pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Resolves when `condition` holds. A test that waits in vain is ended by its own timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => void setTimeout(resolve, 5))
}
