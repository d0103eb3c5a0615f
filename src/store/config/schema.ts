import * as z from 'zod'
import { commandWords } from '../../plan/command-words.ts'
import { agentNamePattern } from './kinds/agents.ts'
import { durationPattern, parseDuration } from './kinds/duration.ts'
import { isEndpoint, plannerSourcePattern, variablePattern } from './kinds/planner.ts'
import { parseSize, sizePattern } from './kinds/size.ts'
import { type Kind, range } from './kinds.ts'
import { isKey, type Key, keys, type Setting, type SettingOf, settingOf } from './settings.ts'
import { dataOf, textOf } from './value-text.ts'

/** What may stand in the file for one setting. */
export function settingSchema(key: Key): z.ZodType {
  return schemas.get(key)!
}

const byKind: { readonly [K in Kind]: (setting: SettingOf<K>) => z.ZodType } = {
  size: (setting) => {
    const { least, most } = range(setting)
    const text = z.string().regex(sizePattern)
    return z.union([z.int().min(least).max(most), text.refine(within(parseSize, least, most))])
  },
  count: (setting) => z.int().min(range(setting).least).max(range(setting).most),
  duration: (setting) => {
    const { least, most } = range(setting)
    return z
      .string()
      .regex(durationPattern)
      .refine(within(parseDuration, least, most))
  },
  choice: ({ among = [] }) => z.enum([...among]),
  names: () => z.array(variableName),
  variables: () => variables,
  agent: () => z.union([z.literal(''), z.string().regex(agentNamePattern)]),
  agents: () => z.record(z.string().regex(agentNamePattern), agentSetting),
  command: () => z.string().refine((text) => text === '' || 'words' in commandWords(text)),
  source: () => z.string().regex(plannerSourcePattern),
  url: () => z.string().refine((text) => text === '' || isEndpoint(text)),
  variable: () => z.string().regex(variablePattern),
}

/** What no system can hold is not asked for. */
const variableName = z.string().regex(/^[^=\0]+$/)

const variables = z.record(variableName, z.string().regex(/^[^\0]*$/))

const agentSetting = z.strictObject({
  kind: z.enum(['acp', 'command']),
  argv: z.array(z.string().regex(/^[^\0]*$/)).min(1),
  promptBy: z.enum(['stdin', 'argument']).optional(),
  pass: z.array(variableName).optional(),
  env: variables.optional(),
})

function within(parse: (text: string) => number, least: number, most: number): (text: string) => boolean {
  return (text) => parse(text) >= least && parse(text) <= most
}

const schemas: ReadonlyMap<Key, z.ZodType> = new Map(keys.map((key) => [key, documented(key)]))

function documented(key: Key): z.ZodType {
  const setting = settingOf(key)
  // Each kind gets the setting of its own kind, which the compiler cannot follow through the table.
  const schema = (byKind[setting.kind] as (setting: Setting) => z.ZodType)(setting)
  return schema.meta({ description: setting.about, default: dataOf(key, textOf(key, setting.default)) })
}

/** A configuration file as a whole. */
export const configSchema = group('').extend({
  $schema: z.string().meta({ description: 'Where editors find this schema.' }).optional(),
})

/** The settings and groups right below a name. */
function group(prefix: string): z.ZodObject {
  const below = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length).split('.')[0]!)
  const shape = [...new Set(below)].map((name) => {
    const path = prefix + name
    return [name, (isKey(path) ? settingSchema(path) : group(`${path}.`)).optional()] as const
  })
  return z.strictObject(Object.fromEntries(shape))
}

/** `config.schema.json`, for editors: JSON Schema, draft 2020-12. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { target: 'draft-2020-12', io: 'input' })
  return {
    $schema,
    title: 'Configuration of Steadplan',
    description: '`steadplan.json` in a project, `config.json` in the configuration directory of a person.',
    ...rest,
  }
}

export function configSchemaText(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`
}
