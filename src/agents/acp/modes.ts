import { field, textIn } from './fields.ts'

/**
 * The mode that a new session has to be put into, so that the agent asks before it acts; undefined when it is in it
 * already, or when none of its modes is known to be one. Agents start in the mode their owner likes best, and that may be
 * one in which they change files and run programs without a question. Then no scope could be kept.
 */
export function askingMode(answer: unknown): string | undefined {
  const modes = field(answer, 'modes')
  const offered = field(modes, 'availableModes')
  const ids = Array.isArray(offered) ? offered.map((mode) => textIn(mode, 'id')) : []
  const asking = ids.includes('default') ? 'default' : codexMode(ids)
  return asking === textIn(modes, 'currentModeId') ? undefined : asking
}

/** With Codex, commands are only kept from changing anything; it asks when it wants more, and to edit. */
function codexMode(ids: readonly (string | undefined)[]): string | undefined {
  const isCodex = ids.some((id) => id === 'full-access' || id === 'agent-full-access')
  return isCodex && ids.includes('read-only') ? 'read-only' : undefined
}
