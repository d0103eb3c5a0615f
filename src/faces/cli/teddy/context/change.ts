import { resolve } from 'node:path'
import { isAddress, normalResource } from '../../../../dialects/teddy/session/context-list.ts'
import { type Diagnostic, diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../../../plan/diagnostics/fault.ts'
import { fromTop } from '../../../../store/plans/teddy-plan.ts'
import { changeContext, readContext } from '../../../../store/teddy/context.ts'
import { realPath } from '../../../../store/workspace/look.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import type { ContextOptions } from '../context.ts'
import { chosenSession, openTeddy } from '../session/open.ts'
import { resourcesOf } from '../session/resource-words.ts'
import { tellContext } from './show.ts'

export async function addToContext(
  terminal: Terminal,
  context: ConfigContext,
  words: readonly string[],
  options: ContextOptions,
): Promise<number> {
  const teddy = await openTeddy(context, 'teddy context add')
  const session = await chosenSession(teddy, context, options)
  const add = await resourcesOf(teddy, context, words)
  await changeContext(teddy.machine, teddy.place, session, { add, always: options.always ?? false }, teddy.lock)
  return tellContext(terminal, teddy, session, options)
}

/** What is to go need not be there any more: it is looked for in the list, not on the disk. */
export async function removeFromContext(
  terminal: Terminal,
  context: ConfigContext,
  words: readonly string[],
  options: ContextOptions,
): Promise<number> {
  const teddy = await openTeddy(context, 'teddy context remove')
  const { machine, place, lock } = teddy
  const session = await chosenSession(teddy, context, options)
  const { always, turn } = await readContext(machine, session)
  const there = new Set([...always, ...turn])
  const here = (await realPath(machine.files, context.cwd)) ?? context.cwd
  const remove: string[] = []
  const faults: Diagnostic[] = []
  for (const word of words) {
    const spellings = isAddress(word) ? [word] : [fromTop(place.workspace, resolve(here, word)), normalResource(word)]
    const found = spellings.find((one) => there.has(one))
    if (found !== undefined) remove.push(found)
    else faults.push(diagnostic('E_TEDDY_NOT_IN_CONTEXT', `It is not in the context: ${word}`, { actual: word }))
  }
  const [first, ...others] = faults
  if (first !== undefined) throw new Fault([first, ...others])
  await changeContext(machine, place, session, { remove }, lock)
  return tellContext(terminal, teddy, session, options)
}
