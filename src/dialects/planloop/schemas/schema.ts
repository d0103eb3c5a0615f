/** A JSON Schema of draft 2020-12, or a part of one. */
export type Schema = { readonly [keyword: string]: unknown }

/** Nothing but these fields; those in `optional` may be missing. */
export function object(
  about: string,
  fields: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(fields).filter((name) => !optional.includes(name))
  return { type: 'object', description: about, properties: fields, required, additionalProperties: false }
}

export function text(about: string): Schema {
  return { type: 'string', description: about }
}

export function number(about: string): Schema {
  return { type: 'integer', minimum: 0, description: about }
}

export function list(about: string, items: Schema): Schema {
  return { type: 'array', items, description: about }
}

export function texts(about: string): Schema {
  return list(about, { type: 'string' })
}

export function choice(about: string, among: readonly string[]): Schema {
  return { type: 'string', enum: among, description: about }
}

export function constant(value: string): Schema {
  return { type: 'string', const: value }
}

/** A whole schema of its own. */
export function document(title: string, schema: Schema): Schema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema }
}
