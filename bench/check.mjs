import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { medians, row } from '../scripts/lib/measure.mjs'

const tasks = 100

/** `steadplan check` on 100 plans of 100 tasks, against one process that only reads and hashes the same files. */
export async function checkBench() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'steadplan-bench-')))
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
  const env = { ...inherited, HOME: directory }
  const run = (cwd, ...args) => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  }
  const command = `${process.cwd()}/dist/bin/steadplan.cjs`
  try {
    const [few, many] = [10, 100].map((count) => project(join(directory, String(count)), count))
    const reader = join(directory, 'reader.cjs')
    writeFileSync(reader, readerText)
    const times = await medians(7, {
      read: () => run(many, reader),
      many: () => run(many, command, 'check'),
      few: () => run(few, command, 'check'),
      empty: () => run(directory, command, 'check'),
    })
    const linear = [times.many - times.empty, times.few - times.empty]
    return [
      row('check 100 plans of 100 tasks', times.many, 'reading and hashing the 10,100 files', times.read, 12),
      row('the same without start-up', linear[0], '10 plans of 100 tasks', linear[1], 15),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const readerText = `
const { readdirSync, readFileSync } = require('node:fs')
const { createHash } = require('node:crypto')
const read = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
for (const name of readdirSync('plans')) {
  read('plans/' + name + '/plan.md')
  for (const task of readdirSync('plans/' + name + '/tasks')) read('plans/' + name + '/tasks/' + task)
}
`

function project(root, count) {
  for (let plan = 0; plan < count; plan++) {
    const base = join(root, 'plans', `plan-${plan}`)
    mkdirSync(join(base, 'tasks'), { recursive: true })
    writeFileSync(join(base, 'plan.md'), `---\ntitle: "Plan number ${plan}"\n---\n\nMany things are done.\n`)
    for (let task = 0; task < tasks; task++) {
      writeFileSync(join(base, 'tasks', `${String(task).padStart(2, '0')}-step-${task}.md`), taskText(task))
    }
  }
  writeFileSync(join(root, 'steadplan.json'), '{}')
  return root
}

function taskText(task) {
  const before = task > 2 ? `step-${task - 1}, step-${task - 3}` : ''
  return `---
id: step-${task}
depends_on: [${before}]
agent: claude-code
subtasks:
  - Say what the interface is
  - Keep it in the database
  - Hash what is secret
verify:
  - npm test -- part-${task}
files: [src/part-${task}.ts, src/store-${task}.ts]
---

Write part ${task} in the manner of the others. It has to answer three kinds of questions and refuse the rest.

It is done when:
- it works
- it is tested
`
}
