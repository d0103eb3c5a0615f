import type { Machine } from '../machine/port.ts'

const queues = new WeakMap<Machine, Map<string, Promise<unknown>>>()

/**
 * Lines up the work of one process on one path. All of it shares one owner record, so the file lock alone could not tell
 * two tasks of the same process apart.
 */
export async function oneAtATime<T>(machine: Machine, path: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(machine) ?? new Map<string, Promise<unknown>>()
  queues.set(machine, queue)
  const turn = (queue.get(path) ?? Promise.resolve()).then(work, work)
  queue.set(path, turn)
  try {
    return await turn
  } finally {
    if (queue.get(path) === turn) queue.delete(path)
  }
}
