/**
 * Starts a program that one talks with while it runs. The rules are those of `runProcess`: no shell, a group of its own,
 * a chosen environment, and nothing of it is left when it has ended. What it prints is not collected: whoever opens it
 * has to read both outputs, or it stands still as soon as the pipes are full.
 *
 *     start ─▶ running ─▶ exit of the program ─▶ end of what it left ─┐
 *                 │                                                   ▼
 *                 └─ end() ─▶ SIGTERM ─▶ grace ─▶ SIGKILL ─▶ rest of the output ─▶ closed
 */
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { endGroup, endLeftovers } from './ending.ts'
import { within } from './pause.ts'
import { unregister } from './registry.ts'
import type { ProcessRequest } from './run.ts'
import { checkedEnvironment, drainMs, ignore, letGo, type Started, startProgram } from './start.ts'

export type OpenRequest = Pick<ProcessRequest, 'argv' | 'cwd' | 'env' | 'graceMs'>

export interface OpenProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** When the program itself has ended. */
  readonly ended: Promise<ProcessEnd>
  /** When all of it is gone and its output is read. False: something outlived us, as `stillRunning` of a result. */
  readonly closed: Promise<boolean>
  /** Ends all of it. May be called at any time and more than once. */
  end(): Promise<boolean>
}

export interface ProcessEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

/** Rejects with a `Fault` exactly when nothing was started. */
export async function openProcess(request: OpenRequest): Promise<OpenProcess> {
  const started = await startProgram(request, checkedEnvironment(request), 'pipe')
  const { child, life } = started
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', ignore)

  let closing: Promise<boolean> | undefined
  const end = (): Promise<boolean> => {
    closing ??= close(started, request.graceMs ?? 2000)
    return closing
  }
  return {
    pid: child.pid!,
    stdin: child.stdin!,
    stdout: child.stdout!,
    stderr: child.stderr!,
    ended: life.ended.then(() => endOf(child)),
    closed: life.ended.then(end),
    end,
  }
}

function endOf({ exitCode, signalCode }: ChildProcess): ProcessEnd {
  return { exitCode, signal: signalCode }
}

async function close({ child, group, life }: Started, graceMs: number): Promise<boolean> {
  const hasEnded = life.endedAt !== undefined
  child.stdin?.end()
  const isGone = await (hasEnded ? endLeftovers(group, graceMs) : endGroup(group, graceMs))
  unregister(group)
  const isClosed = await within(drainMs, life.closed)
  letGo(child)
  return isGone && isClosed
}
