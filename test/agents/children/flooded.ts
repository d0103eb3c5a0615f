/** Runs one step with the agent of the tests and tells how much memory that took at most. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { acpAgent } from '../../../src/agents/acp/agent.ts'
import { realMachine } from '../../../src/store/machine/real.ts'

const { prompt } = JSON.parse(process.argv[2]!) as { prompt: string }
const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'steadplan-flooded-')))
writeFileSync(join(cwd, 'large.txt'), '\u0001'.repeat(4 * 1024 * 1024))

const argv = [process.execPath, resolve('.build/children/acp-agent.mjs')]
const agent = acpAgent({ name: 'test', kind: 'acp', argv }, { machine: realMachine, graceMs: 300 })
await agent.work({
  step: 'one',
  prompt,
  cwd,
  timeoutMs: 4000,
  scope: { tools: ['read'], mode: 'enforce' },
  signal: new AbortController().signal,
  onUpdate: () => {},
})
await agent.close()
rmSync(cwd, { recursive: true })
console.log(`megabytes ${Math.ceil(peakKiB() / 1024)}`)

/** What the system calls the most that a process had begins, on Linux, with what its parent had when it started it. */
function peakKiB(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1])
}
