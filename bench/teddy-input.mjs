/** `node bench/teddy-input.mjs NAME`: one input that means harm, in a process of its own. Prints what it cost. */
import { readFileSync } from 'node:fs'
import { readTeddyPlan, sanitizeFences } from '../dist/lib/dialects.mjs'

const { hostile } = await import('../.build/teddy-hostile.mjs')
const textOf = hostile[process.argv[2]]
const [short, long] = [textOf(50_000), textOf(1_000_000)]
const rounds = 5

// All times are those of the processor: whatever else runs on the machine counts for nothing.
// The first time, with nothing compiled yet, is what a command has to wait for, be it one that reads or one that mends; and
// what it holds in memory by then.
const coldMs = Math.max(
  cpuMs(() => read(long)),
  cpuMs(() => sanitizeFences(long)),
)
const peakMB = peak()

// How it grows is seen when both are compiled.
for (let round = 0; round < rounds * 4; round++) work(short)
const times = { short: [], long: [] }
for (let round = 0; round < rounds; round++) {
  times.short.push(cpuMs(() => repeat(20, () => work(short))) / 20)
  times.long.push(cpuMs(() => work(long)))
}
process.stdout.write(JSON.stringify({ coldMs, peakMB, shortMs: median(times.short), longMs: median(times.long) }))

function work(text) {
  read(text)
  sanitizeFences(text)
}

function read(text) {
  return readTeddyPlan(new Map([['plan.md', Buffer.from(text)]]), { key: 'plan', prefix: '' })
}

function repeat(count, what) {
  for (let at = 0; at < count; at++) what()
}

function cpuMs(what) {
  const before = process.cpuUsage()
  what()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1]
}
