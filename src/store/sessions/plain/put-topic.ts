import type { Files, OpenFile } from '../../files/port.ts'
import { temporaryPath } from '../../files/temporary.ts'
import type { Topic } from './topic-text.ts'

/**
 * Puts a topic in the place of the last one in one step. Its bytes are durable before it is visible, so that a power loss
 * leaves one of the two whole; which of them does not matter enough to wait for the directory as well.
 */
export async function putTopic(files: Files, path: string, topic: Topic, nonce: string): Promise<void> {
  const temporary = temporaryPath(path, nonce)
  const file = await files.open(temporary, 'create')
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(topic)}\n`))
    await file.sync()
    await file.close()
    await files.rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => {})
    await files.unlink(temporary).catch(() => {})
    throw error
  }
}

async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += await file.write(bytes.subarray(written))
}
