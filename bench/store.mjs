import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { commit, openPlanLog, openPlanPlace, readContent, realMachine } from '../dist/lib/store.mjs'
import { medians, row } from '../scripts/lib/measure.mjs'

const lock = { waitMs: 1000, command: 'bench' }
/** Until the code is compiled: the disk is what is measured. */
const warmUp = 500
const text = (round) => Buffer.from(`${'a line of a plan that is four thousand bytes long\n'.repeat(80)}${round}`)

/** What the store costs on top of what the disk costs anyway. On the disk of the checkout, not in memory. */
export async function storeBench() {
  const root = fs.mkdtempSync(join(process.cwd(), '.build', 'bench-'))
  try {
    return [...(await commitBench(root)), ...(await logBench(root))]
  } finally {
    fs.rmSync(root, { recursive: true })
  }
}

/**
 * A plan is changed, and minutes later changed again: what the disk was given the first time has long been written. And
 * the other extreme, one change on the heels of the other.
 */
async function commitBench(root) {
  const plans = await Promise.all(Array.from({ length: 150 }, (_, n) => planIn(root, `plan-${n}`)))
  const busy = await planIn(root, 'busy')
  for (let round = 0; round < warmUp; round++) await busy.commit(-round)
  execFileSync('sync')
  const times = await medians(plans.length, {
    bare: (round) => replaceBarely(plans[round].bare, text(round)),
    rest: (round) => plans[round].commit(round),
  })
  const rapid = await medians(300, {
    bare: (round) => replaceBarely(busy.bare, text(round)),
    busy: (round) => busy.commit(round),
  })
  const against = 'write + fsync + rename + fsync of the directory'
  return [
    row('one commit, history included', times.rest, against, times.bare, 2),
    row('the same, back to back on one plan', rapid.busy, against, rapid.bare),
  ]
}

/** A plan with one version, and a directory with the same file to replace barely. */
async function planIn(root, key) {
  const place = await placeIn(root, key)
  const bare = join(root, `${key}-bare`)
  fs.mkdirSync(bare)
  replaceBarely(bare, text(0))
  let content = await readContent(realMachine, place)
  const next = async (round) => {
    const change = new Map([['plan.md', text(round)]])
    content = (await commit(realMachine, place, content, change, { by: 'bench' }, lock)).content
  }
  await next('first')
  return { bare, commit: next }
}

function replaceBarely(directory, bytes) {
  const temporary = join(directory, 'temporary')
  const file = fs.openSync(temporary, 'wx')
  fs.writeSync(file, bytes)
  fs.fsyncSync(file)
  fs.closeSync(file)
  fs.renameSync(temporary, join(directory, 'plan.md'))
  const parent = fs.openSync(directory, 'r')
  fs.fsyncSync(parent)
  fs.closeSync(parent)
}

async function logBench(root) {
  const small = await logWith(root, 10)
  const large = await logWith(root, 10_000)
  const path = join(root, 'bare.log')
  fs.writeFileSync(path, '')
  let turn = 0
  const append = (log, steps) =>
    log.decide((state) => {
      const step = `s${turn++ % steps}`
      const from = state.steps.get(step).status
      return { records: [{ type: 'step.moved', step, from, to: 'complete', by: 'bench' }], answer: undefined }
    })
  const many = Array.from({ length: 16 })
  const times = await medians(200, {
    bare: () => appendBarely(path),
    small: () => append(small, 10),
    large: () => append(large, 10_000),
    group: () => Promise.all(many.map(() => append(large, 10_000))),
  })
  return [
    row('append a state change, 10,000 steps', times.large, 'the same with 10 steps', times.small, 1.2),
    row('append a state change, 10 steps', times.small, 'open + write + fsync + close', times.bare),
    row('16 state changes at once', times.group, 'one of them', times.large),
  ]
}

function appendBarely(path) {
  const file = fs.openSync(path, 'a')
  fs.writeSync(file, 'x'.repeat(200))
  fs.fsyncSync(file)
  fs.closeSync(file)
}

async function logWith(root, steps) {
  const place = await placeIn(root, `log-${steps}`)
  const log = await openPlanLog(realMachine, place, { lockWaitMs: 1000, command: 'bench' })
  const started = (n) => ({ type: 'step.moved', step: `s${n}`, from: 'pending', to: 'in_progress', by: 'bench' })
  await Promise.all(
    Array.from({ length: steps }, (_, n) => log.decide(() => ({ records: [started(n)], answer: undefined }))),
  )
  return log
}

function placeIn(root, key) {
  const workspace = { root, state: join(root, '.steadplan') }
  fs.mkdirSync(join(root, key))
  const plan = { key, base: join(root, key), files: ['plan.md'], folders: [], fileCap: 1 << 20 }
  return openPlanPlace(realMachine, workspace, plan)
}
