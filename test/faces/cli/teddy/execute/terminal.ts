import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Executor } from './executor.ts'

const program = resolve('dist/bin/teddy.cjs')

/** A command as it is installed, in a process of its own. */
export interface Running {
  readonly pid: number
  /** All that it wrote so far. */
  readonly seen: () => string
  readonly saw: (text: string | RegExp) => Promise<void>
  /** At a terminal: types something. */
  readonly type: (keys: string) => void
  /** Stops to read what it writes. */
  readonly leave: () => void
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

const running = new Set<ChildProcess>()

export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
}

export function start(ann: Executor, args: readonly string[], input?: string): Running {
  const child = spawn(process.execPath, [program, ...args], { cwd: ann.cwd, env: envOf(ann) })
  child.stdin.end(input ?? '')
  return watch(child)
}

/** The same at a terminal of its own, with somebody who types. */
export function atTerminal(ann: Executor, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const command = [process.execPath, program, ...args].join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: ann.cwd,
    env: { TERM: 'dumb', ...envOf(ann), ...env },
  })
  return watch(child)
}

function envOf(ann: Executor): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: ann.home, ...ann.env }
}

function watch(child: ChildProcess): Running {
  running.add(child)
  const said = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => {
    said.out += String(chunk).replaceAll('\r', '')
  })
  child.stderr!.on('data', (chunk) => {
    said.err += String(chunk)
  })
  const seen = (): string => said.out + said.err
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, ...said }
  })
  return {
    pid: child.pid!,
    seen,
    saw: (text) => until(() => (typeof text === 'string' ? seen().includes(text) : text.test(seen()))),
    type: (keys) => void child.stdin!.write(keys),
    leave: () => void child.stdout!.destroy(),
    ended,
  }
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20)
}

/** Processes that still work in a directory. */
export function workersIn(directory: string): string[] {
  return fs.readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return fs.readlinkSync(join('/proc', name, 'cwd')) === directory
    } catch {
      return false
    }
  })
}
