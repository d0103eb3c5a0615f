/** Names of agents that need no word in the configuration. */
export const knownAgents: readonly string[] = [
  'aider',
  'amp',
  'claude-code',
  'claude-print',
  'codex',
  'codex-exec',
  'copilot',
  'cursor',
  'gemini',
  'goose',
  'opencode',
  'person',
  'pi',
  'qwen-code',
]
