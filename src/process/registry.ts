/**
 * The groups that run now, so that none outlives us. When our process exits, by itself, by `process.exit` or by an
 * error that nobody caught, they are ended without anybody's help. A signal that ends a process runs no code of ours:
 * a face catches SIGINT, SIGTERM and SIGHUP, calls `endAllProcesses()` and exits. Against `kill -9` of ourselves
 * nothing can be done here; who starts next finds the step interrupted.
 */
import type { ProcessGroup } from './group.ts'

const running = new Set<ProcessGroup>()
let watchesExit = false

/** Ends every running group at once, without grace. Does not wait, so it may be called from any handler. */
export function endAllProcesses(): void {
  for (const group of running) group.signal('SIGKILL')
}

export function runningProcesses(): number {
  return running.size
}

export function register(group: ProcessGroup): void {
  if (!watchesExit) process.once('exit', endAllProcesses)
  watchesExit = true
  running.add(group)
}

export function unregister(group: ProcessGroup): void {
  running.delete(group)
}
