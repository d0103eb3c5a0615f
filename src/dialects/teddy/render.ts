import { longestRun } from './code-text.ts'
import type { Action, Rationale, Resource, TeddyPlan } from './plan.ts'
import { rationaleNames } from './rationale.ts'

/** How many backticks a fence around a content has. */
export type FenceLength = (content: string) => number

/** The text of a plan. It reads back as the same plan; content without a line end at its end gets one. */
export function renderTeddy(plan: TeddyPlan, fenceLength: FenceLength = safeLength): string {
  const fenced = (info: string, content: string): string => {
    const fence = '`'.repeat(fenceLength(content))
    return `${fence}${info}\n${content === '' || content.endsWith('\n') ? content : `${content}\n`}${fence}\n`
  }
  const { title, header, rationale, memos, actions } = plan
  return [
    `# ${title.value}\n${header.map(({ name, value }) => field(name, value)).join('')}`,
    ...(rationale === undefined ? [] : [`## Rationale\n${fenced('text', rationaleText(rationale))}`]),
    ...(memos.length === 0 ? [] : [`## Memos\n${fenced('', memos.map(memoLine).join(''))}`]),
    '## Action Plan\n',
    ...actions.map((action) => `### \`${action.kind}\`\n${actionText(action, fenced)}`),
  ].join('\n')
}

/** One more than the longest run inside, and never fewer than four: then the usual three may be written into it by hand. */
function safeLength(content: string): number {
  return Math.max(4, longestRun(content, { start: 0, end: content.length }, '`') + 1)
}

type Fenced = (info: string, content: string) => string

function actionText(action: Action, fenced: Fenced): string {
  switch (action.kind) {
    case 'CREATE': {
      const { path, description, overwrite, content } = action
      return [
        link('File Path', path.value),
        text('Description', description),
        flag('Overwrite', overwrite),
        fenced('', content.value),
      ].join('')
    }
    case 'READ':
    case 'PRUNE':
      return field('Resource', resourceText(action.resource)) + text('Description', action.description)
    case 'EDIT': {
      const { path, description, matchAll, edits } = action
      const pairs = edits.map(
        ({ find, replace }) =>
          `\n\`FIND:\`\n${fenced('', lines(find.value))}\`REPLACE:\`\n${fenced('', lines(replace.value))}`,
      )
      return [
        link('File Path', path.value),
        text('Description', description),
        flag('Match All', matchAll),
        ...pairs,
      ].join('')
    }
    case 'EXECUTE':
      return executeText(action, fenced)
    case 'RESEARCH':
      return (
        text('Description', action.description) +
        action.queries.map(({ value }) => fenced('text', lines(value))).join('')
      )
    case 'CHAT_WITH_USER':
      return lines(action.message.value)
    case 'INVOKE':
      return `${field('Agent', action.agent.value)}${handoff(action.handoff)}\n${lines(action.message.value)}`
    case 'CONCLUDE':
      return `${handoff(action.handoff)}\n${lines(action.message.value)}`
  }
}

function executeText(action: Action & { kind: 'EXECUTE' }, fenced: Fenced): string {
  const { description, expectedOutcome, cwd, env, command, allowFailure, background, timeoutMs } = action
  const variables = env.map(({ name, value }) => `    - \`${name}\`: "${value}"\n`)
  return [
    text('Description', description),
    text('Expected Outcome', expectedOutcome),
    text('cwd', cwd),
    ...(env.length === 0 ? [] : [field('env', ''), ...variables]),
    flag('Allow Failure', allowFailure),
    flag('Background', background),
    timeoutMs === undefined ? '' : field('Timeout', `${timeoutMs}ms`),
    fenced('shell', lines(command.value)),
  ].join('')
}

function field(name: string, value: string): string {
  return `- **${name}:**${value === '' ? '' : ` ${value}`}\n`
}

function text(name: string, written: { readonly value: string } | undefined): string {
  return written === undefined ? '' : field(name, written.value)
}

function flag(name: string, isSet: boolean): string {
  return isSet ? field(name, 'true') : ''
}

function link(name: string, path: string): string {
  return field(name, linkText(path))
}

function linkText(path: string): string {
  // A path in which the marks of a link stand is written plainly.
  return /[[\]()<>]/.test(path) ? `\`${path}\`` : `[${path}](/${path})`
}

function resourceText({ kind, target }: Resource): string {
  return kind === 'url' ? `[${target}](${target})` : linkText(target)
}

function handoff(resources: readonly Resource[]): string {
  if (resources.length === 0) return ''
  return `${field('Handoff Resources', '')}${resources.map((one) => `  - ${resourceText(one)}\n`).join('')}`
}

function rationaleText({ text: all, synthesis, justification, expectedOutcome, stateDashboard }: Rationale): string {
  const sections = [synthesis, justification, expectedOutcome, stateDashboard]
  if (sections.includes(undefined)) return lines(all.value)
  return sections.map((section, at) => `### ${at + 1}. ${rationaleNames[at]}\n${section!.value}\n`).join('\n')
}

function memoLine({ change, text: what, comment }: TeddyPlan['memos'][number]): string {
  return `[${change === 'add' ? '+' : '-'}] ${what}${comment === undefined ? '' : ` # ${comment}`}\n`
}

function lines(value: string): string {
  return value === '' ? '' : `${value}\n`
}
