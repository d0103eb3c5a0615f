/** Looks into what an agent sent, which may be anything. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

export function textIn(value: unknown, name: string): string | undefined {
  const found = field(value, name)
  return typeof found === 'string' ? found : undefined
}

/** A number that can be one of tokens or of money. */
export function countIn(value: unknown, name: string): number | undefined {
  const found = field(value, name)
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}
