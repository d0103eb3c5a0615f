/** The end of a text that takes no more than so many bytes in a record, escapes counted. A record has to stay small. */
export function fitEnd(text: string, bytes: number): string {
  let kept = text.slice(-bytes)
  for (;;) {
    const size = Buffer.byteLength(JSON.stringify(kept))
    if (size <= bytes) return kept
    kept = kept.slice(Math.ceil(kept.length * (1 - bytes / size)))
  }
}

/** The first of a list, as long as together they take no more than so many bytes. */
export function fitList(texts: readonly string[], bytes: number): string[] {
  const kept: string[] = []
  let room = bytes
  for (const text of texts) {
    room -= Buffer.byteLength(JSON.stringify(text)) + 1
    if (room < 0) break
    kept.push(text)
  }
  return kept
}
