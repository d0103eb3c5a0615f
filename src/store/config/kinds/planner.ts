/** Ids of models are plain ASCII; some have slashes of their own: `compatible/meta-llama/llama-4:free`. */
export const plannerSourcePattern = /^(?:command|(?:anthropic|openai|compatible)\/[!-~]{1,200})?$/

/** In capitals, as such names are written, so that hardly any key passes for one. */
export const variablePattern = /^(?:[A-Z_][A-Z0-9_]{0,127})?$/

/** An address below which a provider is asked. A password in it would be a secret in a file, and be shown with it. */
export function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '' && !/[?#\s]/.test(text)
}
