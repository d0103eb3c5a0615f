import { type ChildProcess, spawn } from 'node:child_process'
import { Fault } from '../plan/diagnostics/fault.ts'
import { commandFaults } from './command.ts'
import { childEnvironment, type Environment, type EnvironmentRequest, environmentFaults } from './environment.ts'
import { ProcessGroup } from './group.ts'
import { register } from './registry.ts'
import { startFault } from './start-fault.ts'

interface StartRequest {
  readonly argv: readonly [program: string, ...args: string[]]
  readonly cwd: string
  readonly env?: EnvironmentRequest
}

/** A program that runs, in a group that is registered. Who started it unregisters the group when it is gone. */
export interface Started {
  readonly child: ChildProcess
  readonly group: ProcessGroup
  readonly life: Life
}

export interface Life {
  readonly ended: Promise<undefined>
  readonly closed: Promise<void>
  endedAt?: number
}

/** The only place that starts programs. Rejects with a `Fault` when the system would not start it. */
export async function startProgram(
  request: StartRequest,
  env: Environment,
  input: 'pipe' | 'ignore',
): Promise<Started> {
  const { argv, cwd } = request
  const child = start(request, env, input)
  if (child.pid === undefined) throw startFault(await startError(child), argv[0], cwd)
  const group = new ProcessGroup(child.pid)
  register(group)
  return { child, group, life: follow(child, group) }
}

/** What the program will see, or all faults of the request at once. */
export function checkedEnvironment({ argv, cwd, env = {} }: StartRequest): Environment {
  const [first, ...others] = [...commandFaults(argv, cwd), ...environmentFaults(env)]
  if (first !== undefined) throw new Fault([first, ...others])
  return childEnvironment(env)
}

/** For output that waits in the pipes when everybody is gone. Reading it takes no time; only a stranger delays us. */
export const drainMs = 500

export function letGo(child: ChildProcess): void {
  child.stdin?.destroy()
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.unref()
}

export function ignore(): void {}

function start({ argv: [program, ...args], cwd }: StartRequest, env: Environment, input: 'pipe' | 'ignore') {
  try {
    return spawn(program, args, {
      cwd,
      env,
      shell: false,
      stdio: [input, 'pipe', 'pipe'],
      // A session of its own, and with it a group. On Windows it would only open a window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    throw startFault(error, program, cwd)
  }
}

function startError(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => void child.once('error', resolve))
}

function follow(child: ChildProcess, group: ProcessGroup): Life {
  const life: Life = {
    ended: new Promise((resolve) => {
      child.once('exit', () => {
        group.leaderEnded()
        life.endedAt = performance.now()
        resolve(undefined)
      })
    }),
    closed: new Promise((resolve) => void child.once('close', () => resolve())),
  }
  return life
}
