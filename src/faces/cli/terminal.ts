import type { Style } from '../../plan/diagnostics/terminal.ts'

/** Where a command writes: answers to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Colours text for `out` or `err`; does nothing where nobody would see colours. */
  readonly paint: Record<'out' | 'err', (style: Style, text: string) => string>
  readonly width: number
  /** Whether a person sits at it and can be asked. */
  readonly isInteractive: boolean
}

export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  paint: { out: painter(process.stdout), err: painter(process.stderr) },
  width: process.stdout.columns ?? 100,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
}

const colours: Record<Style, string> = {
  error: '31;1',
  warning: '33;1',
  info: '36;1',
  place: '1',
  code: '2',
  message: '0',
  gutter: '34',
  label: '2',
}

function painter(stream: NodeJS.WriteStream): (style: Style, text: string) => string {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  const wanted = FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY && !NO_COLOR && TERM !== 'dumb'
  return wanted ? (style, text) => `\u001b[${colours[style]}m${text}\u001b[0m` : (_style, text) => text
}
