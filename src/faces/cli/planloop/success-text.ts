import { visible } from '../../../plan/diagnostics/visible.ts'
import type { Terminal } from '../terminal.ts'

/** What was done, for people; `lines` are safe to show. */
export function successText(
  { message, next_command }: { readonly message: string; readonly next_command: string },
  paint: Terminal['paint']['out'],
  lines: readonly string[] = [],
): string {
  return [visible(message), ...lines, `${paint('label', 'Next:')} ${visible(next_command)}`, ''].join('\n')
}
