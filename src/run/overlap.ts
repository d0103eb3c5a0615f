/**
 * Whether two lists of `files` may mean the same file. A directory takes in what is below it, and of a pattern all that
 * is known is what stands before its first wildcard: when in doubt they overlap, and the steps run one after the other.
 *
 *     src/auth/*.ts   →  src/auth/
 *     @database       →  a resource that is no file; the same name is the same thing
 */
export function overlap(some: readonly Touched[], others: readonly Touched[]): boolean {
  return some.some((one) => others.some((other) => meet(one, other)))
}

export interface Touched {
  /** In one spelling: without `.` and `..`, with `/`, and in small letters, as some disks do not tell them apart. */
  readonly path: string
  /** Anything that begins like this is meant. */
  readonly isPattern: boolean
}

export function touchedBy(files: readonly string[] = []): Touched[] {
  return files.map((file) => {
    const wildcard = file.search(/[*?[{]|[!+@]\(|^!/)
    const isPattern = wildcard >= 0
    return { path: oneSpelling(isPattern ? file.slice(0, wildcard) : file, isPattern), isPattern }
  })
}

/** Of a pattern the last name may be the beginning of one, or an empty one behind a `/`; it stays as it is. */
function oneSpelling(path: string, isPattern: boolean): string {
  const names = path.normalize('NFC').toLowerCase().split(/[/\\]/)
  const beginning = isPattern ? names.pop()! : undefined
  const kept: string[] = []
  for (const name of names) {
    if (name === '..') kept.pop()
    else if (name !== '' && name !== '.') kept.push(name)
  }
  return [...kept, ...(beginning === undefined ? [] : [beginning])].join('/')
}

function meet(a: Touched, b: Touched): boolean {
  return covers(a, b.path) || covers(b, a.path)
}

function covers({ path, isPattern }: Touched, other: string): boolean {
  if (isPattern) return other.startsWith(path) || `${other}/` === path
  return path === '' || other === path || other.startsWith(`${path}/`)
}
