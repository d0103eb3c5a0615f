import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { medians, row } from '../scripts/lib/measure.mjs'

/** What agents call all the time, against a CommonJS program that does nothing. On the disk of the checkout. */
export async function agentctlBench() {
  const program = `${process.cwd()}/dist/bin/agentctl.cjs`
  const directory = mkdtempSync(join(process.cwd(), '.build', 'bench-'))
  const empty = join(directory, 'empty.cjs')
  writeFileSync(empty, '')
  const { NODE_EXTRA_CA_CERTS: _, AGENTCTL_WORKER_URL: __, ...inherited } = process.env
  const env = { ...inherited, AGENTFLOW_HOME: join(directory, 'home') }
  const start = (args, session = 'bench') =>
    spawnSync(process.execPath, args, {
      env: { ...env, AGENTCTL_SESSION_ID: session },
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  try {
    start([program, 'plan', 'dir'])
    const times = await medians(60, {
      empty: () => start([empty]),
      dir: () => start([program, 'plan', 'dir']),
      topic: (round) => start([program, 'set-topic', `round ${round}`]),
      request: (round) => start([program, 'plan', 'request-thread-dir'], `bench-${round}`),
    })
    const against = 'an empty CommonJS program'
    return [
      row('agentctl plan dir', times.dir, against, times.empty, 1.4),
      row('agentctl set-topic', times.topic, against, times.empty, 1.4),
      row('agentctl plan request-thread-dir', times.request, against, times.empty),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}
