import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []

/** A directory of its own on the real disk, removed when the test file is through. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'steadplan-test-'))
  made.push(path)
  return path
}

afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})
