import { fault } from '../../../../plan/diagnostics/fault.ts'

/** All that comes in on standard input. No more of it is taken than of a file. */
export async function readInput(cap: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > cap) throw fault('E_TOO_LARGE', `more than ${cap} bytes on standard input`, { file: '<stdin>' })
  }
  return Buffer.concat(chunks)
}
