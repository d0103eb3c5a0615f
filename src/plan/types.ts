/**
 * Glossary. Every name in the code is one of these.
 *
 * - A **plan** says what is to be done: a title, a narrative and steps. It is written in plain files.
 * - A **step** is one piece of work with an id that survives insertion and replanning. It **depends on** other steps.
 * - A **dialect** is one way of writing a plan down (`agentflow`, `teddy`, `planloop`, `rawko`, `pi`).
 * - The **content** of a plan is the bytes of its files. Each commit of content makes a **version**; a **revision** counts
 *   replans. The **etag** is a hash of the content.
 * - The **log** says what happened: one **record** after the other, each with a **sequence number**. The **state** of a
 *   plan is its log folded from the first record to the last; a **snapshot** is a state kept to save folding again.
 * - The **status** of a plan or a step is the one word of its state. A dialect's **status word** is its spelling.
 * - A **claim** gives a step to one **holder** for a time, its **lease**. The **token** of the lease is the sequence
 *   number of the claim; who answers with an old token is too late.
 * - A **wave** is a set of steps that can run at the same time once all earlier waves are done.
 * - A **diagnostic** is one fault with its code and place; a **fault** is what is thrown when nothing can go on.
 */
import type { Range } from './diagnostics/position.ts'

export const dialects = ['agentflow', 'teddy', 'planloop', 'rawko', 'pi'] as const
export type Dialect = (typeof dialects)[number]

export type StepId = string

export interface Step {
  readonly id: StepId
  readonly title: string
  readonly text: string
  readonly dependsOn: readonly StepId[]
  /** Who is to do it, by the name of an agent in the configuration. */
  readonly agent?: string
  readonly subtasks?: readonly string[]
  /** Commands that must pass before the step counts as done. */
  readonly verify?: readonly string[]
  /** What the step touches. Two steps that touch the same file do not run at the same time. */
  readonly files?: readonly string[]
  readonly priority?: number
  readonly timeoutMs?: number
  /** `user`: waits for a yes of its own, beside the approval of the plan. */
  readonly approval?: 'user'
  readonly tags?: readonly string[]
  readonly place?: StepPlace
}

/** Where a step is written, for diagnostics. */
export interface StepPlace {
  readonly file: string
  readonly id?: Range
  readonly dependsOn?: readonly Range[]
  readonly text?: Range
  readonly agent?: Range
  readonly files?: readonly Range[]
  readonly verify?: readonly Range[]
}

/** Where the title and the narrative of a plan are written. */
export interface PlanPlaces {
  readonly file: string
  readonly title?: Range
  readonly narrative?: Range
}

export interface Plan {
  /** The name under which its state is kept. It never changes, not by a replan either. */
  readonly key: string
  readonly dialect: Dialect
  readonly title: string
  readonly narrative: string
  readonly steps: readonly Step[]
  readonly places?: PlanPlaces
}
