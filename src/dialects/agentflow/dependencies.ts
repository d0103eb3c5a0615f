import type { TextEdit } from '../../plan/diagnostics/diagnostic.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { ScalarNode } from '../shared/tree.ts'
import { wholeLines } from '../shared/whole-lines.ts'
import type { FrontMatterFile } from './front-matter.ts'
import { listOf } from './values.ts'

/** What a task depends on, in the order in which it is named. */
export function readDependencies(file: FrontMatterFile): readonly ScalarNode[] {
  const items = listOf(file, 'depends_on')
  const first = new Map<string, ScalarNode>()
  items.forEach((item, which) => {
    const twin = first.get(item.value)
    if (twin === undefined) first.set(item.value, item)
    else repeated(file, item, twin, items[which - 1]!)
  })
  return items
}

function repeated(file: FrontMatterFile, item: ScalarNode, twin: ScalarNode, before: ScalarNode): void {
  const { source, findings } = file
  const related = [{ message: 'It stands here first.', range: source.lines.range(twin.start, twin.end) }]
  const fix = { title: 'Remove it.', edits: [removal(file, item, before)] }
  findings.add('E_REPEATED_DEPENDENCY', `\`${excerpt(item.value)}\` stands here twice.`, item, { related, fix })
}

//     [set-up, set-up]          - set-up
//            ^^^^^^^^           - set-up
//                             ^^^^^^^^^^ and line end
function removal({ source, fields }: FrontMatterFile, item: ScalarNode, before: ScalarNode): TextEdit {
  const { file, text } = source
  const isFlow = text[fields.get('depends_on')!.value.start] === '['
  if (isFlow) return { file, start: before.end, end: item.end, text: '' }
  const { start, next } = wholeLines(text, item)
  return { file, start, end: next, text: '' }
}
