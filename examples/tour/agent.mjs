/** One agent of the tour, as a process: `claim <root> <name>` or `die <root> <after how many calls to the disk>`. */
import { claim, commit, isFault, openPlanLog, readContent, realMachine } from './library.mjs'
import { lock, openTourPlan } from './place.mjs'
import { planText, stepPath, steps, stepText } from './steps.mjs'

const [what, root, detail] = process.argv.slice(2)
const place = await openTourPlan(root)
await (what === 'claim' ? claimStep(detail) : die(Number(detail)))

async function claimStep(name) {
  const log = await openPlanLog(realMachine, place, { lockWaitMs: 10_000, command: name })
  try {
    const token = await claim(realMachine, log, { on: 'step:schema', holder: name, ttlMs: 300_000 })
    console.log(`got it: ${name}, with token ${token}`)
  } catch (error) {
    if (!isFault(error, 'E_CLAIMED')) throw error
    console.log(error.message)
  }
}

async function die(after) {
  let calls = 0
  const dying = (object) =>
    new Proxy(object, {
      get: (target, name) => {
        if (typeof target[name] !== 'function') return target[name]
        return async (...args) => {
          if (++calls === after) process.kill(process.pid, 'SIGKILL')
          const result = await target[name](...args)
          return name === 'open' ? dying(result) : result
        }
      },
    })
  const machine = { ...realMachine, files: dying(realMachine.files) }
  const changes = new Map([['plan.md', Buffer.from(planText('This is version 2.'))]])
  for (const [index, step] of steps.entries()) {
    changes.set(stepPath(step, index), Buffer.from(stepText({ ...step, text: `${step.text} This is version 2.` })))
  }
  await commit(machine, place, await readContent(machine, place), changes, { by: 'agent' }, lock)
}
