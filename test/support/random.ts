import type { Choose } from './memory-disk.ts'

/**
 * A seed for a random test: printed by its title, and given again with STEADPLAN_SEED to run the same test once more.
 */
export const seed = Number(process.env.STEADPLAN_SEED ?? Date.now() % 1_000_000_007)

/** Numbers that depend on the seed and nothing else (mulberry32). */
export function randomFrom(start: number): Choose {
  let state = start >>> 0
  return (options) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * options)
  }
}
