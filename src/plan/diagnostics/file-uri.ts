/** The path of a file as a URI: relative to the project when the path is, percent-encoded, with `/` between the names. */
export function fileUri(path: string): string {
  const slashed = path.replaceAll('\\', '/')
  const drive = /^[a-z]:(?=\/)/i.exec(slashed)?.[0]
  if (drive) return `file:///${drive}${encode(slashed.slice(drive.length))}`
  if (slashed.startsWith('//')) return `file:${encode(slashed)}`
  if (slashed.startsWith('/')) return `file://${encode(slashed)}`
  return encode(slashed.startsWith('./') ? slashed.slice(2) : slashed)
}

export function isRelative(uri: string): boolean {
  return !uri.startsWith('file:')
}

function encode(path: string): string {
  // Half of a surrogate pair has no bytes to encode.
  const wellFormed = path.replace(/\p{Cs}/gu, '\uFFFD')
  return wellFormed.split('/').map(encodeURIComponent).join('/')
}
