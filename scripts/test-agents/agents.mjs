import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The agents that are tested, and how each of them is led to the model; without a model, it is one that nobody knows. All
 * of them belong to somebody who does not want to be asked: the scope of a step has to hold all the same.
 */
export const agents = [
  { name: 'codex', variables: codexVariables, tellsTokens: true },
  { name: 'codex-zed', program: 'codex-acp', passes: ['CODEX_HOME', 'OPENAI_API_KEY'], variables: codexVariables },
  { name: 'claude-code', variables: claudeVariables, tellsTokens: true },
]

function codexVariables(home, url) {
  const folder = join(home, '.codex')
  mkdirSync(folder, { recursive: true })
  if (url === undefined) return { CODEX_HOME: folder }
  const provider = `name = "test"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n`
  const careless = 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n'
  const settings = `${careless}model = "gpt-5.4"\nmodel_provider = "test"\n\n[model_providers.test]\n${provider}`
  writeFileSync(join(folder, 'config.toml'), settings)
  return { CODEX_HOME: folder, OPENAI_API_KEY: 'none' }
}

function claudeVariables(home, url) {
  mkdirSync(join(home, '.claude'), { recursive: true })
  const careless = { permissions: { defaultMode: 'bypassPermissions' } }
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(careless))
  // As root it wants to be told that nothing can be harmed.
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', IS_SANDBOX: '1' }
  return url === undefined ? quiet : { ...quiet, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' }
}
