import type { Style } from '../../../../plan/diagnostics/terminal.ts'
import { type StepStatus, stepWords } from '../../../../plan/step-status.ts'

const marks: Readonly<Record<StepStatus, readonly [symbol: string, style: Style]>> = {
  pending: ['○', 'label'],
  in_progress: ['▶', 'info'],
  complete: ['✓', 'info'],
  failed: ['✗', 'error'],
  skipped: ['–', 'label'],
  interrupted: ['!', 'warning'],
}

export function stepSymbol(status: StepStatus): string {
  return marks[status][0]
}

/** `✓ done`; the word is filled up to the longest when columns are to stand below each other. */
export function stepMark(
  status: StepStatus,
  paint: (style: Style, text: string) => string,
  { isFilled = false }: { isFilled?: boolean } = {},
): string {
  const [symbol, style] = marks[status]
  const word = stepWords[status]
  return paint(style, `${symbol} ${isFilled ? word.padEnd(longest) : word}`)
}

const longest = Math.max(...Object.values(stepWords).map((word) => word.length))
