import { messages } from '../../../dialects/planloop/schemas/messages.ts'
import { fault } from '../../../plan/diagnostics/fault.ts'
import { suggest } from '../../../plan/diagnostics/suggest.ts'
import { exitCodes } from '../exit-codes.ts'
import { table } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import type { LoopOptions } from './loop.ts'
import { wantsJson } from './run.ts'

export async function describe(terminal: Terminal, name: string | undefined, options: LoopOptions): Promise<number> {
  terminal.out(`${name === undefined ? listed(wantsJson(options)) : one(name)}\n`)
  return exitCodes.ok
}

function listed(json: boolean): string {
  if (!json) return table([...messages].map(([name, { about }]) => [name, about]))
  return JSON.stringify(Object.fromEntries([...messages].map(([name, { schema }]) => [name, schema()])), null, 2)
}

function one(name: string): string {
  const known = messages.get(name)
  if (known !== undefined) return JSON.stringify(known.schema(), null, 2)
  const near = suggest(name, messages.keys())
  throw fault('E_FIELD_VALUE', `There is no message \`${name.slice(0, 60)}\`.`, {
    actual: name.slice(0, 60),
    expected: [...messages.keys()].join(', '),
    hint: near === undefined ? `There are ${[...messages.keys()].join(', ')}.` : `Did you mean \`${near}\`?`,
  })
}
