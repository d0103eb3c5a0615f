/**
 * Measures one thing about the engine in a process of its own and prints what it found, as JSON. `bench/run.mjs` starts it.
 *
 *     {"what": "durable" | "memory" | "agents", "root": "…", "agent": ["node", "…"]}
 */
import * as fs from 'node:fs'
import { join } from 'node:path'
import { acpAgent } from '../../../src/agents/acp/agent.ts'
import type { Step } from '../../../src/plan/types.ts'
import { runPlan } from '../../../src/run/run-plan.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { makePlace, placeIn } from '../../support/plan-place.ts'
import { randomFrom } from '../../support/random.ts'
import { carryOutInMemory } from '../memory-engine.ts'
import { agentThat, approveIn, runOptions, stepOf } from '../run-kit.ts'

interface Args {
  readonly what: 'durable' | 'memory' | 'agents'
  readonly root: string
  readonly agent: readonly string[]
}

const { what, root, agent }: Args = JSON.parse(process.argv[2]!)
const measures = { durable, memory, agents }
console.log(JSON.stringify(await measures[what]()))

/** Every step begun and ended on the disk, against as many lines each written and synced alone, before it and after it. */
async function durable() {
  const steps = stepsOf(10_000, 15_000)
  const before = bareAppends(steps.length)
  const ms = await timeOf(() => runIn(steps, 16))
  const bareMs = before + bareAppends(steps.length)
  return { ms, bareMs, peakMB: process.resourceUsage().maxRSS / 1024 }
}

function bareAppends(count: number): number {
  const file = fs.openSync(join(root, 'bare.log'), 'a')
  const line = `${'x'.repeat(199)}\n`
  const started = performance.now()
  for (let n = 0; n < count; n++) {
    fs.writeSync(file, line)
    fs.fsyncSync(file)
  }
  const ms = performance.now() - started
  fs.closeSync(file)
  return ms
}

/** What the engine itself costs: the log is the state and nothing else. */
async function memory() {
  const steps = stepsOf(10_000, 15_000)
  const times: number[] = []
  for (let round = 0; round < 7; round++) times.push(await timeOf(() => carryOutInMemory(steps, 16)))
  return { ms: times.sort((a, b) => a - b)[3]! / steps.length }
}

/** In a git repository, so that looking for changed files is part of it. The process of the agent has been started. */
async function agents() {
  const steps = Array.from({ length: 100 }, (_, n) => stepOf(`s${n}`))
  const one = acpAgent({ name: 'bench', kind: 'acp', argv: agent }, { machine: realMachine, cwd: root })
  const pausing = agentThat((task) => one.work({ ...task, prompt: 'pause 200' }))
  const scope = { tools: [], mode: 'enforce' } as const
  const signal = new AbortController().signal
  await one.work({ step: 'warm-up', prompt: 'pause 0', cwd: root, scope, signal, onUpdate: () => {} })
  const ms = await timeOf(() => runIn(steps, 4, pausing))
  await one.close()
  return { ms }
}

async function runIn(steps: readonly Step[], jobs: number, one = agentThat(() => ({}))): Promise<void> {
  const place = await makePlace(realMachine.files, placeIn(root))
  await approveIn(realMachine, place)
  const options = runOptions({ machine: realMachine, place, cwd: root, steps, jobs, agentFor: () => one })
  const { status, counts } = await runPlan(options)
  if (status !== 'completed') throw new Error(`${status}: ${JSON.stringify(counts)}`)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function stepsOf(count: number, edges: number): Step[] {
  const choose = randomFrom(1)
  const dependsOn = Array.from({ length: count }, () => new Set<string>())
  for (let n = 0; n < edges; n++) {
    const to = 1 + choose(count - 1)
    dependsOn[to]!.add(`s${choose(to)}`)
  }
  return dependsOn.map((ids, n) => stepOf(`s${n}`, { dependsOn: [...ids] }))
}
