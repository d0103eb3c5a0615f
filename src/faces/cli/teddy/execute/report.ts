import { relative, resolve } from 'node:path'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { diskFault } from '../../../../store/disk-fault.ts'
import { replaceFile } from '../../../../store/files/replace.ts'
import type { Here } from './here.ts'
import type { PlanSource } from './source.ts'

export interface GivenReport {
  /** Where it stands, when it was written into a file. */
  readonly file?: string
  readonly isCopied?: boolean
}

/**
 * Gives a report to where it was asked for: to a file, or to standard output; and to the clipboard. What cannot be written is
 * told and changes nothing about what came of the plan. A report holds nothing that can act on a terminal.
 */
export async function giveReport(
  here: Here,
  source: PlanSource,
  text: string,
  { isPrinted = true } = {},
): Promise<GivenReport> {
  const { terminal, options, inputs } = here
  const { report, json, copy = source.from === 'clipboard' } = options
  const given: { file?: string; isCopied?: boolean } = {}
  if (report !== undefined && report !== '-') {
    const file = await attempt(here, 'written', () => written(here, report, text))
    if (file !== undefined) given.file = file
  } else if (json && report === '-') terminal.out(`${jsonText({ type: 'report', text })}\n`)
  else if (!json && isPrinted) terminal.out(text)
  if (copy) {
    await attempt(here, 'copied', () => inputs.clipboard.copy(text).then(() => (given.isCopied = true)))
    if (given.isCopied && !json) terminal.err('The report is on the clipboard\n')
  }
  return given
}

async function written({ machine, context: { cwd } }: Here, name: string, text: string): Promise<string> {
  const path = resolve(cwd, name)
  await replaceFile(machine, path, Buffer.from(text)).catch((error) => {
    throw diskFault(error, path)
  })
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}

async function attempt<T>({ terminal }: Here, what: string, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!isFault(error)) throw error
    terminal.err(`The report could not be ${what}: ${visible(error.message)}\n`)
    return undefined
  }
}
