import type { ReadTextFileRequest, WriteTextFileRequest } from '@agentclientprotocol/sdk'
import { fault } from '../../plan/diagnostics/fault.ts'
import { refuseFileElsewhere } from '../../store/content/anchor.ts'
import { diskFault } from '../../store/disk-fault.ts'
import { readWithAttributes } from '../../store/files/whole.ts'
import { putFile } from '../../store/project-files/put-file.ts'
import { quoted } from '../quoted.ts'
import { limits } from './limits.ts'
import { placeOf } from './place.ts'
import { demand, type Session } from './session.ts'

/** Reads a text file of the project for the agent, or some of its lines, counted from 1. */
export async function readTextFile(session: Session, request: ReadTextFileRequest): Promise<{ content: string }> {
  const { path, line, limit } = request
  demand(session, 'read', `read ${quoted(path)}`)
  const text = await onDisk(path, () => readText(session, path))
  if (line == null && limit == null) return { content: text }
  const first = Math.max(1, line ?? 1) - 1
  const lines = text.split(/(?<=\n)/)
  return { content: lines.slice(first, limit == null ? undefined : first + Math.max(0, limit)).join('') }
}

/** Writes a text file of the project for the agent. Nobody sees half of it. */
export async function writeTextFile(session: Session, { path, content }: WriteTextFileRequest): Promise<void> {
  demand(session, 'edit', `write ${quoted(path)}`)
  const bytes = Buffer.from(content)
  if (bytes.length > limits.file) throw tooLarge(path)
  await onDisk(path, async () => putFile(session.machine, await placeOf(session, path, 'change'), bytes))
}

async function readText(session: Session, path: string): Promise<string> {
  const { machine } = session
  const real = await placeOf(session, path, 'read')
  const found = await readWithAttributes(machine.files, real, limits.file, (file) =>
    refuseFileElsewhere(machine, real, file),
  )
  if (found === undefined) throw fault('E_NOT_A_FILE', `There is no file ${quoted(path)}.`)
  try {
    return utf8.decode(found.bytes)
  } catch {
    // Given as text with other characters in the place of its bytes, it would be written back broken.
    throw fault('E_NOT_A_FILE', `${quoted(path)} is not a text in UTF-8.`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw diskFault(error, path)
  }
}

function tooLarge(path: string): Error {
  return fault('E_TOO_LARGE', `The text for ${quoted(path)} has more than ${limits.file} bytes.`)
}
