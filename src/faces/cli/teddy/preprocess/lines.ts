import type { FenceChange } from '../../../../dialects/teddy/sanitize.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type Hunk, textDiff } from '../../../../plan/diff/text-diff.ts'
import { clipped } from '../../clipped.ts'
import { counted } from '../../counted.ts'
import type { Terminal } from '../../terminal.ts'

/** What was changed, or would be, one line each. */
export function changeLines(name: string, changes: readonly FenceChange[], { paint, width }: Terminal): string[] {
  const head = paint.out('place', visible(name))
  if (changes.length === 0) return [`${head}: every fence is safe`]
  const shown = changes.slice(0, mostShown).map((change) => `  line ${change.line}  ${whatOf(change, width)}`)
  const more = changes.length - shown.length
  return [
    `${head}: ${counted(changes.length, 'fence')}`,
    ...shown,
    ...(more > 0 ? [`  and ${counted(more, 'fence')} more`] : []),
  ]
}

const mostShown = 100

function whatOf({ kind, before, after }: FenceChange, width: number): string {
  const room = Math.max(Math.floor((width - 30) / 2), 12)
  if (kind === 'closed') return `closed with ${clipped(after!, room)} below it`
  if (kind === 'unwrapped') return `${clipped(before!, room)} around the whole plan taken off`
  return `${clipped(before!, room)} → ${clipped(after!, room)}`
}

/** The lines that differ, with those around them. */
export function diffLines(before: string, after: string, { paint }: Terminal): string[] {
  if (before === after) return []
  const { hunks, added, removed } = textDiff(before, after)
  if (hunks === undefined) return [`differs in too many lines to compare them one by one: +${added} −${removed}`]
  return hunks.flatMap((hunk) => hunkLines(hunk, paint.out))
}

function hunkLines({ from, to, lines }: Hunk, paint: Terminal['paint']['out']): string[] {
  const count = (kind: string) => lines.filter((line) => line.kind !== kind).length
  return [
    paint('gutter', `@@ -${from},${count('added')} +${to},${count('removed')} @@`),
    ...lines.map(({ kind, text }) => {
      const shown = clipped(text, widest)
      if (kind === 'same') return ` ${shown}`.trimEnd()
      return kind === 'added' ? paint('info', `+${shown}`) : paint('error', `-${shown}`)
    }),
  ]
}

const widest = 2000
