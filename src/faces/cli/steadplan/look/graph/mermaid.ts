import { visible } from '../../../../../plan/diagnostics/visible.ts'
import { type StepStatus, stepStatuses, stepWords } from '../../../../../plan/step-status.ts'
import { clipped } from '../../../clipped.ts'
import type { Drawing } from '../graph.ts'

/**
 * The graph in the language of Mermaid. Steps are called s0, s1 … there, so that no id means anything in it, and what a
 * plan says stands only inside of labels, in which everything but letters, digits and a few marks is written as a number.
 */
export function mermaidText({ steps, statusOf, longest }: Drawing): string {
  const numbers = new Map([...steps.keys()].map((id, at) => [id, `s${at}`]))
  const next = new Map(longest.path.map((id, at) => [id, longest.path[at + 1]]))
  const lines = ['flowchart TD']
  for (const { id, title } of steps.values()) {
    const words = title === id ? [id] : [title, id]
    lines.push(`  ${numbers.get(id)}["${[...words, stepWords[statusOf(id)]].map(label).join('<br/>')}"]`)
  }
  for (const { id, dependsOn } of steps.values()) {
    for (const dependency of new Set(dependsOn)) {
      const from = numbers.get(dependency)
      // The links of the longest chain are thick. A step that does not exist cannot be drawn.
      const link = next.get(dependency) === id ? '==>' : '-->'
      if (from !== undefined) lines.push(`  ${from} ${link} ${numbers.get(id)}`)
    }
  }
  for (const status of stepStatuses) {
    const those = [...steps.keys()].filter((id) => statusOf(id) === status).map((id) => numbers.get(id))
    if (those.length > 0) lines.push(`  classDef ${status} ${looks[status]}`, `  class ${those.join(',')} ${status}`)
  }
  return `${lines.join('\n')}\n`
}

const looks: Readonly<Record<StepStatus, string>> = {
  pending: 'fill:#ffffff,stroke:#888888,color:#222222',
  in_progress: 'fill:#dbeafe,stroke:#2563eb,color:#1e3a8a',
  complete: 'fill:#dcfce7,stroke:#16a34a,color:#14532d',
  failed: 'fill:#fee2e2,stroke:#dc2626,color:#7f1d1d',
  skipped: 'fill:#f3f4f6,stroke:#9ca3af,color:#6b7280',
  interrupted: 'fill:#fef3c7,stroke:#d97706,color:#78350f',
}

const widest = 60

/** `a "b" #c` as `a #34;b#34; #35;c`: nothing in it can end the label or start anything else. */
function label(text: string): string {
  return visible(clipped(text, widest)).replace(unsafe, (character) => `#${character.codePointAt(0)};`)
}

/** A `-` between two letters is part of a word; elsewhere it can begin a list. */
const unsafe = /(?![\p{L}\p{M}\p{N} ,])(?!(?<=[\p{L}\p{N}])-[\p{L}\p{N}])./gu
