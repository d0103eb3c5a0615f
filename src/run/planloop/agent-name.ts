import { fault } from '../../plan/diagnostics/fault.ts'
import { anonymous } from './hands.ts'

/** Names of agents are told in commands to be typed, so a shell must not take them apart. Two of the same name are one. */
export function checkAgentName(name: string): void {
  if (/^[A-Za-z0-9][\w.:@-]{0,99}$/.test(name) && name !== anonymous) return
  throw fault('E_BAD_ID', 'an agent is called by a letter or digit and up to 99 more, `.`, `_`, `-`, `:` and `@`', {
    actual: name.slice(0, 100),
    hint: 'Give it a short name with --agent, as in `codex-1`.',
  })
}
