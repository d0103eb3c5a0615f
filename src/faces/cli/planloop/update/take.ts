import type { UpdateAnswer } from '../../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../../dialects/planloop/commands.ts'
import type { UpdateReading } from '../../../../dialects/planloop/payload.ts'
import { plainReport } from '../../../../dialects/planloop/plain-report.ts'
import type { UpdatePayload } from '../../../../dialects/planloop/task.ts'
import { type Updated, updateSession } from '../../../../run/planloop/update.ts'
import { openSession } from '../../../../store/planloop/session-log.ts'
import { openOptions } from '../../open-options.ts'
import type { UpdateOptions } from '../loop.ts'
import type { Loop } from '../open.ts'
import { toldOf } from '../told-of.ts'
import { verifyOptions } from '../verify-options.ts'
import type { PayloadText } from './payload.ts'

/** Takes an update into the session, or throws with everything that speaks against it. */
export async function takeUpdate(
  loop: Loop,
  { text, name }: PayloadText,
  options: UpdateOptions,
  onCommand?: (command: string) => void,
): Promise<UpdateAnswer> {
  const { payload, faults } = await readPayload(text, name, loop)
  const { token, strict = false } = options
  const agent = options.agent ?? payload.agent
  const updated = await updateSession(await openSession(loop.machine, loop.place, loop.lock), payload, {
    ...(agent !== undefined && { agent }),
    ...(token !== undefined && { token }),
    leaseMs: loop.values['lease.ttl'],
    gates: { root: loop.root, strict },
    verify: { ...verifyOptions(loop), ...(onCommand && { onCommand }) },
    faults,
  })
  const warnings = [...faults.filter(({ severity }) => severity !== 'error'), ...updated.warnings]
  const told = { ...toldOf(options), ...(agent !== undefined && { agent }) }
  return answerOf(payload, { ...updated, warnings }, statusCommand(told))
}

/** Most reports are plain. What it takes to say what is wrong with a payload is loaded for the others. */
async function readPayload(text: string, name: string, { values }: Loop): Promise<UpdateReading> {
  const plain = text.length <= values['limits.data'] ? plainReport(text) : undefined
  if (plain !== undefined) return { payload: plain, faults: [] }
  const { readUpdate } = await import('../../../../dialects/planloop/payload.ts')
  return readUpdate(text, name, openOptions(values).limits)
}

function answerOf(
  { add_tasks }: UpdatePayload,
  { version, added, warnings }: Updated,
  next_command: string,
): UpdateAnswer {
  return {
    status: 'success',
    message: 'The update was taken.',
    version,
    ...(added.length > 0 && {
      added: added.map((id, at) => {
        const { title, ref } = add_tasks[at]!
        return { id, title, ...(ref !== undefined && { ref }) }
      }),
    }),
    ...(warnings.length > 0 && { warnings: warnings.map(({ message, hint }) => `${message} ${hint ?? ''}`.trim()) }),
    next_command,
  }
}
