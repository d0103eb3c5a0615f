/** Waits for a promise, but not beyond the moment in which the signal is aborted. Leaves nothing behind at the signal. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | 'aborted'> {
  let abort = (): void => {}
  const aborted = new Promise<'aborted'>((resolve) => {
    abort = () => resolve('aborted')
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
