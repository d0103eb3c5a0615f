import type { Terminal } from '../../../src/faces/cli/terminal.ts'

/** A terminal without colours. What a command writes is added to what was `said`. */
export function plainTerminal(said: { out: string; err: string }, isInteractive = false): Terminal {
  const plain = (_style: unknown, text: string) => text
  return {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    paint: { out: plain, err: plain },
    width: 100,
    isInteractive,
  }
}
