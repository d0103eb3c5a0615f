/** Words of an agent inside a sentence of ours: in quotes, and not too long. */
export function quoted(text: string, longest = 200): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text)
}
