import type { Caller } from '../../../../review/policy.ts'
import type { Config } from '../../../../store/config/load.ts'
import type { ApprovalPolicy } from '../../../../store/config/settings.ts'
import type { OpenOptions } from '../../../../store/plans/open-plan.ts'
import { teddyPlace } from '../../../../store/teddy/teddy-place.ts'
import type { UserDirectories } from '../../../../store/workspace/user-directories.ts'
import { callerOf } from '../../caller.ts'
import { openOptions } from '../../open-options.ts'
import { type ConfigContext, loadFrom } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import type { ExecuteOptions } from '../execute.ts'
import type { Inputs } from '../input.ts'
import type { Teddy } from '../session/open.ts'

/** Where a plan is carried out, by whom, and how it was asked for. */
export interface Here extends Teddy {
  readonly terminal: Terminal
  /** The same, with everything going beside the answer: standard output is for the report. */
  readonly beside: Terminal
  readonly context: ConfigContext
  readonly inputs: Inputs
  readonly options: ExecuteOptions
  readonly config: Config
  readonly userDirs: UserDirectories
  readonly opening: OpenOptions
  readonly policy: ApprovalPolicy
  readonly caller: Caller
}

export async function openHere(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  options: ExecuteOptions,
): Promise<Here> {
  const config = await loadFrom(context)
  const { values, places } = config
  const opening = openOptions(values)
  const { paint } = terminal
  return {
    terminal,
    beside: { ...terminal, out: (text) => terminal.err(text), paint: { out: paint.err, err: paint.err } },
    context,
    inputs,
    options,
    config,
    machine: context.machine,
    place: teddyPlace(places.workspace),
    values,
    limits: opening.limits,
    lock: { waitMs: values['lock.wait'], command: 'teddy execute' },
    userDirs: places.userDirs,
    opening,
    policy: values['approval.policy'] as ApprovalPolicy,
    caller: callerOf(context.env, terminal),
  }
}

/** Whether somebody sits there who can be asked. An agent that opened a terminal is none. */
export function isPerson({ caller }: Pick<Here, 'caller'>): boolean {
  return caller.channel === 'terminal'
}
