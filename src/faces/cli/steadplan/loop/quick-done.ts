import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import type { Step } from '../../../../plan/types.ts'
import { changedFiles } from '../../../../run/left-behind.ts'
import { doneStep } from '../../../../run/pull/done-step.ts'
import { doneWord, readWord, writeWord } from '../../../../run/pull/own-word.ts'
import { liveClaim } from '../../../../run/pull/pull.ts'
import { sayWords, wordsToWrite } from '../../../../run/words-to-write.ts'
import { realMachine } from '../../../../store/machine/real.ts'
import { placeOf } from '../../../../store/plans/found-plan.ts'
import { findWorkspace } from '../../../../store/workspace.ts'
import { endedJson, endedLines } from './ended-text.ts'
import type { QuickDone } from './quick-done-command.ts'
import { openQuickly, type QuickPull } from './quick-open.ts'

const name = 'steadplan done'

/**
 * For the holder of a step that has no commands to pass. Nothing is recorded before `doneStep`, so up to there the long
 * way can still be taken.
 */
export async function answerDone({ plan, step: id, agent, result, json }: QuickDone): Promise<string | undefined> {
  const workspace = await findWorkspace(realMachine, process.cwd(), process.env)
  // Git looks around while we do.
  const changed = changedFiles(realMachine, workspace.root)
  const opened = await openQuickly(workspace, plan, agent, name)
  const step = opened?.kept.reading.plan.steps.find((one) => one.id === id)
  if (opened === undefined || step === undefined || !isPlainEnd(opened, step)) return undefined
  const { pull, values } = opened
  const word = await ownWord(opened, step)
  const ended = await doneStep(pull, step, {
    text: result,
    cwd: workspace.root,
    env: {},
    timeoutMs: values['process.timeout'],
    changed,
    beside: word === undefined ? [] : [{ type: 'projected', words: [word.before, doneWord].map((one) => [id, one]) }],
  })
  const faults = await tellFiles(opened, step, word)
  if (json) return endedJson(plan, pull, ended, faults)
  if (faults.length > 0) {
    const [{ tellDiagnostics }, { processTerminal }] = await Promise.all([
      import('../config/show.ts'),
      import('../../terminal.ts'),
    ])
    tellDiagnostics(processTerminal, faults)
  }
  return endedLines((_style, text) => text, plan, pull, ended)
}

function isPlainEnd({ pull, state }: QuickPull, { id, verify = [] }: Step): boolean {
  const { machine, who } = pull
  const isMine = liveClaim(machine, state, id, machine.now())?.holder === who.name
  return isMine && state.steps.get(id)?.status === 'in_progress' && verify.length === 0
}

interface OwnWord {
  readonly path: string
  readonly before: string
}

/** Undefined when the files of other steps, too, are behind the log, or the step is not where it was. */
async function ownWord({ pull, kept, found, state }: QuickPull, { id }: Step): Promise<OwnWord | undefined> {
  const file = kept.files.get(id)
  if (!file?.startsWith(found.prefix) || wordsToWrite(kept.reading.plan.steps, state).size > 0) return undefined
  const path = file.slice(found.prefix.length)
  const before = await readWord(pull.machine, placeOf(found), path, id).catch(() => undefined)
  return before === undefined ? undefined : { path, before }
}

/** The log has it. That the word could not be written into the file of the step as well undoes nothing. */
async function tellFiles({ pull, kept, found, values }: QuickPull, { id }: Step, word: OwnWord | undefined) {
  const { machine, log } = pull
  const lock = { waitMs: values['lock.wait'], command: name }
  try {
    if (word?.before === doneWord) return []
    if (word !== undefined && (await writeWord(machine, placeOf(found), word.path, id, lock))) {
      await sayWords(log, [[id, doneWord]])
      return []
    }
    const { projectStatus } = await import('../../../../run/project-status.ts')
    const { state } = await log.read()
    await projectStatus(machine, found, log, kept.reading.plan.steps, state, lock)
    return []
  } catch (error) {
    if (!isFault(error)) throw error
    return error.diagnostics.map((one): Diagnostic => ({ ...one, severity: 'warning' }))
  }
}
