import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { displayWidth } from '../../../../plan/diagnostics/width.ts'
import { clipped } from '../../clipped.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import { type LookedPlan, lookAtAll } from '../look/looked-plan.ts'
import { type Need, type Needed, needOf, needs } from '../look/need.ts'

/** Bare `steadplan`: what needs you now, the most urgent first. */
export async function now(terminal: Terminal, context: ConfigContext, { json }: { json: boolean }): Promise<number> {
  const project = await openProject(context, 'steadplan')
  const all = (await lookAtAll(project)).map((looked) => ({ ...needOf(looked), looked }))
  const open = all
    .filter(({ need }) => need !== 'nothing')
    .sort((a, b) => needs.indexOf(a.need) - needs.indexOf(b.need))
  const urgent = open.filter(({ need }) => isUrgent(need))
  const others = open.filter(({ need }) => !isUrgent(need))
  if (json) {
    const answer = { needsYou: urgent.map(entry), others: others.map(entry), diagnostics: toJson(project.diagnostics) }
    terminal.out(`${jsonText(answer, 2)}\n`)
    return exitCodes.ok
  }
  tellDiagnostics(terminal, project.diagnostics, project.config.source)
  terminal.out(`${text(urgent, others, terminal).join('\n')}\n`)
  return exitCodes.ok
}

interface Waiting extends Needed {
  readonly looked: LookedPlan
}

/** What runs, and what can be run, is information. */
function isUrgent(need: Need): boolean {
  return need !== 'running' && need !== 'ready'
}

function entry({ need, text, looked }: Waiting): unknown {
  const { found, plan } = looked
  const title = plan === undefined ? {} : { title: plan.reading.plan.title, status: plan.state.status }
  const feedback = plan?.state.feedback
  return {
    name: found.name,
    ...title,
    needs: need,
    because: text,
    next: nextOf(need, found.name),
    ...(feedback && { feedback }),
  }
}

const mostLines = 10

function text(urgent: readonly Waiting[], others: readonly Waiting[], terminal: Terminal): string[] {
  if (urgent.length + others.length === 0) {
    return [
      'Nothing needs you.',
      '',
      '  steadplan new "<title>"   write a plan',
      '  steadplan --help          everything else',
    ]
  }
  const shown = [...urgent, ...others].slice(0, mostLines)
  const more = urgent.length + others.length - shown.length
  return [
    urgent.length === 0
      ? 'Nothing needs you.'
      : `${counted(urgent.length, 'plan')} ${urgent.length === 1 ? 'needs' : 'need'} you:`,
    ...lines(shown, terminal),
    ...(more > 0 ? [`  … and ${more} more: steadplan list`] : []),
  ]
}

//     login-k3f9  waits for your review  steadplan review login-k3f9
function lines(shown: readonly Waiting[], { paint, width }: Terminal): string[] {
  const names = shown.map(({ looked }) => clipped(looked.found.name, mostOfName))
  const widest = Math.max(...names.map(displayWidth))
  return shown.map(({ need, text, looked }, at) => {
    const { found, plan } = looked
    const feedback = need === 'author' ? plan?.state.feedback?.text : undefined
    const said = feedback === undefined ? text : `${text}: "${feedback}"`
    const next = nextOf(need, found.name)
    const room = Math.max(width - widest - displayWidth(next) - 6, leastWords)
    const name = names[at]! + ' '.repeat(widest - displayWidth(names[at]!))
    return `  ${paint.out('place', name)}  ${paint.out(styleOf(need), clipped(said, room))}  ${paint.out('label', next)}`
  })
}

const mostOfName = 48
const leastWords = 24

function styleOf(need: Need): 'error' | 'warning' | 'info' {
  if (need === 'unreadable' || need === 'faults' || need === 'failed') return 'error'
  return isUrgent(need) ? 'warning' : 'info'
}

function nextOf(need: Need, name: string): string {
  return need === 'unreadable' ? 'steadplan doctor' : `steadplan ${nextCommands[need]} ${name}`
}

const nextCommands: Readonly<Record<Exclude<Need, 'unreadable'>, string>> = {
  faults: 'check',
  interrupted: 'resume',
  failed: 'resume --retry-failed',
  foreign: 'review',
  changed: 'diff',
  review: 'review',
  author: 'show',
  running: 'show',
  ready: 'run',
  nothing: 'show',
}
