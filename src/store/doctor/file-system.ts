import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Machine } from '../machine/port.ts'
import type { Finding } from './finding.ts'

/** Kinds on which the store promises less, by the numbers of Linux. */
const weak: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS: a lock of another machine cannot be told from that of a dead process'],
  [0x517b, 'SMB: locks depend on what the server supports'],
  [0xff534d42, 'SMB: locks depend on what the server supports'],
  [0xfe534d42, 'SMB: locks depend on what the server supports'],
  [0x65735546, 'FUSE: locks and durability depend on the program behind it'],
  [0x01021997, '9p: locks and durability depend on the host'],
  [0x4d44, 'FAT: there are no hard links, so a lock can be met before its owner is written'],
  [0x2011bab0, 'exFAT: there are no hard links, so a lock can be met before its owner is written'],
])

export async function examineFileSystem(machine: Machine, state: string): Promise<Finding[]> {
  const kind = await machine.files.fileSystem(state).catch(() => undefined)
  const why = kind === undefined ? undefined : weak.get(kind)
  return why === undefined ? [] : [{ diagnostic: diagnostic('E_WEAK_FILESYSTEM', why, { file: state }) }]
}
