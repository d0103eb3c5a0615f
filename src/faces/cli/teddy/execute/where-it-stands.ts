import { diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { InterruptedAction, TeddyStanding } from '../../../../run/actions/run-teddy.ts'
import { type Resolution, resolutions } from '../../../../run/recovery.ts'
import { counted } from '../../counted.ts'
import { type Here, isPerson } from './here.ts'
import { commandFor, type PlanSource } from './source.ts'

/** Says what an earlier run left, when there was one: what is done, what failed, what was cut off. */
export function tellStanding({ beside, terminal, options }: Here, standing: TeddyStanding): void {
  const { actions, interrupted, group } = standing
  const count = (status: string) => actions.filter((one) => one.status === status).length
  const done = count('succeeded')
  const isNew = done + count('failed') + interrupted.length === 0
  if (isNew) return
  if (options.json) {
    terminal.out(`${jsonText({ type: 'left', done, failed: count('failed'), interrupted, ...(group && { group }) })}\n`)
    return
  }
  const failed = actions.filter(({ status, allowed }) => status === 'failed' && allowed !== true)
  const lines = [
    `${done} of ${counted(actions.length, 'action')} done before`,
    ...failed.map(({ position, title }) => `Failed: ${position} ${visible(title)}`),
    ...interrupted.map((one) => `Interrupted: ${nameOf(standing, one)} (${visible(one.why)})`),
    ...(group === undefined ? [] : ['Changes of files are kept together: all of them, or none']),
  ]
  beside.out(`${lines.join('\n')}\n`)
}

function nameOf({ actions }: TeddyStanding, { step, position }: InterruptedAction): string {
  return `${position} ${visible(actions.find((one) => one.step === step)?.title ?? '')}`.trimEnd()
}

/**
 * What becomes of actions of which nobody can know how far they came. By the command line, or by the person; undefined when
 * the person leaves. Throws `E_INTERRUPTED` with the command to use when there is nobody to ask.
 */
export async function decideInterrupted(
  here: Here,
  source: PlanSource,
  standing: TeddyStanding,
): Promise<ReadonlyMap<StepId, Resolution> | undefined> {
  const { options, context } = here
  const open = standing.interrupted.filter(({ is }) => is === 'unknown')
  const decided = new Map<StepId, Resolution>()
  if (options.interrupted !== undefined) return new Map(open.map(({ step }) => [step, options.interrupted!]))
  if (open.length > 0 && !isPerson(here)) throw undecided(here, source, standing, open)
  for (const one of open) {
    const answer = await askAbout(`${nameOf(standing, one)}: ${question}`, context.ask)
    if (answer === undefined) return undefined
    decided.set(one.step, answer)
  }
  return decided
}

const question = 'keep it as it is, redo it, skip it, or fail? [k/r/s/f] '

async function askAbout(text: string, ask: Here['context']['ask']): Promise<Resolution | undefined> {
  for (let tries = 0; tries < 3; tries++) {
    const answer = (await ask(text)).trim().toLowerCase()
    if (answer === '') return undefined
    const meant = resolutions.find((one) => one.startsWith(answer))
    if (meant !== undefined) return meant
  }
  return undefined
}

function undecided(here: Here, source: PlanSource, standing: TeddyStanding, open: readonly InterruptedAction[]): Fault {
  const commands = resolutions.map((one) => `--interrupted ${one}`).join(', ')
  const [first, ...others] = open.map((one) =>
    diagnostic('E_INTERRUPTED', `Action ${nameOf(standing, one)} was cut off: ${one.why}.`, {
      file: source.name,
      hint: `Look at what it left, then decide: \`${commandFor(here, source)}\` with one of ${commands}.`,
    }),
  )
  return new Fault([first!, ...others])
}
