import type { ErrorAnswer } from '../../../dialects/planloop/error-answer.ts'
import { visible } from '../../../plan/diagnostics/visible.ts'
import type { Terminal } from '../terminal.ts'

/** A refusal for people. */
export function errorText(
  { error_type, message, details, next_command }: ErrorAnswer,
  paint: Terminal['paint']['err'],
): string {
  return [
    `${paint('error', 'error')}  ${paint('code', visible(error_type))}`,
    visible(message),
    ...details.map((one) => `  - ${visible(one)}`),
    `${paint('label', 'Next:')} ${visible(next_command)}`,
    '',
  ].join('\n')
}
