import type { Data } from '../../dialects/shared/data.ts'
import { jsonText } from '../../plan/diagnostics/json-text.ts'
import type { AgentSetting } from './kinds/agents.ts'
import { day, formatDuration, parseDuration } from './kinds/duration.ts'
import { formatSize, MiB, parseSize } from './kinds/size.ts'
import type { SettingOf } from './settings.ts'

/** What a value of each kind is once it is read. */
export interface KindValues {
  readonly size: number
  readonly count: number
  readonly duration: number
  readonly choice: string
  readonly names: readonly string[]
  readonly variables: ReadonlyMap<string, string>
  /** Empty: none. */
  readonly agent: string
  readonly agents: ReadonlyMap<string, AgentSetting>
  /** Empty: none. */
  readonly command: string
  /** Empty: none. */
  readonly source: string
  /** Empty: none. */
  readonly url: string
  /** The name of a variable of the environment. Empty: none. */
  readonly variable: string
}

export type Kind = keyof KindValues

interface KindRules<K extends Kind> {
  /** What stands in a file for a text of the command line or the environment. Nonsense stays text, for the schema to refuse. */
  readonly data: (text: string) => Data
  /** The value of data that the schema has accepted. */
  readonly value: (data: Data) => KindValues[K]
  /** A text that `data` reads back. */
  readonly text: (value: KindValues[K]) => string
  /** What to write, for who wrote something else. */
  readonly expected: (setting: SettingOf<K>) => string
}

export const kinds: { readonly [K in Kind]: KindRules<K> } = {
  size: {
    data: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
    value: (data) => (typeof data === 'number' ? data : parseSize(data as string)),
    text: formatSize,
    expected: (setting) => {
      const { least, most } = range(setting)
      return `${formatSize(least)} to ${formatSize(most)}, as a number of bytes or a text such as "1MiB"`
    },
  },
  count: {
    data: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
    value: (data) => data as number,
    text: String,
    expected: (setting) => `a whole number from ${range(setting).least} to ${range(setting).most}`,
  },
  duration: {
    data: (text) => text,
    value: (data) => parseDuration(data as string),
    text: formatDuration,
    expected: (setting) => {
      const { least, most } = range(setting)
      return `${formatDuration(least)} to ${formatDuration(most)}, as a text such as "10s" (units: ms, s, m, h, d)`
    },
  },
  choice: {
    data: (text) => text,
    value: (data) => data as string,
    text: (value) => value,
    expected: ({ among = [] }) => among.join(', '),
  },
  names: {
    data: (text) => (text.startsWith('[') ? fromJson(text) : parts(text)),
    value: (data) => data as readonly string[],
    text: (names) => (names.every(isPlain) ? names.join(',') : jsonText(names)),
    expected: () => 'a list of names, each a text without `=`',
  },
  variables: {
    data: (text) => (text.startsWith('{') ? fromJson(text) : pairs(text)),
    value: (data) => new Map(Object.entries(data as Record<string, string>)),
    text: (variables) =>
      [...variables].flat().every(isPlain)
        ? [...variables].map(([name, value]) => `${name}=${value}`).join(',')
        : jsonText(Object.fromEntries(variables)),
    expected: () => 'names without `=`, each with a text',
  },
  agent: {
    data: (text) => text,
    value: (data) => data as string,
    text: (value) => value,
    expected: () => 'the name of an agent, or an empty text for none',
  },
  agents: {
    data: (text) => (text === '' ? {} : fromJson(text)),
    value: (data) => new Map(Object.entries(data as unknown as Record<string, AgentSetting>)),
    text: (agents) => (agents.size === 0 ? '' : jsonText(Object.fromEntries(agents))),
    expected: () =>
      'names, each with `kind` (`acp` or `command`) and `argv`, and, if wanted, `promptBy`, `pass`, `env`',
  },
  command: {
    data: (text) => text,
    value: (data) => data as string,
    text: (value) => value,
    expected: () => 'a program and its arguments as one text, with nothing in it that only a shell understands',
  },
  source: {
    data: (text) => text,
    value: (data) => data as string,
    text: (value) => value,
    expected: () => 'anthropic/<model>, openai/<model>, compatible/<model>, command, or an empty text for none',
  },
  url: {
    data: (text) => text,
    value: (data) => data as string,
    text: (value) => value,
    expected: () => 'an address that begins with https:// or http://, without a password, `?` and `#` in it',
  },
  variable: {
    data: (text) => text,
    value: (data) => data as string,
    text: (value) => value,
    expected: () => 'the name of an environment variable in capitals, such as ANTHROPIC_API_KEY, and not what it holds',
  },
}

/** What Node can do: a text has at most half a GiB, a timer runs at most 24 days. */
const bounds = {
  size: { least: 1, most: 256 * MiB },
  count: { least: 1, most: Number.MAX_SAFE_INTEGER },
  duration: { least: 0, most: 24 * day },
} as const

export function range({ kind, least, most }: SettingOf<keyof typeof bounds>): { least: number; most: number } {
  return { least: least ?? bounds[kind].least, most: most ?? bounds[kind].most }
}

function fromJson(text: string): Data {
  try {
    return JSON.parse(text) as Data
  } catch {
    return text
  }
}

function parts(text: string): string[] {
  const all = text.split(',').map((part) => part.trim())
  return all.filter((part) => part !== '')
}

/** `A=1,B=2`. A value that holds a comma has to be given as JSON. */
function pairs(text: string): Data {
  const object: Record<string, string> = Object.create(null)
  for (const part of parts(text)) {
    const at = part.indexOf('=')
    if (at < 0) return text
    object[part.slice(0, at)] = part.slice(at + 1)
  }
  return object
}

function isPlain(text: string): boolean {
  return !/[,{[]/.test(text) && text.trim() === text
}
