import { defaultLimits } from '../../dialects/shared/limits.ts'
import { hour, minute, second } from './kinds/duration.ts'
import { KiB } from './kinds/size.ts'
import type { Kind, KindValues } from './kinds.ts'

/**
 * Every setting there is. An entry here is all that a new one needs: the schema, the variable of the environment, the
 * commands and the types of its value come of it.
 */
export const settings = {
  'limits.markdown': {
    kind: 'size',
    default: defaultLimits.markdown,
    about: 'The largest Markdown file that is read, in bytes.',
  },
  'limits.data': {
    kind: 'size',
    default: defaultLimits.data,
    about: 'The largest YAML or JSON file that is read, in bytes.',
  },
  'limits.nesting': {
    kind: 'count',
    default: defaultLimits.nesting,
    most: 500,
    about: 'How many mappings and lists may stand inside each other.',
  },
  'lock.wait': {
    kind: 'duration',
    default: 10 * second,
    most: hour,
    about: 'How long to wait for another process that is writing the same plan.',
  },
  'lease.ttl': {
    kind: 'duration',
    default: 5 * minute,
    least: second,
    about: 'How long a claimed step stays with its holder when nothing more is heard of it.',
  },
  'process.timeout': {
    kind: 'duration',
    default: 10 * minute,
    least: second,
    about: 'How long a command may run before it is ended.',
  },
  'process.output': {
    kind: 'size',
    default: 256 * KiB,
    about: 'How much is kept of what a command writes to each of its outputs, in bytes.',
  },
  'process.pass': {
    kind: 'names',
    default: [],
    needsTrust: true,
    about: 'Names of environment variables that are passed on to commands beside the usual ones.',
  },
  'process.env': {
    kind: 'variables',
    default: new Map<string, string>(),
    needsTrust: true,
    about: 'Environment variables that are set for commands.',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type Setting = { [K in Kind]: SettingOf<K> }[Kind]

export interface SettingOf<K extends Kind> {
  readonly kind: K
  readonly default: KindValues[K]
  /** One sentence for the schema. */
  readonly about: string
  /** It can change which code runs, so a project's word for it counts only after the person agreed (`trust.ts`). */
  readonly needsTrust?: boolean
  /** Of numbers: what the value lies between. Without them its kind says. */
  readonly least?: number
  readonly most?: number
}

export type Key = keyof typeof settings

/** Sizes in bytes, durations in milliseconds. */
export type Values = { readonly [K in Key]: KindValues[(typeof settings)[K]['kind']] }

export const keys = Object.keys(settings) as readonly Key[]

export function isKey(text: string): text is Key {
  return Object.hasOwn(settings, text)
}

/** Whether settings stand below this name: `lock` is a group because there is `lock.wait`. */
export function isGroup(path: string): boolean {
  return keys.some((key) => key.startsWith(`${path}.`))
}

export function settingOf(key: Key): Setting {
  return settings[key]
}
