/**
 * Ends a run when its time is over: nothing more is begun, and what still runs is cancelled. A limit that waits for
 * whatever is under way would be none. Answers how to take the limit away again.
 */
export function limitTime(
  ms: number | undefined,
  { stop, cancel }: { readonly stop: AbortController; readonly cancel: AbortController },
): () => void {
  if (ms === undefined) return () => {}
  const timer = setTimeout(() => {
    stop.abort(timeIsOver)
    cancel.abort(timeIsOver)
  }, ms)
  return () => clearTimeout(timer)
}

const timeIsOver = 'the limit for the time is reached'
