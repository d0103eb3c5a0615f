/**
 * What a program sees of our environment. It starts from a short list of names that programs need to work at all; keys
 * and passwords of the parent are not among them. In order, the later wins:
 *
 * 1. the parent's variables on the list, and those named in `pass`;
 * 2. `fromPlan`: set by the plan, so hostile until approved;
 * 3. `set`: set by trusted configuration. A plan cannot undo it.
 */

import { changesWhatRuns } from '../plan/code-variables.ts'
import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'

export interface EnvironmentRequest {
  /** Names of the parent's variables to hand on beside the usual ones, such as the key of a model. */
  readonly pass?: readonly string[]
  readonly set?: ReadonlyMap<string, string>
  readonly fromPlan?: ReadonlyMap<string, string>
  /** Names of `fromPlan` that were approved one by one. Compared exactly. */
  readonly approved?: readonly string[]
}

export type Environment = Readonly<Record<string, string>>

/** Every variable that would be refused. */
export function environmentFaults({ set, fromPlan, approved = [] }: EnvironmentRequest): Diagnostic[] {
  const faults: Diagnostic[] = []
  const refuse = (message: string, hint?: string): void =>
    void faults.push(diagnostic('E_ENVIRONMENT', message, hint === undefined ? {} : { hint }))

  for (const [name, value] of [...(set ?? []), ...(fromPlan ?? [])]) {
    if (name === '') refuse('A variable has no name.', 'Give it a name.')
    else if (/[=\0]/.test(name)) refuse(`The name ${JSON.stringify(name)} holds \`=\` or a NUL.`, 'Correct the name.')
    if (value.includes('\0')) refuse(`The value of ${JSON.stringify(name)} holds a NUL.`, 'Correct the value.')
  }
  for (const name of fromPlan?.keys() ?? []) {
    if (name === '' || /[=\0]/.test(name) || approved.includes(name)) continue
    if (changesWhatRuns(name)) {
      refuse(`The plan sets ${JSON.stringify(name)}, which can change what is run or whom it talks to.`)
    } else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      // What a program makes of such a name is not known, so it cannot be compared with the list.
      refuse(`The plan sets ${JSON.stringify(name)}, which is not a plain name of letters, digits and \`_\`.`)
    }
  }
  return faults
}

/** The environment itself. The request is one in which `environmentFaults` found nothing. */
export function childEnvironment(
  { pass = [], set, fromPlan }: EnvironmentRequest,
  parent: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): Environment {
  const fold = platform === 'win32' ? (name: string) => name.toUpperCase() : (name: string) => name
  const passed = new Set([...usual, ...(platform === 'win32' ? usualOnWindows : []), ...pass].map(fold))
  const variables = new Map<string, readonly [name: string, value: string]>()

  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined) continue
    const folded = fold(name)
    if (passed.has(folded) || usualPrefixes.some((prefix) => folded.startsWith(prefix))) {
      variables.set(folded, [name, value])
    }
  }
  for (const [name, value] of [...(fromPlan ?? []), ...(set ?? [])]) variables.set(fold(name), [name, value])

  // Without a prototype, a variable called `__proto__` is a variable like any other.
  const environment: Record<string, string> = Object.create(null)
  for (const [name, value] of variables.values()) environment[name] = value
  return environment
}

const usual = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TERM', 'TMPDIR', 'TZ']

const usualPrefixes = ['LC_', 'XDG_']

const usualOnWindows = [
  'SystemRoot SystemDrive windir ComSpec PATHEXT TEMP TMP OS USERNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA',
  'LOCALAPPDATA ProgramData ALLUSERSPROFILE ProgramFiles ProgramFiles(x86) ProgramW6432 CommonProgramFiles',
  'CommonProgramFiles(x86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE',
].flatMap((line) => line.split(' '))
