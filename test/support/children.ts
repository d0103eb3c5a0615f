import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach } from 'vitest'

/** What a child printed and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly lines: readonly string[]
  readonly errors: string
}

export interface Child {
  readonly pid: number
  readonly ended: Promise<Ended>
  /** Resolves with the first line that starts with a word, also when it was printed before. */
  line(start: string): Promise<string>
  kill(signal: NodeJS.Signals): void
}

const running = new Set<ChildProcess>()

/** Starts `test/**\/children/<name>.ts` with arguments given as JSON. */
export function startChild(name: string, args: unknown = {}): Child {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const child = spawn(process.execPath, [`.build/children/${name}.mjs`, JSON.stringify(args)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  const waiting: { start: string; resolve: (line: string) => void }[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const { start, resolve } of waiting) if (line.startsWith(start)) resolve(line)
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child)
    return { code, signal, lines, errors }
  })
  return {
    pid: child.pid!,
    ended,
    line: async (start) => {
      const known = lines.find((line) => line.startsWith(start))
      if (known) return known
      const found = new Promise<string>((resolve) => waiting.push({ start, resolve }))
      const tooLate = ended.then(({ code, signal, errors }) => {
        throw new Error(`${name} ended (${code ?? signal}) before it said "${start}": ${errors}`)
      })
      return Promise.race([found, tooLate])
    },
    kill: (signal) => void child.kill(signal),
  }
}

/** Starts the same program several times at once and waits for all of them. */
export function runChildren(name: string, count: number, args: (index: number) => unknown): Promise<Ended[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => startChild(name, args(index)).ended))
}

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
