import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import { row } from '../scripts/lib/measure.mjs'

const programs = {
  'bench-run': 'test/run/children/bench-run.ts',
  'acp-agent': 'test/agents/children/acp-agent.ts',
}

/**
 * What carrying out a plan costs on top of the work itself, each in a process of its own. Outside of the checkout: steps
 * that do nothing should not be measured by how long git looks for what they changed; the row with an agent has a repository.
 */
export async function runBench() {
  const directory = mkdtempSync(join(tmpdir(), 'steadplan-bench-'))
  try {
    await build({
      input: programs,
      cwd: process.cwd(),
      platform: 'node',
      logLevel: 'warn',
      output: { dir: join(directory, 'programs'), format: 'esm', entryFileNames: '[name].mjs' },
    })
    return rows(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const idealMs = 5000
const overheadMs = 0.1
const mostMB = 300

function rows(directory) {
  const durable = measure(directory, 'durable')
  const memory = measure(directory, 'memory')
  const agents = measure(directory, 'agents')
  const bare = '20,000 × write + fsync, one after the other'
  return [
    row('10,000 no-op steps, 16 at once, all on the disk', durable.ms, bare, durable.bareMs, 0.7),
    {
      ...row('the same', durable.ms, `${mostMB} MB: ${durable.peakMB.toFixed(0)} MB at its peak`, 1, 1),
      ratio: durable.peakMB / mostMB,
    },
    row(`the engine per step, log in memory: ${(memory.ms * 1000).toFixed(0)} µs`, memory.ms, '100 µs', overheadMs, 1),
    row('100 steps of 200 ms by an ACP agent, 4 at once', agents.ms, 'the ideal 5 s', idealMs, 1.15),
  ]
}

function measure(directory, what) {
  const root = mkdtempSync(join(directory, `${what}-`))
  if (what === 'agents') makeRepository(root)
  const agent = [process.execPath, join(directory, 'programs', 'acp-agent.mjs')]
  const args = [join(directory, 'programs', 'bench-run.mjs'), JSON.stringify({ what, root, agent })]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

function makeRepository(root) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], { cwd: root })
  git('init', '-q')
  writeFileSync(join(root, '.gitignore'), '.steadplan\n')
  for (let n = 0; n < 500; n++) writeFileSync(join(root, `file-${n}.txt`), `${n}\n`)
  git('add', '.')
  git('commit', '-qm', 'files')
}
