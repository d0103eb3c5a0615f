import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { Findings } from '../../dialects/shared/findings.ts'
import type { Memo } from '../../dialects/teddy/plan.ts'

/** Each fact is named once, what is forgotten is remembered, and what is added is not. */
export function checkMemos(
  findings: Findings,
  memos: readonly Memo[],
  remembered: readonly string[] | undefined,
): void {
  const named = new Map<string, Memo['change']>()
  const known = remembered && new Set(remembered)
  const nearest = remembered && nearestIn(remembered)
  for (const memo of memos) {
    const { text, change } = memo
    const actual = excerpt(text)
    const before = named.get(text)
    named.set(text, before ?? change)
    if (before !== undefined) {
      const message = before === change ? 'This memo is named twice.' : 'This memo is both added and removed.'
      findings.add('E_TEDDY_MEMO_TWICE', message, memo, { actual })
    } else if (change === 'add' && known?.has(text)) {
      findings.add('E_TEDDY_MEMO_TWICE', 'This is remembered already.', memo, { severity: 'warning', actual })
    } else if (change === 'remove' && known?.has(text) === false) {
      const near = nearest?.(text)
      const details = near === undefined ? { actual } : { actual, expected: excerpt(near, 200) }
      findings.add('E_TEDDY_MEMO_NONE', 'This is not remembered, so it cannot be forgotten.', memo, details)
    }
  }
}

/** How many are compared in all. */
const comparisons = 20_000

/** Finds the memo that shares the most words with a text. Without an answer once it has compared enough. */
function nearestIn(memos: readonly string[]): (text: string) => string | undefined {
  let left = comparisons
  let all: (readonly [string, ReadonlySet<string>])[] | undefined
  return (text) => {
    if (left < memos.length) return undefined
    left -= memos.length
    all ??= memos.map((memo) => [memo, wordsOf(memo)])
    const wanted = wordsOf(text)
    let best: string | undefined
    let most = leastLikeness
    for (const [memo, words] of all) {
      let shared = 0
      for (const word of wanted) if (words.has(word)) shared++
      const likeness = (2 * shared) / (wanted.size + words.size)
      if (likeness <= most) continue
      most = likeness
      best = memo
    }
    return best
  }
}

const leastLikeness = 0.4
const mostCharacters = 1000

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, mostCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
}
