import type { Outline } from '../../../../dialects/outline/outline.ts'
import { readOutline } from '../../../../dialects/outline/read.ts'
import type { TemplateName } from './template-names.ts'
import { blank } from './templates/blank.ts'
import { bugfix } from './templates/bugfix.ts'
import { feature } from './templates/feature.ts'
import { refactor } from './templates/refactor.ts'

const templates: Readonly<Record<TemplateName, string>> = { feature, bugfix, refactor, blank }

/** A plan to start from. The templates are outlines, as anybody could write one. */
export function templateOutline(name: TemplateName, title: string): Outline {
  const { outline } = readOutline(`${name}.md`, Buffer.from(templates[name]))
  const { narrative, steps } = outline!
  return { title, narrative, steps: steps.map((step) => (step.name === '{title}' ? { ...step, name: title } : step)) }
}
