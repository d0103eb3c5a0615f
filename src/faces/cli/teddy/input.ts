import { resolve } from 'node:path'
import { defaultLimits, type Limits } from '../../../dialects/shared/limits.ts'
import { fault } from '../../../plan/diagnostics/fault.ts'
import { readWhole } from '../../../store/files/whole.ts'
import { realPath } from '../../../store/workspace/look.ts'
import { type ConfigContext, loadFrom } from '../steadplan/config/context.ts'
import { readInput } from '../steadplan/new/input.ts'
import { type Clipboard, systemClipboard } from './clipboard.ts'

/** Where a plan can come from beside a file, and where it goes. */
export interface Inputs {
  readonly clipboard: Clipboard
  /** Whether standard input is something else than a terminal. */
  readonly isPiped: boolean
  /** Whether standard output is a terminal. */
  readonly isSeen: boolean
  readonly read: (cap: number) => Promise<Uint8Array>
}

export function processInputs(context: ConfigContext): Inputs {
  const { stdin, stdout } = process
  const clipboard = systemClipboard(context)
  return { clipboard, isPiped: stdin.isTTY !== true, isSeen: stdout.isTTY === true, read: readInput }
}

export interface PlanInput {
  readonly from: 'file' | 'stdin' | 'clipboard'
  /** As it is called in messages. */
  readonly name: string
  /** Where it really stands, of a file. */
  readonly path?: string
  readonly bytes: Uint8Array
  readonly limits: Limits
}

/** The plan that is meant by a word of the command line, or by none. */
export async function planInput(context: ConfigContext, inputs: Inputs, word: string | undefined): Promise<PlanInput> {
  const limits = await limitsOf(context)
  const cap = limits.markdown
  if (word === '-' || (word === undefined && inputs.isPiped)) {
    return { from: 'stdin', name: '<stdin>', bytes: await inputs.read(cap), limits }
  }
  if (word === undefined) {
    return { from: 'clipboard', name: '<clipboard>', bytes: Buffer.from(await inputs.clipboard.paste(cap)), limits }
  }
  const { files } = context.machine
  const path = await realPath(files, resolve(context.cwd, word))
  const bytes = path === undefined ? undefined : await readWhole(files, path, cap)
  if (bytes === undefined) throw fault('E_NOT_A_FILE', `there is no such file: ${word}`, { file: word })
  return { from: 'file', name: word, path: path!, bytes, limits }
}

async function limitsOf(context: ConfigContext): Promise<Limits> {
  const { values } = await loadFrom(context)
  return { ...defaultLimits, markdown: values['limits.markdown'] }
}
