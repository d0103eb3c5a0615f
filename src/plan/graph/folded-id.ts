import type { StepId } from '../types.ts'

/**
 * The same text for ids that a file system, or a reader, may take for one: case and composition do not count. Upper case
 * first, because some letters have one upper case and two lower ones (`σ`, `ς`).
 */
export function foldedId(id: StepId): string {
  return id.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}
