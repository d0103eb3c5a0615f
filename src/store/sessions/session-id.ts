import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import { checkId } from '../paths/ids.ts'
import { shortened } from '../paths/shortened.ts'

/** The session that a command belongs to. Checked before any path is made of it. */
export function sessionIdOf(env: NodeJS.ProcessEnv): string {
  const id = env.AGENTCTL_SESSION_ID
  if (!id) throw fault('E_NO_SESSION', 'AGENTCTL_SESSION_ID is not set')
  const bad = checkSessionId(id)
  if (bad) throw new Fault([{ ...bad, message: `AGENTCTL_SESSION_ID: ${bad.message}` }])
  return id
}

/** Beside `<id>.json` stand `<id>.topic.json` and the folder `<id>`: none of them may be the file of another session. */
export function checkSessionId(id: string) {
  const ending = ['.json', '.topic'].find((one) => id.toLowerCase().endsWith(one))
  if (ending === undefined) return checkId(id)
  return diagnostic('E_BAD_ID', `the id ends with ${ending}, as files beside it do`, { actual: shortened(id) })
}
