import type { Terminal } from '../../terminal.ts'

/** Says on a terminal how far something is that takes longer than a second. */
export function progressOf(terminal: Terminal, total: number): { step(): void; end(): void } {
  const started = performance.now()
  let done = 0
  let saidAt = started + patienceMs - pauseMs
  let isShown = false
  return {
    step() {
      done++
      if (!terminal.isInteractive || performance.now() < saidAt + pauseMs) return
      saidAt = performance.now()
      isShown = true
      terminal.err(`\r${done} of ${total} plans`)
    },
    end() {
      if (isShown) terminal.err('\r\u001b[K')
    },
  }
}

const patienceMs = 1000
const pauseMs = 100
