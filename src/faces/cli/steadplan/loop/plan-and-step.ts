/** `schema`, or `login schema`. No step when there are more words than that. */
export function planAndStep(words: readonly string[]): { readonly plan?: string; readonly step?: string } {
  const [first, second] = words
  if (first === undefined || words.length > 2) return {}
  return second === undefined ? { step: first } : { plan: first, step: second }
}
