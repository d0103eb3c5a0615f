let running = 0
let waiting: (() => void)[] = []

/** Marks work that a signal must not cut in two. */
export async function critical<T>(work: () => Promise<T>): Promise<T> {
  running++
  try {
    return await work()
  } finally {
    running--
    if (running === 0) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }
}

/** Resolves when no lock is held or waited for. A face calls this on SIGINT and SIGTERM before it exits. */
export function untilNoLockIsHeld(): Promise<void> {
  return running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
}
