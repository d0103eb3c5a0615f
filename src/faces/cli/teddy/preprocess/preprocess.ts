import { readSource } from '../../../../dialects/shared/source.ts'
import { type SanitizedText, sanitizeFences } from '../../../../dialects/teddy/sanitize.ts'
import { Fault, fault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { replaceFile } from '../../../../store/files/replace.ts'
import { readWhole } from '../../../../store/files/whole.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { type Inputs, type PlanInput, planInput } from '../input.ts'
import type { PreprocessOptions } from '../preprocess.ts'
import { changeLines, diffLines } from './lines.ts'

export async function preprocess(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  word: string | undefined,
  options: PreprocessOptions,
): Promise<number> {
  const { check = false, diff = false, json = false, copy = true } = options
  const input = await planInput(context, inputs, word)
  const before = textOf(input)
  const sanitized = sanitizeFences(before)
  const isChanged = sanitized.text !== before
  const isDry = check || diff
  if (!isDry && isChanged && input.from === 'file') await replace(context.machine, input, sanitized.text)
  if (!isDry && copy && input.from === 'clipboard' && isChanged) await inputs.clipboard.copy(sanitized.text)

  if (json) terminal.out(`${jsonText(asJson(input, sanitized, isChanged, isDry), 2)}\n`)
  else if (diff) terminal.out(linesText(diffLines(before, sanitized.text, terminal)))
  else if (check || input.from === 'file') terminal.out(linesText(changeLines(input.name, sanitized.changes, terminal)))
  else terminal.out(inputs.isSeen ? shown(sanitized.text) : sanitized.text)
  return check && isChanged ? exitCodes.faults : exitCodes.ok
}

/** A program gets the plan as it is; on a terminal nothing in it may act. */
function shown(text: string): string {
  return linesText(
    text
      .trimEnd()
      .split(/\r\n|\r|\n/)
      .map((line) => visible(line, { tab: '    ' })),
  )
}

function textOf({ name, bytes, limits }: PlanInput): string {
  const { source, diagnostics } = readSource(name, bytes, 'markdown', limits)
  if (source !== undefined) return source.text
  const [first, ...rest] = diagnostics
  throw new Fault([first!, ...rest])
}

/** Somebody may have saved the file meanwhile; what they wrote is not overwritten. */
async function replace(machine: Machine, { name, path, bytes }: PlanInput, text: string): Promise<void> {
  const now = await readWhole(machine.files, path!, Number.POSITIVE_INFINITY)
  if (now === undefined || !Buffer.from(now).equals(bytes)) {
    throw fault('CONFLICT', `${name} was changed while it was read`, { file: name, hint: 'Call it again.' })
  }
  await replaceFile(machine, path!, Buffer.from(text))
}

function asJson({ from, name, path }: PlanInput, { text, changes }: SanitizedText, isChanged: boolean, isDry: boolean) {
  return {
    from,
    ...(path !== undefined && { file: name }),
    changed: isChanged,
    written: isChanged && !isDry && from === 'file',
    changes,
    ...(from !== 'file' && { text }),
  }
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
