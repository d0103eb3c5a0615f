import type { Told } from '../../../dialects/planloop/commands.ts'

/** What commands have to name again that are told to whoever calls. */
export function toldOf({ agent, session }: { readonly agent?: string; readonly session?: string }): Told {
  return { ...(agent !== undefined && { agent }), ...(session !== undefined && { named: session }) }
}
