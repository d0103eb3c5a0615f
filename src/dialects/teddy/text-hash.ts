/**
 * A short name for a text: two 32-bit FNV hashes from different starts. It tells the steps of a plan apart and follows a
 * changed one; nothing is trusted because of it, since approvals sign the bytes.
 */
export function textHash(text: string): string {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ (code + at), 0x85ebca6b)
  }
  // Joined and not added: what is added keeps its pieces in memory.
  return [hex(high), hex(low)].join('')
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}
