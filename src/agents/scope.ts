import type { ToolScope } from './agent.ts'

/** Undefined when a tool of this kind may be used, else why not. The names are compared exactly. */
export function whyOutOfScope(kind: string, { tools }: ToolScope): string | undefined {
  if (tools.includes(kind)) return undefined
  const allowed = tools.length === 0 ? 'none are' : `allowed are ${tools.join(', ')}`
  return `\`${kind}\` is not among the tools of this step (${allowed})`
}
