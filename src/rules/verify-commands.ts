import { commandWords } from '../plan/command-words.ts'
import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

/** What proves a step is run without a shell. A command that would need one would fail, or mean something else. */
export function verifyCommands({ steps }: Plan): Diagnostic[] {
  return steps.flatMap(({ id, verify = [], place }) =>
    verify.flatMap((command, which) => {
      const parsed = commandWords(command)
      if (!('why' in parsed)) return []
      const where = at(place?.file, place?.verify?.[which] ?? place?.id)
      const message = `The command that proves "${id}" cannot be run: ${parsed.why}.`
      return [diagnostic('E_BAD_COMMAND', message, { ...where, actual: command, hint })]
    }),
  )
}

const hint = "Commands are run without a shell. If one is meant, say so: `sh -c '…'`."
