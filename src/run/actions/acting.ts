import type { ActionRecord } from '../../plan/action-records.ts'
import type { Step } from '../../plan/types.ts'
import type { OutputStream } from '../../process/run.ts'
import type { FileChange } from '../../rules/actions/check.ts'
import type { ProjectFacts } from '../../rules/actions/facts.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { WorkOptions } from '../work.ts'
import type { Background } from './background.ts'
import type { ResearchProvider } from './web/research.ts'

/** What a run has for its actions, beside what it has for every step. */
export interface ActingOptions {
  readonly research: ResearchProvider
  /** Bytes kept of each output of a command. */
  readonly outputCap: number
  /** Shows a person a message, and answers what they say to it. Without it, a message is in the record and nowhere else. */
  readonly chat?: (message: string) => Promise<string | undefined>
  /** What a session knows, against which memos are checked. */
  readonly remembered?: Pick<ProjectFacts, 'memos' | 'context'>
  /** What actions change in files is kept when all of them have come to their end, and taken back otherwise. */
  readonly atomic?: boolean
}

/** Where one action stands: all that is needed to carry it out. */
export interface Acting
  extends Pick<WorkOptions, 'machine' | 'cwd' | 'env' | 'watch' | 'timeoutMs' | 'cancel'>,
    Pick<ActingOptions, 'research' | 'outputCap' | 'chat'> {
  readonly place: LogPlace
  readonly step: Step
  /** What a CREATE or an EDIT was found to do. */
  readonly change: FileChange | undefined
  /** Whether `cwd` is a directory of the step's own, and not the project. */
  readonly isApart: boolean
  /** Whether somebody has said yes to this very step. */
  readonly hasOwnYes: boolean
  /** Puts something into the log, as long as the run is ours. */
  readonly say: (record: ActionRecord) => Promise<void>
  readonly background: Background
  readonly onOutput: (stream: OutputStream, text: string) => void
}
