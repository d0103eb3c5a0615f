/**
 * A script of the shell, in two moves: first its process is there and waits, then the script begins. Whoever writes down
 * in between which process it is has lost track of none, and whoever dies in between has begun nothing: the script is
 * never run without the word that lets it begin.
 *
 *     sh -c 'read … && exec sh -c "$1" </dev/null' sh '<script>'
 *            ^ the word, on standard input         ^ as it is written, all of it, and nothing is put into it
 *
 * Where there is no `sh`, as on Windows without one, it is not started (`E_NO_PROGRAM`).
 */
import { StringDecoder } from 'node:string_decoder'
import { type OpenProcess, openProcess, type ProcessEnd } from './open.ts'
import { OutputCollector } from './output.ts'
import type { OutputStream, ProcessRequest, ProcessResult } from './run.ts'
import { Stop, type StopReason } from './stop.ts'

export interface ScriptRequest extends Pick<ProcessRequest, 'cwd' | 'env' | 'graceMs' | 'onOutput'> {
  readonly script: string
  /** Bytes kept of each stream. */
  readonly outputCap: number
}

export interface Script {
  readonly pid: number
  begin(): void
  /** To be called once. When the time is over or the signal aborted, all of it is ended. */
  result(limits: Pick<ProcessRequest, 'timeoutMs' | 'signal'>): Promise<ScriptResult>
  /** Ends all of it, begun or not. */
  end(): Promise<boolean>
}

export type ScriptResult = Omit<ProcessResult, 'argv'>

/** Rejects with a `Fault` exactly when nothing was started. */
export async function openScript(request: ScriptRequest): Promise<Script> {
  const { script, outputCap, onOutput, ...rest } = request
  const opened = await openProcess({ ...rest, argv: ['sh', '-c', gate, 'sh', script] })
  const output = { stdout: new OutputCollector(outputCap), stderr: new OutputCollector(outputCap) }
  const teller = collect(opened, output, onOutput)
  let begunAt = performance.now()
  return {
    pid: opened.pid,
    begin() {
      begunAt = performance.now()
      opened.stdin.end('begin\n')
    },
    async result(limits) {
      const stop = new Stop(limits)
      teller.stop = stop
      if (teller.failure !== undefined) stop.fail(teller.failure.error)
      const { reason, end, isGone } = await lastOf(opened, stop, limits.signal?.aborted === true)
      const durationMs = Math.round(performance.now() - begunAt)
      if (teller.failure !== undefined) throw teller.failure.error
      return {
        succeeded: end?.exitCode === 0 && reason === undefined,
        exitCode: end?.exitCode ?? null,
        signal: end?.signal ?? null,
        timedOut: reason === 'timedOut',
        aborted: reason === 'aborted',
        stillRunning: !isGone,
        durationMs,
        stdout: output.stdout.output(),
        stderr: output.stderr.output(),
      }
    },
    end: () => opened.end(),
  }
}

/** The name of the variable is that of nothing else, and it is not handed on. */
const gate = 'read -r steadplan_word && exec sh -c "$1" </dev/null'

interface Teller {
  stop?: Stop
  failure?: { readonly error: unknown }
}

function collect(
  opened: OpenProcess,
  output: Readonly<Record<OutputStream, OutputCollector>>,
  onOutput: ProcessRequest['onOutput'],
): Teller {
  const teller: Teller = {}
  for (const name of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8')
    const tell = (text: string): void => {
      if (text === '' || teller.failure !== undefined) return
      try {
        onOutput?.(name, text)
      } catch (error) {
        teller.failure = { error }
        teller.stop?.fail(error)
      }
    }
    opened[name].on('data', (chunk: Buffer) => {
      output[name].add(chunk)
      tell(decoder.write(chunk))
    })
    opened[name].on('end', () => tell(decoder.end()))
  }
  return teller
}

interface Last {
  readonly reason: StopReason | undefined
  /** Undefined when its end was not seen. */
  readonly end: ProcessEnd | undefined
  readonly isGone: boolean
}

async function lastOf(opened: OpenProcess, stop: Stop, isAborted: boolean): Promise<Last> {
  const first = isAborted ? 'aborted' : await Promise.race([opened.ended, stop.reached])
  stop.cancel()
  if (typeof first !== 'string') return { reason: undefined, end: first, isGone: await opened.closed }
  const isGone = await opened.end()
  const end = await Promise.race([opened.ended, Promise.resolve(undefined)])
  return { reason: first, end, isGone }
}
