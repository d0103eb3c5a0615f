import type { Resource } from '../../dialects/teddy/plan.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import { refuseFileElsewhere } from '../../store/content/anchor.ts'
import { diskFault } from '../../store/disk-fault.ts'
import { hasCode, openRegular } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import { resolveInside } from '../../store/paths/inside.ts'
import type { Acting } from './acting.ts'
import { type ActionResult, type Text, wholeText } from './result.ts'
import { fetchText } from './web/fetch-text.ts'

/** Reads a file, the names in a directory, or a page of the web. Of what is long, the beginning. */
export async function read({ kind, target }: Resource, acting: Acting): Promise<ActionResult> {
  if (kind === 'url') return readPage(target, acting)
  const { machine, cwd } = acting
  const real = await resolveInside(machine, cwd, target)
  try {
    const stat = await machine.files.stat(real)
    const output = stat.kind === 'directory' ? await namesIn(machine, real) : await textOf(machine, real, target)
    return { status: 'succeeded', output }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) throw missing(target)
    throw diskFault(error, target)
  }
}

/** Bytes that are read of anything. */
export const readCap = 1024 * 1024

async function readPage(address: string, { timeoutMs, cancel }: Acting): Promise<ActionResult> {
  const limits = { timeoutMs: Math.min(timeoutMs, longestFetchMs), cap: readCap, signal: cancel }
  const { text, bytes, isCut, url, contentType } = await fetchText(address, limits)
  const output = isCut
    ? { text: `${text}\n… more was there, and left out after ${bytes} bytes …`, bytes }
    : wholeText(text)
  return { status: 'succeeded', output, source: url, contentType }
}

/** Nobody waits longer for a page. */
export const longestFetchMs = 60_000

async function textOf(machine: Machine, real: string, target: string): Promise<Text> {
  const opened = await openRegular(machine.files, real)
  if (opened === undefined) throw missing(target)
  const { file, stat } = opened
  try {
    await refuseFileElsewhere(machine, real, file)
    const bytes = await file.read(0, Math.min(stat.size, readCap))
    const text = decoded(bytes, stat.size > bytes.length)
    if (text === undefined) throw fault('E_TEDDY_NOT_TEXT', `${target} is no text in UTF-8`, { file: target })
    const leftOut = stat.size - bytes.length
    return {
      text: leftOut > 0 ? `${text}\n… ${leftOut.toLocaleString('en-US')} bytes left out …` : text,
      bytes: stat.size,
    }
  } finally {
    await file.close()
  }
}

/** Where it was cut, a character may be cut as well. */
function decoded(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

async function namesIn({ files }: Machine, directory: string): Promise<Text> {
  const entries = await files.list(directory)
  const names = entries.map(({ name, kind }) => (kind === 'directory' ? `${name}/` : name)).sort()
  const more = names.length - mostNames
  const lines = [...names.slice(0, mostNames), ...(more > 0 ? [`… and ${more} more`] : [])]
  return wholeText(lines.map((line) => `${line}\n`).join(''))
}

const mostNames = 2000

function missing(target: string) {
  return fault('E_TEDDY_MISSING', `there is no ${target}`, { file: target })
}
