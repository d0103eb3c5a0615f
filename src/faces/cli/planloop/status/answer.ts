import { instructionsFor } from '../../../../dialects/planloop/instructions/sync.ts'
import type { StatusAnswer } from '../../../../dialects/planloop/status-answer.ts'
import { checkAgentName } from '../../../../run/planloop/agent-name.ts'
import { lookAtStatus, syncStatus } from '../../../../run/planloop/status.ts'
import type { LogPlace } from '../../../../store/log/place.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { readInstructions } from '../../../../store/planloop/instructions-file.ts'
import type { UserDirectories } from '../../../../store/workspace/user-directories.ts'

export interface Asked {
  readonly agent?: string
  readonly named?: string
  readonly compact?: boolean
  readonly budget?: number
  readonly allowOverlap?: boolean
  /** Where the key is kept by which a person's yes is known. */
  readonly userDirs: UserDirectories
}

/** What is to be done next; before all else, the instructions in the project. `claim` is for agents that have a name. */
export async function statusAnswer(
  machine: Machine,
  root: string,
  place: LogPlace,
  asked: Asked,
  claim: (agent: string) => Promise<StatusAnswer>,
): Promise<StatusAnswer> {
  const { agent } = asked
  if (agent !== undefined) checkAgentName(agent)
  const { inSync, content } = instructionsFor(await readInstructions(machine, root))
  if (!inSync) return syncStatus(machine, place, content, asked)
  return agent === undefined ? lookAtStatus(machine, place, asked) : claim(agent)
}
