/**
 * Runs one program, from start to the last of what it left behind. `open.ts` is for programs that one talks with.
 *
 * **The contract.** `runProcess` rejects with a `Fault` exactly when nothing was started: the request is bad
 * (`E_BAD_COMMAND`, `E_ENVIRONMENT`, all faults at once), or the system would not start it (`E_NO_PROGRAM`,
 * `E_NO_DIRECTORY`, `E_NOT_STARTED`). Once started it resolves, whatever the program does, and always to the same
 * shape. The one exception is the caller's own: what `onOutput` throws ends the program and is thrown again.
 *
 * **The course.**
 *
 *     start ─▶ running ─▶ exit of the program ─▶ 100 ms for what it left ─┐
 *                 │                                                       ▼
 *                 └─ timeout, abort ──────────────────▶ SIGTERM to the group ─▶ grace ─▶ SIGKILL ─┐
 *                                                              result ◀─ rest of the output ◀─────┘
 *
 * Each arrow after `running` has a bound, so a result always comes: not even a process that left the group and holds
 * the output open, or one that cannot be killed, makes us wait for ever. `stillRunning` tells of it.
 *
 * The program has no shell before it, no terminal, an environment of its own (`environment.ts`), and standard input is
 * empty unless given. Node's pipes are sockets: a program that opens `/dev/stdout` or `/dev/stderr` by name is refused
 * by Linux (`>&2` works).
 */
import type { ChildProcess } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { endGroup, endLeftovers } from './ending.ts'
import type { EnvironmentRequest } from './environment.ts'
import { type Output, OutputCollector } from './output.ts'
import { within } from './pause.ts'
import { unregister } from './registry.ts'
import { checkedEnvironment, drainMs, ignore, letGo, startProgram } from './start.ts'
import { Stop, type StopReason } from './stop.ts'

export interface ProcessRequest {
  /** The program and its arguments, each as it is to arrive. A program with a slash in it is looked up from `cwd`. */
  readonly argv: readonly [program: string, ...args: string[]]
  /** An absolute path. Whether it is one that the program may work in, the caller has decided. */
  readonly cwd: string
  readonly env?: EnvironmentRequest
  /** For standard input. Without it, standard input is at its end from the start. */
  readonly input?: string | Uint8Array
  readonly timeoutMs?: number
  /** Between SIGTERM and SIGKILL. Default: 2 seconds. */
  readonly graceMs?: number
  /** Bytes kept of each stream. Default: 256 KiB. */
  readonly outputCap?: number
  readonly signal?: AbortSignal
  /** Is called with each piece of output as it comes, uncapped; a character is never cut in two. */
  readonly onOutput?: (stream: OutputStream, text: string) => void
}

export type OutputStream = 'stdout' | 'stderr'

export interface ProcessResult {
  readonly argv: readonly string[]
  /** Exit code 0, by itself: neither timed out nor aborted. */
  readonly succeeded: boolean
  /** Null when a signal ended the program, it was never started, or its end was not seen (`stillRunning`). */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly timedOut: boolean
  readonly aborted: boolean
  /** Something of it outlived us: a process that left the group and holds the output open, or one we cannot kill. */
  readonly stillRunning: boolean
  /** Until the program ended, not counting what it left behind. */
  readonly durationMs: number
  readonly stdout: Output
  readonly stderr: Output
}

export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const { argv, graceMs = 2000, outputCap = 256 * 1024 } = request
  const env = checkedEnvironment(request)
  const output = { stdout: new OutputCollector(outputCap), stderr: new OutputCollector(outputCap) }
  if (request.signal?.aborted) return result({ argv, output, reason: 'aborted' })

  const started = performance.now()
  const { child, group, life } = await startProgram(request, env, request.input === undefined ? 'ignore' : 'pipe')
  const stop = new Stop(request)
  collect(child, output, request.onOutput, stop)
  feed(child, request.input)

  const reason = await Promise.race([life.ended, stop.reached])
  stop.cancel()
  const isGone = await (reason === undefined ? endLeftovers(group, graceMs) : endGroup(group, graceMs))
  unregister(group)
  const isClosed = await within(drainMs, life.closed)
  letGo(child)

  if (stop.failure !== undefined) throw stop.failure.error
  const durationMs = Math.round((life.endedAt ?? performance.now()) - started)
  return result({ argv, output, child, reason, durationMs, stillRunning: !isGone || !isClosed })
}

type Outputs = Readonly<Record<OutputStream, OutputCollector>>

function collect(child: ChildProcess, output: Outputs, onOutput: ProcessRequest['onOutput'], stop: Stop): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8')
    const tell = (text: string): void => {
      if (text === '' || stop.failure !== undefined) return
      try {
        onOutput?.(name, text)
      } catch (error) {
        stop.fail(error)
      }
    }
    child[name]?.on('data', (chunk: Buffer) => {
      output[name].add(chunk)
      if (onOutput !== undefined) tell(decoder.write(chunk))
    })
    child[name]?.on('end', () => tell(decoder.end()))
    child[name]?.on('error', ignore)
  }
}

/** A program need not read what it is given: it may close its input or end first, and that is no fault of anybody's. */
function feed(child: ChildProcess, input: string | Uint8Array | undefined): void {
  child.stdin?.on('error', ignore)
  child.stdin?.end(input)
}

interface Course {
  readonly argv: readonly string[]
  readonly output: Outputs
  readonly reason: StopReason | undefined
  readonly child?: ChildProcess
  readonly durationMs?: number
  readonly stillRunning?: boolean
}

function result({ argv, output, reason, child, durationMs = 0, stillRunning = false }: Course): ProcessResult {
  const exitCode = child?.exitCode ?? null
  return {
    argv: [...argv],
    succeeded: exitCode === 0 && reason === undefined,
    exitCode,
    signal: child?.signalCode ?? null,
    timedOut: reason === 'timedOut',
    aborted: reason === 'aborted',
    stillRunning,
    durationMs,
    stdout: output.stdout.output(),
    stderr: output.stderr.output(),
  }
}
