import type { Style } from '../../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../../plan/diagnostics/visible.ts'
import type { Hunk, HunkLine } from '../../../../../plan/diff/text-diff.ts'
import { clipped } from '../../../clipped.ts'
import { counted } from '../../../counted.ts'
import type { Terminal } from '../../../terminal.ts'
import type { ComparedPlan } from '../diff.ts'
import type { FileDiff } from './file-diffs.ts'
import { meaningLines } from './meaning.ts'

type Paint = (style: Style, text: string) => string

/** Which versions, then what changed by meaning, then the files line by line. */
export function diffText(compared: ComparedPlan, isStat: boolean, { paint, width }: Terminal): string[] {
  const { name, from, to, files, prefix } = compared
  const head = paint.out('place', `${visible(name)}: ${from.text} → ${to.text}`)
  if (files.length === 0) return [head, 'No difference']
  const meaning = meaningLines(compared, paint.out, width)
  const nothing = 'Nothing by meaning: only the words of state or the way it is written'
  return [
    head,
    '',
    ...(meaning.length > 0 ? meaning : [nothing]),
    '',
    ...(isStat
      ? statLines(files, prefix, paint.out)
      : bounded(files.flatMap((file) => fileLines(file, prefix, paint.out)))),
  ]
}

function statLines(files: readonly FileDiff[], prefix: string, paint: Paint): string[] {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + file[of], 0)
  const total = `${counted(files.length, 'file')}, +${sum('added')} −${sum('removed')}`
  return [...files.map((file) => fileHead(file, prefix, paint)), total]
}

function fileHead({ path, change, added, removed }: FileDiff, prefix: string, paint: Paint): string {
  const counts = `${paint('info', `+${added}`)} ${paint('error', `−${removed}`)}`
  return `${paint('place', visible(prefix + path))}  ${change === 'changed' ? '' : `${change}, `}${counts}`
}

function fileLines(file: FileDiff, prefix: string, paint: Paint): string[] {
  const head = fileHead(file, prefix, paint)
  if (file.hunks === undefined) return [head, '  differs in too many lines to compare them one by one', '']
  return [head, ...file.hunks.flatMap((hunk) => hunkLines(hunk, paint)), '']
}

function hunkLines({ from, to, lines }: Hunk, paint: Paint): string[] {
  const count = (kind: HunkLine['kind']) => lines.filter((line) => line.kind !== kind).length
  const place = `@@ -${from},${count('added')} +${to},${count('removed')} @@`
  return [paint('gutter', place), ...lines.map((line) => lineText(line, paint))]
}

function lineText({ kind, text, isUnended }: HunkLine, paint: Paint): string {
  const shown = clipped(text, widest)
  if (kind === 'same') return ` ${shown}`.trimEnd()
  const line = withBlanks(shown) + (isUnended ? '  (without a line end)' : '')
  return kind === 'added' ? paint('info', `+${line}`) : paint('error', `-${line}`)
}

const widest = 2000

/** Blanks at the end take a yes away just as letters do, so they have to be seen. */
function withBlanks(text: string): string {
  const end = text.trimEnd().length
  return text.slice(0, end) + '·'.repeat(text.length - end)
}

const mostLines = 5000

function bounded(lines: readonly string[]): string[] {
  const more = lines.length - mostLines
  const shown = lines.at(-1) === '' ? lines.slice(0, -1) : lines
  return more > 0 ? [...lines.slice(0, mostLines), `… ${counted(more, 'more line')}`] : [...shown]
}
