import type { Span } from '../shared/tree.ts'

/** A value with the place where it is written. */
export interface Written<Value = string> extends Span {
  readonly value: Value
}

/** What a teddy plan says, as far as it could be read. What is missing has its diagnostic. */
export interface TeddyPlan {
  readonly title: Written
  /** The list below the title, in its order. */
  readonly header: readonly HeaderField[]
  readonly rationale?: Rationale
  readonly memos: readonly Memo[]
  readonly actions: readonly Action[]
}

export interface HeaderField extends Written {
  readonly name: string
}

export interface Rationale {
  /** All of it. */
  readonly text: Written
  readonly synthesis?: Written
  readonly justification?: Written
  readonly expectedOutcome?: Written
  readonly stateDashboard?: Written
}

export interface Memo extends Span {
  readonly change: 'add' | 'remove'
  readonly text: string
  readonly comment?: string
}

/** A file of the project by its path from the root, without a slash before it; or an address in the web. */
export interface Resource extends Span {
  readonly kind: 'file' | 'url'
  readonly target: string
}

/** What all actions have. The span reaches from the heading to the end of the action. */
interface ActionBase extends Span {
  /** From 1. */
  readonly position: number
  readonly heading: Span
}

export interface CreateAction extends ActionBase {
  readonly kind: 'CREATE'
  readonly path: Written
  readonly description?: Written
  readonly overwrite: boolean
  /** Byte for byte, with the line end of its last line. */
  readonly content: Written
}

export interface ReadAction extends ActionBase {
  readonly kind: 'READ'
  readonly resource: Resource
  readonly description?: Written
}

export interface EditAction extends ActionBase {
  readonly kind: 'EDIT'
  readonly path: Written
  readonly description?: Written
  /** Every match is meant, not the only one. */
  readonly matchAll: boolean
  readonly edits: readonly Replacement[]
}

/** Both without the line end of their last line, so that a match may lie within a line. */
export interface Replacement {
  readonly find: Written
  readonly replace: Written
}

export interface ExecuteAction extends ActionBase {
  readonly kind: 'EXECUTE'
  readonly description?: Written
  readonly expectedOutcome?: Written
  readonly cwd?: Written
  readonly env: readonly EnvVariable[]
  readonly command: Written
  readonly allowFailure: boolean
  readonly background: boolean
  readonly timeoutMs?: number
}

export interface EnvVariable extends Written {
  readonly name: string
}

export interface ResearchAction extends ActionBase {
  readonly kind: 'RESEARCH'
  readonly description?: Written
  readonly queries: readonly Written[]
}

export interface ChatAction extends ActionBase {
  readonly kind: 'CHAT_WITH_USER'
  readonly message: Written
}

export interface InvokeAction extends ActionBase {
  readonly kind: 'INVOKE'
  readonly agent: Written
  readonly handoff: readonly Resource[]
  readonly message: Written
}

export interface ConcludeAction extends ActionBase {
  readonly kind: 'CONCLUDE'
  readonly handoff: readonly Resource[]
  readonly message: Written
}

export interface PruneAction extends ActionBase {
  readonly kind: 'PRUNE'
  readonly resource: Resource
  readonly description?: Written
}

export type Action =
  | CreateAction
  | ReadAction
  | EditAction
  | ExecuteAction
  | ResearchAction
  | ChatAction
  | InvokeAction
  | ConcludeAction
  | PruneAction

export type ActionKind = Action['kind']
