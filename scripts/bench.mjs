/** `npm run bench [start|agentctl|store|graph|check|run|pull|planloop|teddy|edit|package]`: how fast it is, as ratios within this run. */
import { mkdirSync } from 'node:fs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { table } from './lib/measure.mjs'

await ensureInstalled()
await ensureBuilt()
mkdirSync('.build', { recursive: true })

const chapters = {
  start: async () => table(await (await import('../bench/start.mjs')).startBench()),
  agentctl: async () => table(await (await import('../bench/agentctl.mjs')).agentctlBench()),
  store: async () => table(await (await import('../bench/store.mjs')).storeBench()),
  graph: async () => table(await (await import('../bench/graph.mjs')).graphBench()),
  check: async () => table(await (await import('../bench/check.mjs')).checkBench()),
  run: async () => table(await (await import('../bench/run.mjs')).runBench()),
  pull: async () => table(await (await import('../bench/pull.mjs')).pullBench()),
  planloop: async () => table(await (await import('../bench/planloop.mjs')).planloopBench()),
  teddy: async () => table(await (await import('../bench/teddy.mjs')).teddyBench()),
  edit: async () => table(await (await import('../bench/edit.mjs')).editBench()),
  package: async () => (await import('../bench/package.mjs')).packageBench(),
}

const wanted = process.argv.slice(2)
process.stdout.write(`Node ${process.version}, ${process.platform} ${process.arch}\n`)
for (const [name, measure] of Object.entries(chapters)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stderr.write(`measuring ${name} …\n`)
  process.stdout.write(`\n${await measure()}\n`)
}
