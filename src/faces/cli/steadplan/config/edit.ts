import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type EditTarget, setSetting, unsetSetting } from '../../../../store/config/edit.ts'
import { isKey, type Key, settingOf } from '../../../../store/config/settings.ts'
import { dataOf } from '../../../../store/config/value-text.ts'
import { refuseAgent } from '../../caller.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, configPlaces, loadFrom } from './context.ts'
import { originText, refuseKey, valueText } from './show.ts'

export interface FileOptions {
  readonly user?: boolean
  readonly project?: boolean
}

export async function setConfig(
  terminal: Terminal,
  context: ConfigContext,
  { key, value, ...options }: FileOptions & { key: string; value: string },
): Promise<number> {
  if (!isKey(key)) return refuseKey(terminal, key)
  if (areBoth(options)) return refuseBoth(terminal)
  if (settingOf(key).needsTrust) refuseAgent(context.env, terminal, key)
  const target = await targetOf(context, options)
  const { file } = await setSetting(context.machine, target, key, dataOf(key, value))
  terminal.out(`${key} is set in ${visible(file)}\n`)
  await tellWhatCounts(terminal, context, key, target)
  return exitCodes.ok
}

export async function unsetConfig(
  terminal: Terminal,
  context: ConfigContext,
  { key, ...options }: FileOptions & { key: string },
): Promise<number> {
  if (!isKey(key)) return refuseKey(terminal, key)
  if (areBoth(options)) return refuseBoth(terminal)
  const { file, isChanged } = await unsetSetting(context.machine, await targetOf(context, options), key)
  terminal.out(`${key} ${isChanged ? 'is taken out of' : 'was not set in'} ${visible(file)}\n`)
  return exitCodes.ok
}

function areBoth({ user = false, project = false }: FileOptions): boolean {
  return user && project
}

function refuseBoth(terminal: Terminal): number {
  terminal.err('--user and --project name two files; give one of them\n')
  return exitCodes.usage
}

async function targetOf(context: ConfigContext, { user = false }: FileOptions): Promise<EditTarget> {
  return { ...(await configPlaces(context)), layer: user ? 'user' : 'project' }
}

/** A setting can be written and still not count: something above it wins, or it waits for trust. */
async function tellWhatCounts(terminal: Terminal, context: ConfigContext, key: Key, target: EditTarget): Promise<void> {
  const { values, origins, untrusted } = await loadFrom(context)
  const origin = origins.get(key)!
  if (target.layer === 'project' && untrusted.has(key)) {
    terminal.err('It is not obeyed before you agree to it: steadplan config trust\n')
  } else if (origin.layer !== target.layer) {
    terminal.err(`It does not count here: ${valueText(key, values[key])} from ${originText(origin)} wins\n`)
  }
}
