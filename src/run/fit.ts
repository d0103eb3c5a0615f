/** The end of a text that takes no more than so many bytes in a record, escapes counted. A record has to stay small. */
export function fitEnd(text: string, bytes: number): string {
  let kept = text.slice(-bytes)
  for (;;) {
    const size = Buffer.byteLength(JSON.stringify(kept))
    if (size <= bytes) return kept
    kept = kept.slice(Math.ceil(kept.length * (1 - bytes / size)))
  }
}

/** The same of its beginning. */
function fitStart(text: string, bytes: number): string {
  let kept = text.slice(0, bytes)
  for (;;) {
    const size = Buffer.byteLength(JSON.stringify(kept))
    if (size <= bytes) return kept
    kept = kept.slice(0, Math.floor((kept.length * bytes) / size))
  }
}

/** The same of both; how much is left out is said in its place. */
export function fitMiddle(text: string, bytes: number): string {
  if (text.length <= bytes && Buffer.byteLength(JSON.stringify(text)) <= bytes) return text
  const half = Math.floor((bytes - noteBytes) / 2)
  const [start, end] = [fitStart(text, half), fitEnd(text, half)]
  const leftOut = Buffer.byteLength(text) - Buffer.byteLength(start) - Buffer.byteLength(end)
  return `${start}\n… ${leftOut.toLocaleString('en-US')} bytes left out …\n${end}`
}

/** What the note takes at the most. */
const noteBytes = 64

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
