import type { Findings } from '../../dialects/shared/findings.ts'
import type { Consent, FileChange } from './check.ts'
import type { Work } from './places.ts'
import type { Changed, Project } from './project.ts'

/** What is known while the actions of a plan are checked, one after the other. */
export interface CheckState {
  readonly findings: Findings
  readonly project: Project
  readonly changes: Map<number, FileChange>
  readonly consents: Consent[]
  /** Whether a command stands above, which may make or change anything. */
  isAfterCommand: boolean
  /** The context of the next turn so far; undefined where nobody keeps one. */
  readonly context: Set<string> | undefined
  readonly work: Work
  /** For how much more it is said what would have been right. Nobody reads all of it, and each takes its time. */
  explanations: number
}

export function fileChange(path: string, real: string, { story, after }: Changed): FileChange {
  return {
    path,
    real,
    get before() {
      return story.text(after - 1)
    },
    get after() {
      return story.text(after) ?? ''
    },
  }
}
