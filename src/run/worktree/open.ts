import { join, resolve } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { kebabOf } from '../../plan/kebab.ts'
import type { Step } from '../../plan/types.ts'
import { diskFault } from '../../store/disk-fault.ts'
import { makeDirectories } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import { askGit, gitLine, gitSays } from './ask-git.ts'
import { closeWorktree } from './close.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { writeRecord } from './record.ts'
import { commonDirectory, heads, openRepository, type Repository } from './repository.ts'
import { namesOf, uncommitted } from './uncommitted.ts'
import type { RunWorktree, StepWorktree, Worktree } from './worktree.ts'

export interface RunWorktreeOptions {
  readonly machine: Machine
  /** The project: the top of a checkout or a folder in it. */
  readonly root: string
  /** The key of the plan. */
  readonly name: string
  /**
   * Where worktrees stand: a folder outside of the checkout, such as one in the state directory of the person. Inside,
   * tools would find every file twice. Inside of `.git` they would find none: Jest and agents pass over all below it.
   */
  readonly directory: string
  /** Begins although steps will not see changes of the person that are not committed. */
  readonly allowDirty?: boolean
  /** Files and folders, from the project, whose changes do not count: those of the plan itself. */
  readonly besides?: readonly string[]
}

/** Makes a worktree for a run, on a new branch from what is checked out. Nothing of the checkout is touched. */
export async function openRunWorktree(options: RunWorktreeOptions): Promise<RunWorktree> {
  const { machine, root, name, allowDirty = false } = options
  const repository = await openRepository(machine, root)
  const { top, prefix, common, commit, branch } = repository
  const besides = (options.besides ?? []).map((path) => `${prefix}${path}`)
  if (!allowDirty) await refuseDirty(top, besides)
  const id = `${words(name) || 'plan'}-${shortId(machine)}`
  const path = join(await makeHome(options, repository), id)
  return make(machine, {
    id,
    plan: name,
    path,
    root: resolve(path, prefix),
    branch: `steadplan/${id}`,
    from: commit,
    checkout: top,
    ...(branch === undefined ? {} : { into: branch }),
    besides,
    common,
    ready: false,
  })
}

/** Makes a worktree for one step that is carried out beside others, from where the run has come to. */
export async function openStepWorktree(machine: Machine, run: RunWorktree, step: Step): Promise<StepWorktree> {
  const id = `${run.id}.${words(step.id) || 'step'}-${shortId(machine)}`
  const path = join(run.path, '..', id)
  const from = await gitLine(run.checkout, ['rev-parse', '--verify', `${heads}${run.branch}^{commit}`])
  return make(machine, {
    id,
    plan: run.plan,
    step: step.id,
    path,
    root: join(path, run.root.slice(run.path.length)),
    branch: `steadplan/${id}`,
    from,
    checkout: run.path,
    into: run.branch,
    besides: [],
    common: run.common,
    ready: false,
  })
}

async function refuseDirty(top: string, besides: readonly string[]): Promise<void> {
  const changed = await uncommitted(top, besides)
  if (changed.length === 0) return
  const message = `changes are not committed, and steps in a worktree would not see them: ${namesOf(changed)}`
  throw fault('E_UNCOMMITTED', message, {
    file: join(top, changed[0]!),
    related: changed.slice(0, mostRelated).map((path) => ({ message: 'not committed', file: join(top, path) })),
  })
}

const mostRelated = 100

/** The folder for worktrees, by its real path. */
async function makeHome({ machine, directory }: RunWorktreeOptions, { common }: Repository): Promise<string> {
  const { files } = machine
  try {
    await makeDirectories(files, directory)
    const home = await files.realpath(directory)
    const isInRepository = (await askGit(home, ['rev-parse', '--git-dir'])).exitCode === 0
    if (!isInRepository || (await commonDirectory(machine, home)) !== common) return home
  } catch (error) {
    throw diskFault(error, directory)
  }
  throw fault('E_WORKTREE', `worktrees cannot stand inside of the repository: ${directory}`, { file: directory })
}

/** What is not made to its end is taken away again. */
async function make<Kind extends Worktree>(machine: Machine, worktree: Kind): Promise<Kind> {
  const { checkout, branch, path, from, root, common } = worktree
  await writeRecord(machine, worktree)
  try {
    const add = ['worktree', 'add', '--quiet', '--no-track', '-b', branch, '--', path, from]
    await oneAtATime(common, () => gitSays(checkout, add))
    await machine.files.realpath(root).catch(() => {
      throw fault('E_WORKTREE', 'the folder of the project is not in the commit', { file: root })
    })
    const ready = { ...worktree, ready: true }
    await writeRecord(machine, ready)
    return ready
  } catch (error) {
    await closeWorktree(machine, worktree).catch(() => {})
    throw error
  }
}

/** Of hostile text, what can stand in the name of a branch and of a directory on every system. */
function words(text: string): string {
  return kebabOf(text.slice(0, longestText)).slice(0, longestWords).replace(/-$/, '')
}

const longestText = 1000
const longestWords = 40

function shortId(machine: Machine): string {
  return machine.nonce().slice(-8)
}
