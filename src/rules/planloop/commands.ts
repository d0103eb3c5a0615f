import { commandWords } from '../../plan/command-words.ts'
import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'

/** What proves a task is run without a shell. */
export function commands({ task, path }: WrittenTask): DataFault[] {
  return (task.verify ?? []).flatMap((command, which) => {
    const parsed = commandWords(command)
    if (!('why' in parsed)) return []
    const message = `${labelOf(task)} cannot be proven by the command \`${command.slice(0, 80)}\`: ${parsed.why}.`
    return [dataFault('E_BAD_COMMAND', `${path}.verify[${which}]`, message, { actual: command, hint })]
  })
}

const hint = "Commands are run without a shell. If one is meant, say so: `sh -c '…'`."
