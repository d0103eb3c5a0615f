import { readExecute, readResearch } from './actions/commands.ts'
import { readEdit } from './actions/edit.ts'
import { readCreate, readPrune, readRead } from './actions/files.ts'
import { readChat, readConclude, readInvoke } from './actions/messages.ts'
import type { ActionStart } from './actions/start.ts'
import type { Part } from './part.ts'
import type { Action, ActionKind } from './plan.ts'

export function readAction(kind: ActionKind, part: Part, position: number): Action {
  const { heading, blocks } = part
  const end = blocks.at(-1)?.end ?? heading.end
  return readers[kind](part, { position, heading, start: heading.start, end })
}

const readers: Readonly<Record<ActionKind, (part: Part, start: ActionStart) => Action>> = {
  CREATE: readCreate,
  READ: readRead,
  EDIT: readEdit,
  EXECUTE: readExecute,
  RESEARCH: readResearch,
  CHAT_WITH_USER: readChat,
  INVOKE: readInvoke,
  CONCLUDE: readConclude,
  PRUNE: readPrune,
}
