import { basename, dirname, join } from 'node:path'

/**
 * The name under which new content waits beside its target, hidden and never guessable:
 *
 *     tasks/01-setup.md   →   tasks/.01-setup.md.0f3c…9a.tmp
 */
export function temporaryPath(target: string, nonce: string): string {
  return join(dirname(target), `.${basename(target)}.${nonce}.tmp`)
}

export function isTemporaryName(name: string): boolean {
  return /^\..+\.[0-9a-f]{32}\.tmp$/.test(name)
}
