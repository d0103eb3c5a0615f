import type { AlertAnswer } from '../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../dialects/planloop/commands.ts'
import { type SignalLevel, signalLevels } from '../../../dialects/planloop/task.ts'
import { fault } from '../../../plan/diagnostics/fault.ts'
import { suggest } from '../../../plan/diagnostics/suggest.ts'
import { checkAgentName } from '../../../run/planloop/agent-name.ts'
import { checkSignal, clearSignal, raiseSignal } from '../../../run/planloop/alert.ts'
import { type OpenSession, openSession } from '../../../store/planloop/session-log.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import type { Terminal } from '../terminal.ts'
import type { AlertOptions } from './loop.ts'
import { type Loop, openLoop } from './open.ts'
import { tell } from './run.ts'
import { successText } from './success-text.ts'
import { toldOf } from './told-of.ts'
import { verifyOptions } from './verify-options.ts'

export async function alert(terminal: Terminal, context: ConfigContext, options: AlertOptions): Promise<number> {
  if (options.agent !== undefined) checkAgentName(options.agent)
  const loop = await openLoop(context, options, 'planloop alert')
  const open = await openSession(loop.machine, loop.place, loop.lock)
  const answer: AlertAnswer = {
    status: 'success',
    ...(await alerted(loop, open, options)),
    next_command: statusCommand(toldOf(options)),
  }
  tell(terminal, options, answer, (one) => successText(one, terminal.paint.out))
  return exitCodes.ok
}

type Alerted = Pick<AlertAnswer, 'message' | 'version' | 'is_open'>

async function alerted(loop: Loop, open: OpenSession, options: AlertOptions): Promise<Alerted> {
  const { id, task, message, clear, check, agent } = options
  const about = { id, ...(task !== undefined && { task_id: task }) }
  if (clear && check !== undefined) throw fault('E_SIGNAL', 'give --clear or --check, not both')
  if (clear) {
    const { version } = await clearSignal(open, id, agent)
    return { message: `The signal '${id}' is cleared.`, version, is_open: false }
  }
  if (check !== undefined) {
    const { version, isOpen, receipt } = await checkSignal(
      open,
      { ...about, ...(message !== undefined && { message }) },
      check,
      verifyOptions(loop),
      agent,
    )
    const passed = receipt.passed ? `The command passed, and the signal '${id}' is not open.` : undefined
    return { message: passed ?? `The command failed, and the signal '${id}' blocks.`, version, is_open: isOpen }
  }
  const level = levelOf(options)
  const { version } = await raiseSignal(open, { ...about, level, message: message ?? '' }, agent)
  const blocks = level === 'blocker' ? ' It blocks all work until it is cleared.' : ''
  return { message: `The signal '${id}' is raised.${blocks}`, version, is_open: true }
}

function levelOf({ level }: AlertOptions): SignalLevel {
  const known = signalLevels.find((one) => one === level)
  if (known !== undefined) return known
  const near = suggest(level, signalLevels)
  throw fault('E_SIGNAL', `there is no level \`${level.slice(0, 40)}\``, {
    actual: level.slice(0, 40),
    expected: signalLevels.join(', '),
    hint: near === undefined ? `Use one of ${signalLevels.join(', ')}.` : `Did you mean \`${near}\`?`,
  })
}
