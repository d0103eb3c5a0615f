/** Lines of a text that come close to others. */
export interface Near {
  /** The first of them, from 1. */
  readonly line: number
  readonly lines: readonly string[]
  /** Nothing but blanks tells them apart from what was looked for. */
  readonly isSpaced: boolean
}

/**
 * The lines that come closest to some that are not in a text, or undefined when nothing is like them. Each word that is
 * rare in the text votes for where the lines would have to begin. Takes time in the order of both texts.
 */
export function nearestLines(text: string, wanted: string): Near | undefined {
  const wantedLines = wanted.split('\n').slice(0, mostLines)
  const words = wordsByLine(wantedLines)
  if (words.size === 0) return undefined
  const lines = text.split('\n')
  const start = startOf(postingsOf(lines, words), words)
  if (start === undefined) return undefined
  const first = Math.max(start, 0)
  const near = lines.slice(first, start + wantedLines.length)
  if (!isLike(near, words)) return undefined
  return { line: first + 1, lines: near, isSpaced: spaced(near.join('\n')) === spaced(wantedLines.join('\n')) }
}

/** Nobody compares more by eye. */
const mostLines = 200
const mostWords = 1000
/** How many lines are remembered on which a word is looked for. */
const mostRepeats = 4
/** A word on more lines than this says nothing about where it belongs. */
const mostPostings = 32
/** The share of the words that has to be there. */
const leastShare = 0.5

/** Each word with the lines on which it is looked for. */
type WantedWords = ReadonlyMap<string, readonly number[]>

function wordsByLine(lines: readonly string[]): WantedWords {
  const words = new Map<string, number[]>()
  for (const [at, line] of lines.entries()) {
    for (const word of wordsOf(line)) {
      const known = words.get(word)
      if (known === undefined && words.size < mostWords) words.set(word, [at])
      else if (known !== undefined && known.length < mostRepeats) known.push(at)
    }
  }
  return words
}

function wordsOf(line: string): string[] {
  return line.match(/[\w\u0080-\uffff]+/g) ?? []
}

/** Where each of the words stands. */
function postingsOf(lines: readonly string[], words: WantedWords): ReadonlyMap<string, readonly number[]> {
  const postings = new Map<string, number[]>()
  for (const [at, line] of lines.entries()) {
    for (const word of wordsOf(line)) {
      if (!words.has(word)) continue
      const known = postings.get(word)
      if (known === undefined) postings.set(word, [at])
      else if (known.length <= mostPostings && known.at(-1) !== at) known.push(at)
    }
  }
  return postings
}

function startOf(postings: ReadonlyMap<string, readonly number[]>, words: WantedWords): number | undefined {
  const votes = new Map<number, number>()
  for (const [word, lines] of postings) {
    if (lines.length > mostPostings) continue
    for (const wanted of words.get(word)!) {
      for (const line of lines) votes.set(line - wanted, (votes.get(line - wanted) ?? 0) + 1 / lines.length)
    }
  }
  let best: number | undefined
  for (const [start, count] of votes) {
    if (best === undefined || count > votes.get(best)! || (count === votes.get(best)! && start < best)) best = start
  }
  return best
}

function isLike(lines: readonly string[], words: WantedWords): boolean {
  const there = new Set(lines.flatMap(wordsOf))
  let shared = 0
  for (const word of words.keys()) if (there.has(word)) shared++
  return shared >= words.size * leastShare
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
