import type { Data } from '../../dialects/shared/data.ts'
import { excerpt } from '../../dialects/shared/excerpt.ts'
import { kinds } from './kinds.ts'
import { type Key, type Setting, settingOf, type Values } from './settings.ts'

/** What to write, for who wrote something else. */
export function expectedOf(key: Key): string {
  const setting = settingOf(key)
  return (kinds[setting.kind].expected as (setting: Setting) => string)(setting)
}

/**
 * A text that was refused, as it may be repeated. Where the name of a variable belongs, people write the secret that it
 * holds, and what we say may end in a log that others read.
 */
export function refusedText(key: Key, text: string): string {
  return settingOf(key).kind === 'variable' ? '(not repeated here)' : excerpt(text)
}

/** What stands in a file for a text of the command line or the environment. */
export function dataOf(key: Key, text: string): Data {
  return kinds[settingOf(key).kind].data(text)
}

/** A text for people that `dataOf` reads back. */
export function textOf(key: Key, value: Values[Key]): string {
  return (kinds[settingOf(key).kind].text as (value: Values[Key]) => string)(value)
}
