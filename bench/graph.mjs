import { buildGraph, criticalPath, cycles, graphDiagnostics, Progress, waves } from '../dist/lib/plan.mjs'
import { medians, row } from '../scripts/lib/measure.mjs'

/** Ten times the steps and edges may take ten times as long, and some more for caches that no longer fit. */
const bar = 20

export async function graphBench() {
  const small = stepsOf(1000, 1500)
  const large = stepsOf(10_000, 15_000)
  const rows = []
  for (const [name, work] of Object.entries(works)) {
    work(large)
    const times = await medians(15, { small: () => work(small), large: () => work(large) })
    rows.push(row(`${name}, 10,000 steps`, times.large, 'the same with 1,000', times.small, bar))
  }
  return rows
}

const works = {
  'all faults': graphDiagnostics,
  cycles: (steps) => cycles(buildGraph(steps)),
  waves: (steps) => waves(buildGraph(steps)),
  'critical path': (steps) => criticalPath(buildGraph(steps)),
  'a whole run, step by step': (steps) => {
    const progress = new Progress(buildGraph(steps), () => 'pending')
    for (const step of steps) {
      progress.changed(step.id, 'in_progress')
      progress.changed(step.id, 'complete')
    }
  },
}

/** Each step depends on earlier ones only; the same every time. */
function stepsOf(count, edges) {
  const steps = Array.from({ length: count }, (_, n) => ({ id: `s${n}`, title: '', text: '', dependsOn: [] }))
  let random = 1
  const next = (below) => {
    random = (random * 48271) % 2147483647
    return random % below
  }
  for (let n = 0; n < edges; n++) {
    const to = 1 + next(count - 1)
    const from = `s${next(to)}`
    if (!steps[to].dependsOn.includes(from)) steps[to].dependsOn.push(from)
  }
  return steps
}
