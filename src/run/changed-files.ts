import { join } from 'node:path'
import type { Machine } from '../store/machine/port.ts'
import { git } from './git.ts'
import { gitPrefix } from './git-prefix.ts'
import { readGitStatus } from './git-status.ts'

/** What may have been touched at some moment, each file with a mark that changes when the file does. */
export interface FileMarks {
  readonly files: ReadonlyMap<string, string>
  readonly commit?: string
}

/**
 * Tells which files changed while a step was worked on. With git: everything that differs from the commit, and what was
 * committed. Without: the files that the step declares. Of steps that run at the same time in the same directory nobody
 * can tell whose change it was; each of them names it.
 */
export interface FileWatch {
  before(declared: readonly string[] | undefined): Promise<FileMarks>
  changedSince(before: FileMarks, declared: readonly string[] | undefined): Promise<string[]>
}

/**
 * Asking git starts a program, which takes longer than all the rest of the bookkeeping of a step. What stands below `own`
 * are the files of the plan itself, into which we write how steps ended.
 */
export function watchFiles(machine: Machine, cwd: string, own?: string): FileWatch {
  // Where the directory stands in its repository, which does not change; undefined when there is none.
  const prefix = gitPrefix(machine.files, cwd)
  const look = shared(
    () => machine.sleep(gatherMs),
    async () => {
      const marks = await marksByGit(machine, cwd, (await prefix) ?? '', own)
      last = { marks, atMs: machine.now().monotonicMs }
      return marks
    },
  )
  let last: { readonly marks: FileMarks | undefined; readonly atMs: number } | undefined

  async function marksNow(declared: readonly string[] | undefined): Promise<FileMarks> {
    const marks = (await prefix) === undefined ? undefined : await look()
    return marks ?? { files: await marksOf(machine, cwd, (declared ?? []).filter(isPlainPath)) }
  }
  return {
    async before(declared) {
      // A step mostly begins when another one has ended, and for that one everything was just looked at.
      const isFresh = last !== undefined && machine.now().monotonicMs - last.atMs < freshMs
      return (isFresh ? last?.marks : undefined) ?? marksNow(declared)
    },
    async changedSince(before, declared) {
      const after = await marksNow(declared)
      const committed = await committedBetween(cwd, before.commit, after.commit)
      return [...new Set([...changedBetween(before.files, after.files), ...committed])].sort()
    },
  }
}

const freshMs = 1000

/**
 * Steps that were begun together end together: who asks within a moment of the first shares its answer, which begins after
 * that moment. Who asks later may know of changes that the answer under way has missed, and waits for the next one.
 */
function shared<Answer>(gather: () => Promise<void>, ask: () => Promise<Answer>): () => Promise<Answer> {
  let gathering: Promise<Answer> | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  return () => {
    gathering ??= Promise.all([gather(), underWay]).then(() => {
      gathering = undefined
      const answer = ask()
      underWay = answer.catch(() => {})
      return answer
    })
    return gathering
  }
}

const gatherMs = 2

async function marksByGit(
  machine: Machine,
  cwd: string,
  prefix: string,
  own: string | undefined,
): Promise<FileMarks | undefined> {
  const text = await git(cwd, statusOfEveryFile)
  if (text === undefined) return undefined
  const { paths, commit } = readGitStatus(text, prefix)
  const files = await marksOf(machine, cwd, paths.filter(isNotOurs(own)))
  return commit === undefined ? { files } : { files, commit }
}

export const statusOfEveryFile: readonly string[] = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--',
  '.',
]

export function isNotOurs(own: string | undefined): (path: string) => boolean {
  return (path) => !path.startsWith('.steadplan/') && (own === undefined || !path.startsWith(own))
}

/** Changed, made, removed, or put back as they were. */
function changedBetween(before: FileMarks['files'], after: FileMarks['files']): string[] {
  const changed = [...after].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path)
  return [...changed, ...[...before.keys()].filter((path) => !after.has(path))]
}

async function committedBetween(cwd: string, from: string | undefined, to: string | undefined): Promise<string[]> {
  if (from === undefined || to === undefined || from === to) return []
  const names = await git(cwd, ['diff', '--name-only', '-z', '--no-renames', '--relative', from, to, '--', '.'])
  return names?.split('\0').filter((path) => path !== '') ?? []
}

function isPlainPath(file: string): boolean {
  return !file.startsWith('@') && !/[*?[{]/.test(file)
}

const mostFiles = 5000
const atOnce = 64

async function marksOf(machine: Machine, cwd: string, paths: readonly string[]): Promise<Map<string, string>> {
  const marks = new Map<string, string>()
  const marked = paths.slice(0, mostFiles)
  for (let from = 0; from < marked.length; from += atOnce) {
    const some = marked.slice(from, from + atOnce)
    const found = await Promise.all(some.map((path) => markOf(machine, join(cwd, path))))
    for (const [index, path] of some.entries()) marks.set(path, found[index]!)
  }
  return marks
}

async function markOf({ files }: Machine, path: string): Promise<string> {
  try {
    const { size, modifiedMs, inode } = await files.stat(path)
    return `${size} ${modifiedMs} ${inode}`
  } catch {
    return 'gone'
  }
}
