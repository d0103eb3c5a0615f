import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasErrors } from '../../../src/plan/diagnostics/diagnostic.ts'
import { readConfigText } from '../../../src/store/config/file-layer.ts'
import { configJsonSchema, configSchema, configSchemaText } from '../../../src/store/config/schema.ts'
import { writeConfigSchema } from '../../../src/store/config/schema-file.ts'
import { keys, settings } from '../../../src/store/config/settings.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

test('config.schema.json is what the settings make of it (`npm run docs` writes it again)', async () => {
  await expect(configSchemaText()).toMatchFileSnapshot('../../../config.schema.json')
})

test('the writer writes it', async () => {
  const directory = temporaryDirectory()
  await writeConfigSchema(realMachine, directory)
  expect(readFileSync(join(directory, 'config.schema.json'), 'utf8')).toBe(configSchemaText())
})

test('the schema says what each setting is for and takes nothing else', () => {
  interface Node {
    properties?: Record<string, Node>
    additionalProperties?: unknown
    description?: string
    default?: unknown
  }
  const schema = configJsonSchema() as unknown as Node & { $schema: string }
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
  expect(schema.additionalProperties).toBe(false)
  for (const key of keys) {
    const [group, name] = key.split('.') as [string, string]
    expect(schema.properties?.[group]?.additionalProperties).toBe(false)
    const node = schema.properties?.[group]?.properties?.[name]
    expect(node?.description).toBe(settings[key].about)
    expect(node?.default).toBeDefined()
    expect(settings[key].about).toMatch(/^[A-Z][^.]+\.$/)
  }
})

/** Files that are nearly right: known names with values of every sort. */
const names = [...new Set(['$schema', 'x', 'constructor', ...keys.flatMap((key) => key.split('.'))])]
const value = fc.oneof(
  fc.constantFrom<unknown>(
    '10s',
    '1MiB',
    64,
    1000,
    0,
    -1,
    1.5,
    null,
    true,
    '',
    'A',
    [],
    ['A'],
    ['A=B'],
    {},
    { A: 'x' },
    { A: 1 },
  ),
)
const group = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: false })
const file = fc.dictionary(fc.constantFrom(...names), fc.oneof({ weight: 4, arbitrary: group }, value))

test('the schema and the reader agree on every file', () => {
  fc.assert(
    fc.property(file, (data) => {
      const { diagnostics } = readConfigText('steadplan.json', Buffer.from(JSON.stringify(data)), 'project')
      expect(configSchema.safeParse(data).success).toBe(!hasErrors(diagnostics))
    }),
    { numRuns: 2000 },
  )
})
