import { readTeddy, type TeddyReading } from '../../../src/dialects/teddy/read.ts'

export function read(text: string): TeddyReading {
  return readTeddy('plan.md', Buffer.from(text))
}

/** A plan without the places in which it is written, for comparing. */
export function meaning(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, one) => (places.has(key) ? undefined : one)) ?? 'null')
}

const places = new Set(['start', 'end', 'heading'])
