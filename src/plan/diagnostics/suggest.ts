/** The candidate that was most likely meant by a mistyped word, or undefined when none is near. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let limit = Math.min(Math.floor(word.length / 3), MOST_EDITS)
  let looked = 0
  for (const candidate of candidates) {
    if (++looked > MOST_CANDIDATES) break
    if (candidate === word || candidate.length > LONGEST_WORD + limit) continue
    const distance = editDistance(wanted, candidate.toLowerCase(), limit)
    if (distance > limit) continue
    if (distance === 0) return candidate
    best = candidate
    // Only what is nearer than this one counts from here on, so the first of several equals stays.
    limit = distance - 1
  }
  return best
}

/** These bound the work on hostile input. Nobody mistypes longer words, and a plan has about this many steps at most. */
const LONGEST_WORD = 64
const MOST_EDITS = 4
const MOST_CANDIDATES = 10_000

/**
 * How many characters have to be inserted, deleted, replaced or swapped with their neighbour to turn one word into the
 * other (optimal string alignment), or any number above `limit` once it is known to be more than that. Only the cells
 * within `limit` of the diagonal are computed; the others cannot lead to a smaller number.
 */
function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1
  if (Math.abs(a.length - b.length) > limit) return tooFar
  const newRow = () => new Uint8Array(b.length + 2).fill(tooFar)
  let [beforeLast, last, row] = [newRow(), newRow().map((_, j) => j), newRow()]
  for (let i = 1; i <= a.length; i++) {
    const low = Math.max(1, i - limit)
    const high = Math.min(b.length, i + limit)
    row[low - 1] = low === 1 ? i : tooFar
    row[high + 1] = tooFar
    let nearest = i
    for (let j = low; j <= high; j++) {
      const same = a[i - 1] === b[j - 1]
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edited = Math.min(last[j - 1]! + (same ? 0 : 1), last[j]! + 1, row[j - 1]! + 1)
      const cost = swap ? Math.min(edited, beforeLast[j - 2]! + 1) : edited
      row[j] = cost
      if (cost < nearest) nearest = cost
    }
    if (nearest > limit) return tooFar
    const spare = beforeLast
    beforeLast = last
    last = row
    row = spare
  }
  return last[b.length]!
}
