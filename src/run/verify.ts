import { commandWords } from '../plan/command-words.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import type { ReceiptWritten } from '../plan/records.ts'
import type { Step } from '../plan/types.ts'
import type { EnvironmentRequest } from '../process/environment.ts'
import { type ProcessResult, runProcess } from '../process/run.ts'
import { fitEnd } from './fit.ts'
import { currentCommit } from './git.ts'

export interface VerifyOptions {
  readonly cwd: string
  readonly env: EnvironmentRequest
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly onCommand?: (command: string) => void
  readonly onReceipt?: (receipt: ReceiptWritten) => void
}

export interface Verification {
  readonly passed: boolean
  readonly receipts: readonly ReceiptWritten[]
}

/**
 * Runs the commands that have to pass before a step counts as done, one after the other, up to the first that fails.
 * The engine itself runs them and nobody else writes receipts: that an agent says so proves nothing.
 */
export async function verifyStep(step: Step, options: VerifyOptions): Promise<Verification> {
  const commands = step.verify ?? []
  if (commands.length === 0) return { passed: true, receipts: [] }
  const commitNow = currentCommit(options.cwd)
  const receipts: ReceiptWritten[] = []
  for (const command of commands) {
    options.onCommand?.(command)
    const ran = await run(step, command, options)
    const commit = await commitNow
    const receipt = commit === undefined ? ran : { ...ran, commit }
    receipts.push(receipt)
    options.onReceipt?.(receipt)
    if (!receipt.passed) return { passed: false, receipts }
  }
  return { passed: true, receipts }
}

async function run(step: Step, command: string, options: VerifyOptions): Promise<ReceiptWritten> {
  const { cwd, env, timeoutMs, signal } = options
  const receipt = { type: 'receipt', step: step.id, command: fitEnd(command, keptCommand) } as const
  const parsed = commandWords(command)
  if ('why' in parsed) return { ...receipt, passed: false, exitCode: null, why: parsed.why, durationMs: 0, output: '' }
  try {
    const request = { argv: parsed.words as [string, ...string[]], cwd, env, timeoutMs, outputCap: keptOutput }
    const result = await runProcess(signal === undefined ? request : { ...request, signal })
    const why = whyNot(result, timeoutMs)
    const { exitCode, succeeded: passed } = result
    const durationMs = Math.round(result.durationMs)
    return { ...receipt, passed, exitCode, durationMs, output: outputOf(result), ...(why === undefined ? {} : { why }) }
  } catch (error) {
    if (!isFault(error)) throw error
    const why = fitEnd(error.message, keptWhy)
    return { ...receipt, passed: false, exitCode: null, why, durationMs: 0, output: '' }
  }
}

function whyNot({ succeeded, timedOut, aborted, signal, exitCode }: ProcessResult, timeoutMs: number) {
  if (succeeded) return undefined
  if (timedOut) return `it was ended after ${timeoutMs / 1000} s`
  if (aborted) return 'it was stopped'
  return signal === null ? `exit code ${exitCode}` : `ended by ${signal}`
}

/** A record holds 64 KiB. */
const keptCommand = 8 * 1024
const keptWhy = 2 * 1024
const keptOutput = 16 * 1024

/** The end of both streams: what failed stands there. */
function outputOf({ stdout, stderr }: ProcessResult): string {
  const texts = [stdout.text.trimEnd(), stderr.text.trimEnd()].filter((text) => text !== '')
  return texts.map((text) => fitEnd(text, keptEnd)).join('\n')
}

const keptEnd = 8 * 1024
