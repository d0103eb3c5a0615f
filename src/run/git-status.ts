/**
 * Reads `git status --porcelain=v2 --branch -z --no-renames`. Every entry ends with a NUL, and a path, which may hold
 * blanks, is the last thing in it. Paths are given from the top of the repository; `prefix` is where we stand in it.
 *
 *     # branch.oid 0727b174…
 *     1 .M N... 100644 100644 100644 7898… 7898… src/a file.ts
 *     ? new.txt
 */
export function readGitStatus(text: string, prefix = ''): { readonly paths: string[]; readonly commit?: string } {
  const paths: string[] = []
  let commit: string | undefined
  for (const entry of text.split('\0')) {
    if (entry.startsWith(commitLine)) commit = commitOf(entry.slice(commitLine.length))
    const path = afterBlanks(entry, blanksBeforePath.get(entry.slice(0, 1)))
    if (path?.startsWith(prefix)) paths.push(path.slice(prefix.length))
  }
  return commit === undefined ? { paths } : { paths, commit }
}

const commitLine = '# branch.oid '

/** By the letter that an entry begins with. */
const blanksBeforePath: ReadonlyMap<string, number> = new Map([
  ['1', 8],
  ['u', 10],
  ['?', 1],
])

/** Before the first commit there is `(initial)`. */
function commitOf(text: string): string | undefined {
  return /^[0-9a-f]+$/.test(text) ? text : undefined
}

function afterBlanks(entry: string, blanks: number | undefined): string | undefined {
  if (blanks === undefined) return undefined
  let at = -1
  for (let count = 0; count < blanks; count++) {
    at = entry.indexOf(' ', at + 1)
    if (at < 0) return undefined
  }
  return entry.slice(at + 1)
}
