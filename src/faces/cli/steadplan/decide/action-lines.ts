import type { Action, EditAction, ExecuteAction, Resource } from '../../../../dialects/teddy/plan.ts'
import type { Style } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type HunkLine, textDiff } from '../../../../plan/diff/text-diff.ts'
import type { FileChange } from '../../../../rules/actions/check.ts'
import type { StepActions } from '../../../../store/plans/step-actions.ts'
import { counted } from '../../counted.ts'
import { lineText } from './difference.ts'
import { visibleLines } from './words.ts'

export interface ActionLinesOptions {
  readonly paint: (style: Style, text: string) => string
  /** How many lines of a file are shown, without it all. What is run or said is never cut. */
  readonly most?: number
}

/** Every action of a step: what it is about, and everything it does. */
export function actionLines({ actions, changes }: StepActions, options: ActionLinesOptions): string[] {
  return actions.flatMap((action, at) => [
    ...(at === 0 ? [] : ['']),
    options.paint('place', `${action.kind} ${visible(targetOf(action))}`.trimEnd()),
    ...('description' in action && action.description ? visibleLines(action.description.value) : []),
    ...detailLines(action, changes.get(action.position), options),
  ])
}

function targetOf(action: Action): string {
  switch (action.kind) {
    case 'CREATE':
    case 'EDIT':
      return action.path.value
    case 'READ':
    case 'PRUNE':
      return action.resource.target
    case 'INVOKE':
      return action.agent.value
    case 'EXECUTE':
    case 'RESEARCH':
    case 'CHAT_WITH_USER':
    case 'CONCLUDE':
      return ''
  }
}

function detailLines(action: Action, change: FileChange | undefined, options: ActionLinesOptions): string[] {
  switch (action.kind) {
    case 'CREATE':
      return [
        ...(action.overwrite ? [overwriteText(change, options)] : []),
        ...bounded(textLines('added', action.content.value, options), options),
      ]
    case 'EDIT':
      return [
        ...(action.matchAll ? ['every match is replaced'] : []),
        ...bounded(editLines(action, change, options), options),
      ]
    case 'EXECUTE':
      return commandLines(action, options)
    case 'RESEARCH':
      return action.queries.flatMap(({ value }) => marked('? ', value))
    case 'CHAT_WITH_USER':
      return said(action.message.value)
    case 'INVOKE':
    case 'CONCLUDE':
      return [...handoffLines(action.handoff), ...said(action.message.value)]
    case 'READ':
    case 'PRUNE':
      return []
  }
}

function overwriteText(change: FileChange | undefined, { paint }: ActionLinesOptions): string {
  const before = change?.before
  const size = before === undefined ? '' : `: ${counted(textLines('same', before, { paint }).length, 'line')}`
  return paint('warning', `takes the place of the file that is there${size}`)
}

/** What changes in the text as it will be then; where nobody knows that, each piece that is looked for and replaced. */
function editLines({ edits }: EditAction, change: FileChange | undefined, options: ActionLinesOptions): string[] {
  const { paint } = options
  const hunks = change?.before === undefined ? undefined : textDiff(change.before, change.after).hunks
  if (hunks === undefined || hunks.length === 0) {
    return edits.flatMap(({ find, replace }, at) => [
      paint('gutter', `replacement ${at + 1} of ${edits.length}`),
      ...linesIn(find.value).map((text) => lineText(paint, { kind: 'removed', text })),
      ...linesIn(replace.value).map((text) => lineText(paint, { kind: 'added', text })),
    ])
  }
  return hunks.flatMap(({ from, to, lines }) => [
    paint('gutter', `line ${from} → ${to}`),
    ...lines.map((line) => lineText(paint, line)),
  ])
}

function textLines(kind: HunkLine['kind'], text: string, { paint }: ActionLinesOptions): string[] {
  const lines = linesIn(text)
  const isEnded = lines.at(-1) === ''
  return (isEnded ? lines.slice(0, -1) : lines).map((line, at) =>
    lineText(paint, { kind, text: line, ...(!isEnded && at === lines.length - 1 && { isUnended: true }) }),
  )
}

function linesIn(text: string): string[] {
  return text.split(/\r?\n/)
}

function bounded(lines: readonly string[], { most = Number.POSITIVE_INFINITY }: ActionLinesOptions): string[] {
  const more = lines.length - most
  return more > 0 ? [...lines.slice(0, most), `… ${counted(more, 'more line')}`] : [...lines]
}

//     expects: no output
//     in: packages/web
//     sets: CI=1
//     $ npm test
function commandLines(action: ExecuteAction, { paint }: ActionLinesOptions): string[] {
  const { expectedOutcome, cwd, env, timeoutMs, allowFailure, background, command } = action
  return [
    ...(expectedOutcome ? marked('expects: ', expectedOutcome.value) : []),
    ...(cwd ? marked('in: ', cwd.value) : []),
    ...env.flatMap(({ name, value }) => marked('sets: ', `${name}=${value}`)),
    ...(timeoutMs === undefined ? [] : [`for at most ${timeoutMs / 1000} s`]),
    ...(allowFailure ? ['goes on when it fails'] : []),
    ...(background ? ['in the background'] : []),
    ...marked('$ ', command.value).map((line) => paint('warning', line)),
  ]
}

/** A text of several lines below each other behind a mark. */
function marked(mark: string, text: string): string[] {
  return visibleLines(text).map((line, at) => `${at === 0 ? mark : ' '.repeat(mark.length)}${line}`)
}

/** Whatever it says, it cannot look like one of our own lines. */
function said(text: string): string[] {
  return visibleLines(text).map((line) => `> ${line}`.trimEnd())
}

function handoffLines(resources: readonly Resource[]): string[] {
  return resources.map(({ target }) => `hands over: ${visible(target)}`)
}
