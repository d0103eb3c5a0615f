import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { medians, row } from '../scripts/lib/measure.mjs'

const sizes = [10, 1000, 10_000]
const statusBars = new Map([
  [10, 1.4],
  [1000, 1.5],
  [10_000, 2.5],
])
/** What asking may take of memory, with all of Node. */
const mostMegabytes = 80

/**
 * What an agent calls for each of its tasks, in sessions of different sizes, against a CommonJS program that does nothing.
 * In git repositories of their own, on the disk of the checkout; an update is durable when it is answered.
 */
export async function planloopBench(program = `${process.cwd()}/dist/bin/planloop.cjs`, rounds = 40) {
  mkdirSync('.build', { recursive: true })
  const directory = mkdtempSync(join(process.cwd(), '.build', 'bench-'))
  const empty = join(directory, 'empty.cjs')
  writeFileSync(empty, '')
  try {
    const sessions = sizes.map((tasks) => makeSession(directory, program, tasks))
    const things = { empty: () => sessions[0].start(empty) }
    for (const { tasks, planloop, amongOthers, change } of sessions) {
      things[`status ${tasks}`] = () => planloop('status', '--json', '--compact')
      things[`claim ${tasks}`] = (round) =>
        amongOthers('status', '--json', '--compact', '--agent', `agent-${round % 5}`)
      things[`done ${tasks}`] = change
      things[`add ${tasks}`] = (round) => planloop('update', '--json', adding([task(`Add thing ${round}`)]))
    }
    const times = await medians(rounds, things)
    const line = (what, tasks, bar) =>
      row(`${what}, ${tasks} tasks`, times[`${what} ${tasks}`], against, times.empty, bar)
    return [
      ...sizes.map((tasks) => line('status', tasks, statusBars.get(tasks))),
      ...sizes.map((tasks) => line('done', tasks, 3)),
      ...sizes.map((tasks) => line('claim', tasks)),
      ...sizes.map((tasks) => line('add', tasks)),
      ...sessions.map(({ tasks, memory }) => {
        const megabytes = memory()
        const what = `memory of status, ${tasks} tasks: ${megabytes.toFixed(0)} MB`
        return row(what, megabytes, `${mostMegabytes} MB`, mostMegabytes, 1)
      }),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const against = 'an empty CommonJS program'

/** A session in which half of the tasks are done and the others wait for nothing, and a second one that agents share. */
function makeSession(directory, program, tasks) {
  const root = join(directory, `project-${tasks}`)
  mkdirSync(root)
  writeFileSync(join(root, 'spec.md'), 'What is wanted.\n')
  spawnSync('git', ['init', '-q', root])
  const [home, shared] = ['home', 'shared'].map((name) => join(directory, `${name}-${tasks}`))
  const start = startIn(root, { HOME: directory, PLANLOOP_HOME: home })
  const planloop = (...args) => start(program, ...args)
  planloop('start', '--goal', 'Measure it', '--json')
  planloop('sync')
  const payload = join(root, 'payload.json')
  writeFileSync(payload, adding(Array.from({ length: tasks }, (_, n) => task(`Write part ${n} of what is wanted`))))
  planloop('update', '--json', '--file', payload)
  const half = Array.from({ length: tasks / 2 }, (_, n) => ({ id: n + 1, status: 'DONE', result: 'It is written.' }))
  writeFileSync(payload, JSON.stringify({ update_tasks: half }))
  planloop('update', '--json', '--file', payload)
  cpSync(home, shared, { recursive: true })
  const startShared = startIn(root, { HOME: directory, PLANLOOP_HOME: shared })
  let isDone = false
  return {
    tasks,
    start,
    planloop,
    amongOthers: (...args) => startShared(program, ...args),
    change: () => {
      isDone = !isDone
      const update_tasks = [{ id: tasks / 2 + 1, status: isDone ? 'DONE' : 'TODO' }]
      planloop('update', '--json', JSON.stringify({ update_tasks }))
    },
    memory: () => {
      const hook = join(directory, 'memory.cjs')
      writeFileSync(hook, memoryHook)
      return Number(start('--require', hook, program, 'status', '--json', '--compact').split('memory: ')[1]) / 1024
    },
  }
}

function startIn(cwd, variables) {
  const { NODE_EXTRA_CA_CERTS: _, PLANLOOP_SESSION: __, ...inherited } = process.env
  const options = { cwd, env: { ...inherited, ...variables }, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] }
  return (...args) => {
    const ended = spawnSync(process.execPath, args, options)
    if (ended.status !== 0) throw new Error(`${args.join(' ').slice(0, 200)}: ${ended.stderr}${ended.stdout}`)
    return String(ended.stdout)
  }
}

/** A child begins with what its parent held; what it reached itself is told by the system, where it tells. */
const memoryHook = `process.on('exit', () => {
  const fs = require('node:fs')
  const own = process.platform === 'linux' ? /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1] : undefined
  fs.writeSync(1, 'memory: ' + (own ?? process.resourceUsage().maxRSS))
})`

function task(title) {
  return {
    title,
    type: 'feature',
    context_hints: [
      'Read the section about it in `spec.md` first.',
      'Follow the conventions of what stands next to it.',
    ],
    relevant_file_paths: ['spec.md'],
  }
}

function adding(add_tasks) {
  return JSON.stringify({ add_tasks })
}
