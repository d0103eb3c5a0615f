import { Session } from 'node:inspector/promises'

/** Counts the work of what is run, until it is ended. */
export interface WorkCounter {
  readonly workOf: (run: () => unknown) => Promise<number>
  readonly end: () => Promise<void>
}

/**
 * Work is counted and not timed: how often each block of our code that reads and mends text is entered, and how many
 * characters and elements the functions of strings, expressions and arrays that it calls have to go through.
 */
export async function countWork(): Promise<WorkCounter> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async workOf(run) {
      await session.post('Profiler.takePreciseCoverage')
      const calls = countCalls()
      try {
        run()
      } finally {
        calls.end()
      }
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const functions = result.filter(({ url }) => ours.test(url)).flatMap((script) => script.functions)
      if (functions.length === 0) throw new Error('nothing of ours has run')
      const entered = functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)
      return entered + calls.work()
    },
    async end() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

const ours = /\/src\/(dialects|plan)\//

type Method = (this: unknown, ...args: unknown[]) => unknown
type Cost = (self: unknown, result: unknown, args: readonly unknown[]) => number

const whole: Cost = (self) => (self as { length: number }).length
const made: Cost = (_, result) => (result as { length: number }).length
const scanned: Cost = (self, result, [, from = 0]) =>
  ((result as number) === -1 ? (self as string).length : (result as number)) - (from as number)

const ofStrings: Readonly<Record<string, Cost>> = {
  slice: made,
  substring: made,
  repeat: made,
  indexOf: scanned,
  lastIndexOf: (self, result) => (self as string).length - (result as number),
  includes: whole,
  split: whole,
  trim: whole,
  trimStart: (self, result) => (self as string).length - (result as string).length,
  trimEnd: (self, result) => (self as string).length - (result as string).length,
  toLowerCase: whole,
  toUpperCase: whole,
}
const ofArrays: Readonly<Record<string, Cost>> = { slice: made, concat: made, join: whole, flatMap: made, map: whole }

/** Counts from now until `end`. */
function countCalls(): { readonly end: () => void; readonly work: () => number } {
  let work = 0
  const undo: (() => void)[] = []
  const count = (prototype: object, name: string, cost: Cost): void => {
    const original = Reflect.get(prototype, name) as Method
    const counting: Method = function (...args) {
      const result = original.apply(this, args)
      work += Math.max(1, cost(this, result, args))
      return result
    }
    Object.defineProperty(prototype, name, { value: counting, configurable: true, writable: true })
    undo.push(() => Object.defineProperty(prototype, name, { value: original, configurable: true, writable: true }))
  }
  for (const [name, cost] of Object.entries(ofStrings)) count(String.prototype, name, cost)
  for (const [name, cost] of Object.entries(ofArrays)) count(Array.prototype, name, cost)
  // `replace`, `test`, `matchAll` and the others all come down to `exec` once it is not the original any more.
  const exec = Reflect.get(RegExp.prototype, 'exec') as (this: RegExp, text: string) => RegExpExecArray | null
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    const end = found === null ? (this.sticky ? from : text.length) : found.index + found[0].length
    work += Math.max(1, end - from)
    return found
  }
  undo.push(() => {
    RegExp.prototype.exec = exec
  })
  const end = (): void => {
    for (const one of undo) one()
  }
  return { end, work: () => work }
}
