import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const isLong = process.env.STEADPLAN_LONG === '1'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-children.ts'],
    // Threads share file descriptors: one that closes a descriptor twice can close that of another.
    pool: 'forks',
    // Many tests wait: for processes that they started, and for the disk.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: isLong ? 3_600_000 : 120_000,
    hookTimeout: 120_000,
    chaiConfig: { truncateThreshold: 0 },
  },
})
