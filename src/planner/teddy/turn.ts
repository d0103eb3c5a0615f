import { kebabOf } from '../../plan/kebab.ts'
import { filled, type OwnPrompts } from '../prompt.ts'
import { asData, listData, namedData } from '../prompts/data.ts'
import { teddyPlan } from '../prompts/teddy-plan.ts'

/** What the next plan of a session is written from. */
export interface TeddyTurn {
  /** Who writes it, as in the header of the plan. */
  readonly agent: string
  /** What the user says. */
  readonly message: string
  /** What the agent sees: files of the project by their paths, pages by their addresses. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly memos: readonly string[]
  /** Of the last plan, when there was one. */
  readonly report?: string | undefined
}

/** Everything that a planner is told for one turn. A prompt `agent-<name>` of somebody's own says what kind of agent it is. */
export function turnPrompt({ agent, message, files, memos, report }: TeddyTurn, own: OwnPrompts): string {
  return filled(teddyPlan, own, {
    agent: JSON.stringify(agent.replace(/\s+/g, ' ')),
    role: own.get(`agent-${kebabOf(agent)}`)?.text.trim() ?? '',
    message: asData(message),
    files: files.length === 0 ? 'None.' : namedData(files.map(({ path, text }) => ({ name: path, text }))),
    memos: memos.length === 0 ? 'Nothing.' : listData(memos),
    report: report === undefined ? 'This is the first plan.' : asData(report),
  })
}
