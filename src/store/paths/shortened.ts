const most = 200

/** Hostile text as a diagnostic quotes it: no more than anybody reads. */
export function shortened(text: string): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
