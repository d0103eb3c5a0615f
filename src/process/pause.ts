/**
 * Timers that do not judge too early. Node runs a timer that is due before it looks at what has happened meanwhile.
 * When we were busy or stopped (a suspended laptop), "the time is up" would be heard before "the program has long
 * ended". So `then` is called only after Node has taken in what was waiting.
 */
export function after(ms: number, then: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(
    () => {
      turn = setImmediate(then)
    },
    Math.min(ms, longestTimer),
  )
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void after(ms, resolve))
}

/** Waits for `promise`, but no longer than `ms`, and says whether it came. */
export function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => resolve(false))
    void promise.then(() => {
      cancel()
      resolve(true)
    })
  })
}

/** Almost 25 days. Node takes anything longer for a mistake and fires at once. */
const longestTimer = 2 ** 31 - 1
