/** `npm start`: installs and builds what is missing, then shows the engine at work on an example plan. */
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'

await ensureInstalled()
await ensureBuilt()
await import('../examples/start.mjs')
