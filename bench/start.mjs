import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { medians, row } from '../scripts/lib/measure.mjs'

const commands = ['steadplan', 'agentctl', 'teddy', 'planloop']

/** How long a command takes to start, against a CommonJS program that does nothing. */
export async function startBench() {
  const directory = mkdtempSync(join(tmpdir(), 'steadplan-bench-'))
  const empty = join(directory, 'empty.cjs')
  writeFileSync(empty, '')
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const start = (...args) =>
    spawnSync(process.execPath, args, { env, cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const times = await medians(40, {
      empty: () => start(empty),
      ...Object.fromEntries(
        commands.map((name) => [name, () => start(`${process.cwd()}/dist/bin/${name}.cjs`, '--version')]),
      ),
      doctor: () => start(`${process.cwd()}/dist/bin/steadplan.cjs`, 'doctor'),
    })
    const against = 'an empty CommonJS program'
    return [
      ...commands.map((name) => row(`${name} --version`, times[name], against, times.empty, 1.3)),
      row('steadplan doctor, nothing there', times.doctor, against, times.empty),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}
