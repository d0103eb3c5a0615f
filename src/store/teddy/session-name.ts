import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import { kebabOf } from '../../plan/kebab.ts'
import { checkId } from '../paths/ids.ts'

/** Refuses a name that may not become part of a path. Asked before any is made of it. */
export function refuseBadName(name: string): void {
  const bad = checkId(name)
  if (bad === undefined) return
  throw new Fault([
    diagnostic('E_BAD_ID', bad.message.replace('the id', 'the name of the session'), {
      ...(bad.actual !== undefined && { actual: bad.actual }),
      hint: 'Use letters, digits, `-` and `_`, such as `add-login`.',
    }),
  ])
}

//     Add a login page, with a way to reset the password   →   add-a-login-page-with-a-way-to-reset
export function nameOfMessage(message: string): string {
  const words = kebabOf(
    message
      .trim()
      .slice(0, 400)
      .split(/[\r\n]/, 1)[0]!,
  ).split('-')
  let name = words[0]!.slice(0, longest)
  for (const word of words.slice(1)) {
    if (name.length + 1 + word.length > longest) break
    name += `-${word}`
  }
  if (name !== '' && checkId(name) === undefined) return name
  throw fault('E_TEDDY_NO_SESSION', 'No name for the session can be made of the message.', {
    hint: 'Give it one: `teddy start add-login -m …`.',
  })
}

const longest = 40
