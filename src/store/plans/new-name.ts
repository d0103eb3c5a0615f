import { slugOf } from '../../dialects/agentflow/slug.ts'

/**
 * A name for a new plan: the words of its title for people, and behind them four characters by chance, so that plans made
 * of the same title in two clones do not meet when their branches are merged.
 */
export function newName(title: string, nonce: string): string {
  const chance = Number.parseInt(nonce.slice(0, 12), 16) % 36 ** 4
  return `${slugOf(title)}-${chance.toString(36).padStart(4, '0')}`
}
