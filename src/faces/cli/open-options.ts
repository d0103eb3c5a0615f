import { defaultLimits } from '../../dialects/shared/limits.ts'
import { knownAgents } from '../../rules/known-agents.ts'
import type { Values } from '../../store/config/settings.ts'
import type { OpenOptions } from '../../store/plans/open-plan.ts'

/** What the settings say about reading plans. */
export function openOptions(values: Values): OpenOptions {
  const limits = {
    ...defaultLimits,
    markdown: values['limits.markdown'],
    data: values['limits.data'],
    nesting: values['limits.nesting'],
  }
  const agents = new Set([...knownAgents, ...values['agents.names'], ...values['agents.define'].keys()])
  return { limits, facts: { agents } }
}
