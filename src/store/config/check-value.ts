import type { Data } from '../../dialects/shared/data.ts'
import { kinds } from './kinds.ts'
import { settingSchema } from './schema.ts'
import { type Key, settingOf, type Values } from './settings.ts'

/** What is wrong inside a value: the way to it, and whether it is a key or what stands behind it. */
export interface ValueFault {
  readonly path: readonly PropertyKey[]
  readonly isKey: boolean
}

export type Checked = { readonly value: Values[Key] } | { readonly faults: readonly ValueFault[] }

/** The value of a setting, or what keeps the data from being one. Loads the schema library. */
export function checkValue(key: Key, data: Data): Checked {
  const result = settingSchema(key).safeParse(data)
  const faults: ValueFault[] = (result.error?.issues ?? []).map(({ code, path }) => ({
    path,
    isKey: code === 'invalid_key',
  }))
  // The library passes over this one key unchecked.
  if (isObject(data) && Object.hasOwn(data, '__proto__')) faults.push({ path: ['__proto__'], isKey: true })
  return faults.length > 0 ? { faults } : { value: kinds[settingOf(key).kind].value(data) }
}

function isObject(data: Data): data is { readonly [key: string]: Data } {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
