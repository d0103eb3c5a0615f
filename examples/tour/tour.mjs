/**
 * What `npm start` shows: a plan of six steps is checked, kept, approved and worked on by agents that race, while writers
 * are killed in the middle of their work. Everything is real: files, processes, kill -9.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGraph, criticalPath, graphDiagnostics, movePlan, renderTerminal, waves } from '../../dist/lib/plan.mjs'
import { commit, openPlanLog, readContent, realMachine } from '../../dist/lib/store.mjs'
import { lock, openTourPlan } from './place.mjs'
import { planText, stepPath, steps, stepText, title } from './steps.mjs'

const agents = 24
const say = (line = '') => process.stdout.write(`${line}\n`)
const done = (line) => say(`  ✓ ${line}`)

const root = mkdtempSync(join(tmpdir(), 'steadplan-tour-'))
try {
  await tour()
} finally {
  rmSync(root, { recursive: true })
}

async function tour() {
  mkdirSync(join(root, 'plan'))
  const place = await openTourPlan(root)
  const log = await openPlanLog(realMachine, place, { lockWaitMs: 10_000, command: 'the tour' })

  say(`\n1. Check the plan "${title}". With one dependency turned around, it says:\n`)
  const faulty = steps.map((step) => (step.id === 'schema' ? { ...step, dependsOn: ['handlers', 'tokns'] } : step))
  say(indent(renderTerminal(graphDiagnostics(faulty), { source: () => undefined })))

  say('\n2. As it should be:')
  const graph = buildGraph(steps)
  for (const [index, wave] of waves(graph).waves.entries()) done(`wave ${index + 1}: ${wave.join(', ')}`)
  done(`the longest chain: ${criticalPath(graph).path.join(' → ')}`)

  say('\n3. Keep it, and approve it')
  await write(place, 'Users can register and log in.', 'ann')
  for (const event of ['propose', 'approve', 'start']) {
    await log.decide((state) => ({ records: movePlan(state, event, 'ann'), answer: undefined }))
  }
  done(`${steps.length + 1} files kept as version 1; the plan is ${(await log.read()).state.status}`)

  say(`\n4. ${agents} agents, each a process of its own, want the step "schema" at the same moment`)
  const answers = await Promise.all(Array.from({ length: agents }, (_, n) => agent(['claim', root, `agent-${n + 1}`])))
  const winners = answers.filter((answer) => answer.startsWith('got it'))
  done(`${winners.length} ${winners[0]}`)
  done(`${answers.length - winners.length} were told: ${answers.find((answer) => !answer.startsWith('got it'))}`)

  say('\n5. A writer changes all seven files at once and is killed (kill -9) at 12 different moments')
  const seen = new Map()
  for (let n = 1; n <= 12; n++) {
    await agent(['die', root, String(n * 25)])
    const { files } = await readContent(realMachine, place)
    const versions = new Set(
      [...files.values()].map(({ bytes }) => /version (\d+)/.exec(Buffer.from(bytes))?.[1] ?? '1'),
    )
    if (versions.size !== 1) throw new Error('a reader saw a plan that was half old and half new')
    const which = [...versions][0] === '1' ? 'the old version' : 'the new one'
    seen.set(which, (seen.get(which) ?? 0) + 1)
    await write(place, 'Users can register and log in.', 'ann')
  }
  for (const [which, times] of seen) done(`${times} times a reader then saw ${which}, whole`)
  done('the next writer went on each time, without help')

  say('\n6. What is left of the killed ones?')
  const doctor = (...args) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../dist/bin/steadplan.cjs'), 'doctor', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).stdout
  done(`steadplan doctor --fix: ${doctor('--fix').trim().split('\n').at(-1).replace(root, '…')}`)
  done(`steadplan doctor: ${doctor().trim().replace(root, '…')}`)
  say('\nTry it: `node dist/bin/steadplan.cjs --help`, or read README.md.\n')
}

async function write(place, intro, by) {
  const changes = new Map([['plan.md', Buffer.from(planText(intro))]])
  for (const [index, step] of steps.entries()) changes.set(stepPath(step, index), Buffer.from(stepText(step)))
  return commit(realMachine, place, await readContent(realMachine, place), changes, { by }, lock)
}

/** Runs examples/tour/agent.mjs and answers the last line that it printed. */
async function agent(args) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'agent.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output.trim().split('\n').at(-1)
}

function indent(text) {
  return text.replace(/^/gm, '    ')
}
