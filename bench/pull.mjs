import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { medians, row } from '../scripts/lib/measure.mjs'

/** As many as a plan in the home format can have. */
const steps = 100

/**
 * What an agent that pulls its steps calls for each of them, against a CommonJS program that does nothing. In a git
 * repository of its own, on the disk of the checkout.
 */
export async function pullBench(program = `${process.cwd()}/dist/bin/steadplan.cjs`) {
  mkdirSync('.build', { recursive: true })
  const directory = mkdtempSync(join(process.cwd(), '.build', 'bench-'))
  const empty = join(directory, 'empty.cjs')
  writeFileSync(empty, '')
  try {
    const { env, root } = makeProject(directory)
    const start = (...args) => {
      const ended = spawnSync(process.execPath, args, { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}${ended.stdout}`)
      return String(ended.stdout)
    }
    approve(directory, () => start(program, 'approve', 'bench', '--yes'))

    const claims = []
    const next = (agent) => {
      const { step } = JSON.parse(start(program, 'next', 'bench', '--agent', agent, '--json'))
      claims.push({ agent, step })
    }
    const done = () => {
      const { agent, step } = claims.shift()
      start(program, 'done', 'bench', step, '--agent', agent, '--json')
    }
    // One in advance: in some rounds `done` comes before `next`.
    next('first')
    const times = await medians(60, {
      empty: () => start(empty),
      next: (round) => next(`agent-${round}`),
      done,
    })
    const against = 'an empty CommonJS program'
    return [
      row(`steadplan next, ${steps} steps`, times.next, against, times.empty, 2.5),
      row(`steadplan done, ${steps} steps`, times.done, against, times.empty, 2.5),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function makeProject(directory) {
  const root = join(directory, 'project')
  mkdirSync(join(root, 'plans/bench/tasks'), { recursive: true })
  writeFileSync(join(root, 'plans/bench/plan.md'), '---\ntitle: Bench\n---\n\nMany steps.\n')
  for (let n = 0; n < steps; n++) {
    const number = String(n).padStart(2, '0')
    const text = `---\nid: step-${number}\nfiles: [src/${number}.ts]\n---\n\nWrite file ${number}.\n`
    writeFileSync(join(root, `plans/bench/tasks/${number}-step.md`), text)
  }
  spawnSync('git', ['init', '-q', root])
  const { NODE_EXTRA_CA_CERTS: _, XDG_CONFIG_HOME: __, XDG_STATE_HOME: ___, ...inherited } = process.env
  return { root, env: { ...inherited, HOME: directory } }
}

/** By a program, which the person has to allow; without a file of settings afterwards, as most projects are. */
function approve(home, say) {
  const settings = join(home, '.config/steadplan')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'config.json'), '{"approval": {"policy": "auto"}}')
  say()
  rmSync(join(settings, 'config.json'))
}
