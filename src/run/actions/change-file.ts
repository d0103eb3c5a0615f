import { relative, sep } from 'node:path'
import type { CreateAction, EditAction } from '../../dialects/teddy/plan.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import { sha256 } from '../../store/content/content.ts'
import { keepBytes } from '../../store/kept-bytes.ts'
import { isProtected } from '../../store/paths/protected.ts'
import { changeFile } from '../../store/project-files/change-file.ts'
import { missingDirectories } from '../../store/project-files/directories.ts'
import type { Acting } from './acting.ts'
import { contentAt } from './content-at.ts'
import type { ActionResult } from './result.ts'

/**
 * Makes or edits a file, as it was checked and in no other way.
 *
 *     keep what it holds ─▶ log: from this to that ─▶ the new content in the place of the old ─▶ log: the end of the action
 *
 * Cut off anywhere, the hash of the file says whether it was changed.
 */
export async function changeFileOf(action: CreateAction | EditAction, acting: Acting): Promise<ActionResult> {
  const { machine, cwd, place, step, change, say } = acting
  if (change === undefined) throw new Error(`nobody has checked what action ${action.position} does`)
  const { real, before, after } = change
  const path = relative(cwd, real).split(sep).join('/')
  refuseUnasked(acting, [action.path.value, path])
  const now = await contentAt(machine, cwd, path)
  const expected = before === undefined ? null : sha256(before)
  if (now.hash !== expected) {
    throw fault('E_CHANGED_SINCE_CHECKED', `${path} is not any more what it was when the plan was checked`, {
      file: path,
    })
  }
  if (now.bytes !== undefined) await keepBytes(machine, place, now.bytes)
  const nonce = machine.nonce()
  const made = (await missingDirectories(machine, real)).map((one) => relative(cwd, one).split(sep).join('/'))
  const hashes = { before: expected, after: sha256(after) }
  const apart = acting.isApart ? { apart: true } : {}
  await say({ type: 'file.changing', step: step.id, action: action.position, path, ...hashes, made, nonce, ...apart })
  await changeFile(machine, cwd, { real, before, after, nonce })
  return { status: 'succeeded', files: [path] }
}

/** The engine begins no step that lacks a yes of its own; what other programs obey is not changed in any case. */
function refuseUnasked({ hasOwnYes }: Acting, spellings: readonly string[]): void {
  const entry = hasOwnYes ? undefined : spellings.map(isProtected).find((one) => one !== undefined)
  if (entry === undefined) return
  throw fault('E_NOT_APPROVED', `${entry.path} is protected, and nobody has said yes to this action: ${entry.why}`)
}
