import { commandWords } from '../plan/command-words.ts'
import { fault } from '../plan/diagnostics/fault.ts'
import type { EnvironmentRequest } from '../process/environment.ts'
import type { Values } from '../store/config/settings.ts'
import type { PlannerSource } from './source.ts'
import { commandSource } from './sources/command-source.ts'
import { modelSource } from './sources/model-source.ts'
import { type ProviderName, providers } from './sources/providers.ts'

/** The settings that say who plans. */
export type PlannerValues = Pick<
  Values,
  'planner.source' | 'planner.command' | 'planner.url' | 'planner.key' | 'planner.timeout'
>

export interface PlannerPlace {
  /** Our own environment, in which the key is looked up. */
  readonly env: NodeJS.ProcessEnv
  /** For a command: the directory it runs in, and what it gets of the environment. */
  readonly cwd: string
  readonly environment: EnvironmentRequest
}

/** Whoever is configured to write plans. Throws a `Fault` that says what to set when there is nobody. */
export function openPlanner(values: PlannerValues, place: PlannerPlace): PlannerSource {
  const source = values['planner.source']
  if (source === '') {
    throw fault('E_NO_PLANNER', 'Nobody is configured to write plans.', {
      hint: 'Set who: `steadplan config set --user planner.source anthropic/<model>`, with the key in `ANTHROPIC_API_KEY`; or `command`, with `planner.command`.',
    })
  }
  if (source === 'command') return openCommand(values, place)
  const slash = source.indexOf('/')
  return openModel(source.slice(0, slash) as ProviderName, source.slice(slash + 1), values, place.env)
}

function openCommand(values: PlannerValues, { cwd, environment }: PlannerPlace): PlannerSource {
  const parsed = commandWords(values['planner.command'])
  if ('why' in parsed) {
    throw fault('E_NO_PLANNER', '`planner.source` is `command`, and `planner.command` does not say which.', {
      hint: 'Set it: `steadplan config set --user planner.command "claude -p"`.',
    })
  }
  const key = values['planner.key']
  const pass = [...(environment.pass ?? []), ...(key === '' ? [] : [key])]
  return commandSource({
    argv: parsed.words as [string, ...string[]],
    cwd,
    env: { ...environment, pass },
    timeoutMs: values['planner.timeout'],
  })
}

function openModel(
  provider: ProviderName,
  model: string,
  values: PlannerValues,
  env: NodeJS.ProcessEnv,
): PlannerSource {
  const url = values['planner.url'] || providers[provider].url
  if (url === '') {
    throw fault(
      'E_NO_PLANNER',
      '`planner.source` is a compatible endpoint, and `planner.url` does not say where it is.',
      {
        hint: 'Set it: `steadplan config set --user planner.url http://127.0.0.1:11434/v1`.',
      },
    )
  }
  const variable = values['planner.key'] || providers[provider].variable
  const key = variable === '' ? '' : keyIn(env, variable)
  return modelSource({ provider, model, url, key, variable, timeoutMs: values['planner.timeout'] })
}

function keyIn(env: NodeJS.ProcessEnv, variable: string): string {
  const key = env[variable]?.trim() ?? ''
  if (key === '') throw fault('E_NO_KEY', `The variable \`${variable}\`, which is to hold the key, is not set.`)
  if (!/^[!-~]+$/.test(key)) {
    throw fault(
      'E_NO_KEY',
      `What the variable \`${variable}\` holds is no key: there are characters in it that none has.`,
    )
  }
  return key
}
