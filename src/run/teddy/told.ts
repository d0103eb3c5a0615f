import { join } from 'node:path'
import { readTeddy } from '../../dialects/teddy/read.ts'
import type { TurnMeta } from '../../dialects/teddy/session/turn-meta.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readMemos } from '../../store/teddy/memos.ts'
import { type ContextResource, readResources } from '../../store/teddy/resources.ts'
import { readTurn, type TeddySession, type Turn } from '../../store/teddy/session.ts'
import { type TeddyPlace, turnName } from '../../store/teddy/teddy-place.ts'
import { readTextFile } from '../../store/teddy/text-file.ts'

/** What an agent is told to make the next plan from. */
export interface Told {
  readonly agent: string
  readonly message: string
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly memos: readonly string[]
  /** Of its last plan, if it made one. */
  readonly report?: string
  /** All that is in its context, also what cannot be shown. */
  readonly resources: readonly ContextResource[]
}

/**
 * An agent that was called knows nothing of the turns of whoever called it; one that goes on after it called another knows
 * its own turns before that.
 */
export async function whatIsTold(
  machine: Machine,
  place: TeddyPlace,
  session: TeddySession,
  fileCap: number,
): Promise<Told> {
  const resources = await readResources(machine, place, session, fileCap)
  const own = await ownTurns(machine, session)
  const report = await lastReport(machine, own.at(-2))
  return {
    agent: session.last.meta.agent ?? usualAgent,
    message: `${await messages(machine, own)}${notShown(resources)}`,
    files: resources.flatMap(({ target, text }) => (text === undefined ? [] : [{ path: target, text }])),
    memos: await readMemos(machine, place),
    ...(report !== undefined && { report }),
    resources,
  }
}

/** As long as nobody said who plans. */
const usualAgent = 'Pathfinder'

/** The turns of the agent that is at work, for the task it is at work on. The last is the one that the session is in. */
async function ownTurns(machine: Machine, { directory, turns, last }: TeddySession): Promise<Turn[]> {
  const since = last.meta.callers.at(-1)?.turn ?? 0
  const own: Turn[] = []
  for (const number of turns) {
    if (number <= since) continue
    const turn = number === last.number ? last : await readTurn(machine, directory, number)
    if (frameOf(turn.meta) === frameOf(last.meta)) own.push(turn)
  }
  return own
}

function frameOf({ callers }: TurnMeta): string {
  return callers.map(({ turn }) => turn).join(' ')
}

async function messages(machine: Machine, turns: readonly Turn[]): Promise<string> {
  const parts: string[] = []
  for (const [at, { number, directory }] of turns.entries()) {
    const text = ((await readTextFile(machine, join(directory, 'input.md'))) ?? '').trim()
    const isLast = at === turns.length - 1
    if (turns.length === 1) return text === '' ? nothing : text
    if (text !== '' || isLast) parts.push(`# Turn ${turnName(number)}\n\n${text === '' ? nothing : text}`)
  }
  return parts.join('\n\n')
}

const nothing = 'Nothing new. Go on with the task.'

/** With what it wrote itself, since it does not remember: why it planned that, and where the task stood. */
async function lastReport(machine: Machine, turn: Turn | undefined): Promise<string | undefined> {
  if (turn === undefined) return undefined
  const report = await readTextFile(machine, join(turn.directory, 'report.md'))
  const text = (await readTextFile(machine, join(turn.directory, 'plan.md'))) ?? ''
  const { plan } = readTeddy('plan.md', Buffer.from(text))
  const rationale = plan?.rationale?.text.value.trim()
  const thoughts = rationale ? [`# What you thought when you wrote it\n\n${rationale}`] : []
  return [...thoughts, ...(report === undefined ? [] : [shortened(report.trim())])].join('\n\n')
}

/** Outputs can be longer than what a model reads; what went wrong stands at the end of them. */
function shortened(text: string): string {
  if (text.length <= mostReported) return text
  const [head, tail] = [mostReported / 4, (mostReported / 4) * 3]
  const left = text.length - head - tail
  return `${text.slice(0, head)}\n\n… (${left} characters are left out here) …\n\n${text.slice(-tail)}`
}

const mostReported = 200_000

function notShown(resources: readonly ContextResource[]): string {
  const lines = resources.flatMap(({ target, why }) => (why === undefined ? [] : [`- ${target} ${why}`]))
  return lines.length === 0 ? '' : `\n\n# In the context, and not shown\n\n${lines.join('\n')}`
}
