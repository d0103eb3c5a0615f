/** Kinds of tools, as the Agent Client Protocol names them. */
export const toolKinds: readonly string[] = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]

/** What agents may use by themselves. Not the shell and not the network: who was led astray carries things out by both. */
export const usualTools: readonly string[] = ['read', 'edit', 'delete', 'move', 'search', 'think']
