import { Findings } from '../../dialects/shared/findings.ts'
import type { Action, TeddyPlan } from '../../dialects/teddy/plan.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { LineIndex } from '../../plan/diagnostics/position.ts'
import { checkCreate } from './create.ts'
import { checkEdit } from './edit.ts'
import { checkExecute } from './execute.ts'
import type { ProjectFacts } from './facts.ts'
import { checkMemos } from './memos.ts'
import { Project } from './project.ts'
import { checkHandoff, checkPrune, checkRead, contextName } from './resources.ts'
import type { CheckState } from './state.ts'

/** What becomes of a file by one action. */
export interface FileChange {
  /** As the plan writes it. */
  readonly path: string
  readonly real: string
  /** Undefined where the file is made. */
  readonly before: string | undefined
  readonly after: string
}

/** Something that the yes to the plan does not cover: it needs a yes that names it. */
export interface Consent {
  /** Of the action, from 1. */
  readonly position: number
  readonly what: string
  readonly why: string
}

export interface ActionsChecked {
  readonly diagnostics: readonly Diagnostic[]
  /**
   * What each CREATE and EDIT does, by the position of the action, in the text as it will be at that point. Texts are made
   * when they are asked for, which is quickest in the order of the actions.
   */
  readonly changes: ReadonlyMap<number, FileChange>
  readonly consents: readonly Consent[]
}

export interface CheckActionsOptions {
  /** The name of the plan's file in diagnostics, and the text in which the places of the plan lie. */
  readonly file: string
  readonly text: string
  readonly facts: ProjectFacts
  /** Of the actions, those that will be carried out; the others are done already or left out. */
  readonly isMeant: (position: number) => boolean
}

/** Checks actions against the project, one after the other, each in the project as those before it will have left it. */
export function checkActions(plan: TeddyPlan, { file, text, facts, isMeant }: CheckActionsOptions): ActionsChecked {
  const state: CheckState = {
    findings: new Findings({ file, text, lines: new LineIndex(text) }),
    project: new Project(facts),
    changes: new Map(),
    consents: [],
    isAfterCommand: false,
    context: facts.context && new Set(facts.context.map(contextName)),
    work: { left: mostWork },
    explanations: mostExplanations,
  }
  checkMemos(state.findings, plan.memos, facts.memos)
  for (const action of plan.actions) if (isMeant(action.position)) checkAction(state, action)
  const { findings, changes, consents } = state
  return { diagnostics: findings.list(), changes, consents }
}

/** Some seconds of looking: a thousand edits of a file of a megabyte sixteen times over. */
const mostWork = 16 * 1024 ** 3
const mostExplanations = 100

function checkAction(state: CheckState, action: Action): void {
  switch (action.kind) {
    case 'CREATE':
      checkCreate(state, action)
      break
    case 'EDIT':
      checkEdit(state, action)
      break
    case 'READ':
      checkRead(state, action)
      break
    case 'PRUNE':
      checkPrune(state, action)
      break
    case 'EXECUTE':
      checkExecute(state, action)
      break
    case 'INVOKE':
    case 'CONCLUDE':
      checkHandoff(state, action.handoff)
      break
    case 'RESEARCH':
    case 'CHAT_WITH_USER':
  }
}
