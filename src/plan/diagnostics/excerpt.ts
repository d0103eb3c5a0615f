import { type Glyph, glyphs } from './glyphs.ts'

/** A line of a file as it is shown, and the cells below which the carets stand. */
export interface Excerpt {
  readonly text: string
  readonly indent: number
  readonly carets: number
}

/**
 * The part of a line that fits into `room` cells and shows the place between two of its offsets.
 *
 *     …  depends: [9, 3]  …
 *                  ^
 */
export function excerpt(line: string, start: number, end: number, room: number): Excerpt {
  const from = clamp(start, 0, line.length)
  const to = clamp(end, from, line.length)
  const { seen, cutBefore, cutAfter } = surroundings(line, from, room)

  const width = seen.at(-1)?.after ?? 0
  const first = seen.find((one) => one.end > from)
  const caretStart = first?.before ?? width
  const caretEnd = seen.findLast((one) => one.start < to)?.after ?? 0

  const needed = Math.max(width, caretStart + 1)
  const whole = !cutBefore && !cutAfter && needed <= room
  const view = whole ? { left: 0, right: width } : viewAround(caretStart, first?.after ?? needed, needed, room)
  const shown = seen.filter((one) => one.before >= view.left && one.after <= view.right)

  const dotsBefore = !whole && (cutBefore || shown[0] !== seen[0])
  const dotsAfter = !whole && (cutAfter || shown.at(-1) !== seen.at(-1))
  return {
    text: (dotsBefore ? '…' : '') + shown.map((one) => one.text).join('') + (dotsAfter ? '…' : ''),
    indent: (dotsBefore ? 1 : 0) + caretStart - (shown[0]?.before ?? caretStart),
    carets: Math.max(1, Math.min(caretEnd, shown.at(-1)?.after ?? 0) - caretStart),
  }
}

/** A glyph and the cells of the line before it and up to its end. */
interface Placed extends Glyph {
  readonly before: number
  readonly after: number
}

/** What stands near the place. A line may be a megabyte long and have thousands of faults, so the rest is not looked at. */
function surroundings(line: string, from: number, room: number) {
  const reach = room * 4
  const low = Math.max(0, from - reach)
  const high = Math.min(line.length, from + reach)
  const cutBefore = low > 0
  const cutAfter = high < line.length

  const all = glyphs(line.slice(low, high), { tab: TAB })
  // The cuts may have gone through the middle of a character, so what is left of it is not shown.
  if (cutAfter && all.length > 0 && low + all.at(-1)!.start > from) all.pop()
  if (cutBefore && all.length > 0 && low + all[0]!.end <= from) all.shift()

  let after = 0
  const seen = all.map(({ start, end, text, cells }): Placed => {
    const before = after
    after += cells
    return { start: low + start, end: low + end, text, cells, before, after }
  })
  return { seen, cutBefore, cutAfter }
}

const TAB = '    '

/** Two thirds of the room are for the place and what follows, one third for what stands before. */
function viewAround(caretStart: number, caretNeeds: number, width: number, room: number) {
  const space = room - '……'.length
  const left = Math.min(caretStart - Math.floor(space / 3), width - space)
  const leftmost = Math.max(0, left, caretNeeds - space)
  return { left: leftmost, right: leftmost + space }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
