const last = new Map<string, Promise<unknown>>()

/** Works with one thing after the other, in the order in which it was asked for, within this process. */
export async function oneAtATime<Answer>(thing: string, work: () => Promise<Answer>): Promise<Answer> {
  const before = last.get(thing)
  const own = Promise.resolve(before).then(work, work)
  last.set(thing, own)
  try {
    return await own
  } finally {
    if (last.get(thing) === own) last.delete(thing)
  }
}
