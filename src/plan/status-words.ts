import type { PlanStatus } from './lifecycle.ts'
import type { StepStatus } from './step-status.ts'
import type { Dialect } from './types.ts'

/**
 * How each dialect spells a status, both ways and for every status and every word there is.
 *
 * A dialect's file holds only words that the dialect has. Where it has no word of its own for a status, `write` names the
 * nearest one it has, and the log keeps the exact one; `null` means that the file has no place for a word at all. A word
 * in a file is somebody's change only when it differs from what `write` gives for the status in the log: that is why
 * `write` after `read` has to give the same word back, and a test holds every row to it.
 */
export interface StatusWords<Status extends string> {
  readonly write: Readonly<Record<Status, string | null>>
  readonly read: Readonly<Record<string, Status>>
}

export interface DialectWords {
  readonly plan: StatusWords<PlanStatus>
  readonly step: StatusWords<StepStatus>
}

const noPlanWords: StatusWords<PlanStatus> = {
  write: {
    draft: null,
    proposed: null,
    approved: null,
    rejected: null,
    needs_review: null,
    executing: null,
    replanning: null,
    stalled: null,
    completed: null,
    failed: null,
    cancelled: null,
  },
  read: {},
}

const ownStepWords: StatusWords<StepStatus> = {
  write: {
    pending: 'pending',
    in_progress: 'in_progress',
    complete: 'complete',
    failed: 'failed',
    skipped: 'skipped',
    interrupted: 'interrupted',
  },
  read: {
    pending: 'pending',
    in_progress: 'in_progress',
    complete: 'complete',
    failed: 'failed',
    skipped: 'skipped',
    interrupted: 'interrupted',
  },
}

export const statusWords: Readonly<Record<Dialect, DialectWords>> = {
  /** The seed has no words; `status` of a task is a key we add, in our own words. */
  agentflow: { plan: noPlanWords, step: ownStepWords },

  /**
   * `Status: Green` in a plan's header is its author's mood, not a status, and stays as written. The words here are those
   * of the report that goes back to the author.
   */
  teddy: {
    plan: noPlanWords,
    step: {
      write: {
        pending: null,
        in_progress: null,
        complete: 'SUCCESS',
        failed: 'FAILURE',
        skipped: 'SKIPPED',
        interrupted: 'INTERRUPTED',
      },
      read: { SUCCESS: 'complete', FAILURE: 'failed', SKIPPED: 'skipped', INTERRUPTED: 'interrupted' },
    },
  },

  /** A failed task is open work again; an interrupted one was begun and not finished. */
  planloop: {
    plan: noPlanWords,
    step: {
      write: {
        pending: 'TODO',
        in_progress: 'IN_PROGRESS',
        complete: 'DONE',
        failed: 'TODO',
        skipped: 'CANCELLED',
        interrupted: 'IN_PROGRESS',
      },
      read: { TODO: 'pending', IN_PROGRESS: 'in_progress', DONE: 'complete', CANCELLED: 'skipped' },
    },
  },

  /** Approval is unknown there: all that is not yet begun is `draft`. */
  rawko: {
    plan: {
      write: {
        draft: 'draft',
        proposed: 'draft',
        approved: 'draft',
        rejected: 'draft',
        needs_review: 'draft',
        executing: 'in_progress',
        replanning: 'replanning',
        stalled: 'in_progress',
        completed: 'complete',
        failed: 'failed',
        cancelled: 'failed',
      },
      read: {
        draft: 'draft',
        in_progress: 'executing',
        complete: 'completed',
        failed: 'failed',
        replanning: 'replanning',
      },
    },
    step: {
      write: {
        pending: 'pending',
        in_progress: 'in_progress',
        complete: 'complete',
        failed: 'failed',
        skipped: 'skipped',
        interrupted: 'in_progress',
      },
      read: {
        pending: 'pending',
        in_progress: 'in_progress',
        complete: 'complete',
        failed: 'failed',
        skipped: 'skipped',
      },
    },
  },

  /** Plans are born `proposed` there. Steps have words only in the checkpoint lines, for those that ran to an end. */
  pi: {
    plan: {
      write: {
        draft: 'proposed',
        proposed: 'proposed',
        approved: 'approved',
        rejected: 'rejected',
        needs_review: 'needs_review',
        executing: 'executing',
        replanning: 'executing',
        stalled: 'stalled',
        completed: 'completed',
        failed: 'failed',
        cancelled: 'cancelled',
      },
      read: {
        proposed: 'proposed',
        approved: 'approved',
        rejected: 'rejected',
        needs_review: 'needs_review',
        executing: 'executing',
        stalled: 'stalled',
        completed: 'completed',
        failed: 'failed',
        cancelled: 'cancelled',
      },
    },
    step: {
      write: {
        pending: null,
        in_progress: null,
        complete: 'success',
        failed: 'failed',
        skipped: null,
        interrupted: null,
      },
      read: { success: 'complete', failed: 'failed' },
    },
  },
}

/** The status a word stands for, or undefined when the dialect does not have that word. */
export function readStatus<Status extends string>(words: StatusWords<Status>, word: string): Status | undefined {
  return Object.hasOwn(words.read, word) ? words.read[word] : undefined
}

/**
 * What a word in a file says beyond the log: undefined when it only repeats what we would have written for the status in
 * the log, else the status a person gave it by hand.
 */
export function changedByHand<Status extends string>(
  words: StatusWords<Status>,
  word: string,
  logged: Status,
): Status | undefined {
  return words.write[logged] === word ? undefined : readStatus(words, word)
}
