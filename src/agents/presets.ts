import type { AgentDefinition } from './definition.ts'

/**
 * Agents that are known by name. Each is a program that somebody has installed; nothing is ever fetched to run one. The
 * arguments are those of the registry of the Agent Client Protocol and of the programs' own pages in November 2026.
 */
export const presets: ReadonlyMap<string, AgentDefinition> = new Map(
  [
    acp('amp', ['amp-acp'], ['AMP_API_KEY', 'AMP_URL']),
    acp('claude-code', ['claude-agent-acp'], claudeVariables()),
    acp('codex', ['codex-acp'], codexVariables()),
    acp('copilot', ['copilot', '--acp'], ['GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_GITHUB_TOKEN']),
    acp('cursor', ['cursor-agent', 'acp'], ['CURSOR_API_KEY']),
    acp('gemini', ['gemini', '--acp'], ['GEMINI_API_KEY', 'GOOGLE_API_KEY', ...googleVariables()]),
    acp('goose', ['goose', 'acp'], ['GOOSE_PROVIDER', 'GOOSE_MODEL', ...modelKeys()]),
    acp('opencode', ['opencode', 'acp'], ['OPENCODE_CONFIG', ...modelKeys()]),
    acp('qwen-code', ['qwen', '--acp'], ['DASHSCOPE_API_KEY', 'OPENAI_MODEL', 'OPENAI_BASE_URL', ...modelKeys()]),
    command('aider', ['aider', '--yes-always', '--message={prompt}'], modelKeys()),
    // Edits are allowed and commands are not: nobody is there to ask.
    command('claude-print', ['claude', '-p', '--permission-mode', 'acceptEdits'], claudeVariables()),
    command(
      'codex-exec',
      ['codex', 'exec', '--sandbox', 'workspace-write', '--skip-git-repo-check', '-'],
      codexVariables(),
    ),
    command('pi', ['pi', '-p'], ['PI_CODING_AGENT_DIR', ...modelKeys()]),
    { name: 'person', kind: 'person' } satisfies AgentDefinition,
  ].map((definition) => [definition.name, definition]),
)

function acp(name: string, argv: readonly string[], variables: readonly string[]): AgentDefinition {
  return { name, kind: 'acp', argv, env: { pass: [...networkVariables(), ...variables] } }
}

function command(name: string, argv: readonly string[], variables: readonly string[]): AgentDefinition {
  return { name, kind: 'command', argv, env: { pass: [...networkVariables(), ...variables] } }
}

/** By which a program finds its way out and knows whom to trust. They come from the person's own environment. */
function networkVariables(): string[] {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']
  const trust = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']
  return [...names, ...names.map((name) => name.toLowerCase()), ...trust]
}

function claudeVariables(): string[] {
  const own = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL']
  const elsewhere = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'AWS_PROFILE', 'AWS_REGION']
  // As root it starts only where somebody says that nothing can be harmed there.
  const choices = ['CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'IS_SANDBOX']
  return [...own, 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN', ...elsewhere, ...choices]
}

function codexVariables(): string[] {
  const adapter = ['CODEX_PATH', 'CODEX_CONFIG', 'MODEL_PROVIDER', 'DEFAULT_AUTH_REQUEST', 'NO_BROWSER']
  return ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_API_KEY', 'CODEX_HOME', ...adapter]
}

function googleVariables(): string[] {
  return [
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_GENAI_USE_VERTEXAI',
    'GOOGLE_APPLICATION_CREDENTIALS',
  ]
}

/** For agents that speak with the model of one's choice. */
function modelKeys(): string[] {
  return ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'OPENROUTER_API_KEY']
}
