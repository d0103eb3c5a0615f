import { suggest } from '../../plan/diagnostics/suggest.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { MapNode } from '../shared/tree.ts'
import type { PayloadFaults } from './payload-faults.ts'

/** Names every field that is none of `known`: what nobody reads is an instruction that got lost. */
export function checkFieldNames(
  node: MapNode,
  known: readonly string[],
  where: { readonly label: string; readonly path: string },
  faults: PayloadFaults,
): void {
  for (const [name, { key }] of node.entries) {
    if (known.includes(name)) continue
    const actual = excerpt(name)
    const near = meant(name, known)
    const hint = advice.get(name.toLowerCase()) ?? (near === undefined ? allOf(known) : `Did you mean \`${near}\`?`)
    const path = where.path === '' ? actual : `${where.path}.${actual}`
    const details = { actual, expected: near ?? known.join(', '), hint }
    faults.add('E_FIELD_UNKNOWN', path, `${where.label} has a field \`${actual}\` that does not exist.`, key, details)
  }
}

function allOf(known: readonly string[]): string {
  return `The fields are ${known.map((name) => `\`${name}\``).join(', ')}.`
}

function meant(name: string, known: readonly string[]): string | undefined {
  const other = otherNames.get(name.toLowerCase())
  return other !== undefined && known.includes(other) ? other : suggest(name, known)
}

/** What agents send where a better name would not help. */
const advice: ReadonlyMap<string, string> = new Map([
  ['id', 'New tasks get their ids from planloop. Give the task a `ref` if others are to depend on it.'],
  ['status', 'New tasks begin as TODO: leave the field out.'],
  ['result', 'A result belongs to `update_tasks`, once the task is done.'],
  ['description', 'Say what is to be achieved in `title`, and what to read and to mind in `context_hints`.'],
  ['priority', 'Tasks are done in the order in which they stand, as far as `dependencies` allow: leave the field out.'],
])

/** What other formats call our fields. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['tasks', 'add_tasks'],
  ['new_tasks', 'add_tasks'],
  ['updates', 'update_tasks'],
  ['summary', 'final_summary'],
  ['version', 'last_seen_version'],
  ['name', 'title'],
  ['kind', 'type'],
  ['state', 'status'],
  ['depends_on', 'dependencies'],
  ['depends', 'dependencies'],
  ['deps', 'dependencies'],
  ['hints', 'context_hints'],
  ['context', 'context_hints'],
  ['paths', 'relevant_file_paths'],
  ['file_paths', 'relevant_file_paths'],
  ['relevant_files', 'relevant_file_paths'],
  ['outputs', 'creates'],
  ['checks', 'verify'],
  ['task_id', 'id'],
])
