import { fault, isFault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { approve, type Comment, reject } from '../../../../review/decide.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { OpenedPlan } from '../../../../store/plans/open-plan.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, type Project, reviewChosen, reviewContext } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { ReviewOptions } from '../decide.ts'
import { tellBeside, tellDecided } from './decided.ts'
import { approvedVersion, differenceLines } from './difference.ts'
import { headLines, type Page, pagesOf } from './pages.ts'
import { reviewJson } from './review-json.ts'
import { visibleLines } from './words.ts'

/** Reads like a pull request. What is decided at the end is about what was read at the start, whatever happens meanwhile. */
export async function review(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: ReviewOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan review')
  const shown = await reviewChosen(project, word)
  if (options.json) {
    terminal.out(`${jsonText(reviewJson(shown), 2)}\n`)
    return exitCodes.ok
  }
  const { caller } = reviewContext(project, context, terminal)
  if (caller.channel !== 'terminal') throw nobodyReads(shown, caller.channel)
  tellBeside(terminal, project, options)
  const reading: Reading = {
    terminal,
    context,
    project,
    shown,
    before: await approvedVersion(project, shown),
    comments: [],
  }
  terminal.out(`${headLines(terminal, shown).join('\n')}\n`)
  return readThrough(reading, pagesOf(terminal, shown, options.all === true))
}

/** One person reading one plan. */
interface Reading {
  readonly terminal: Terminal
  readonly context: ConfigContext
  readonly project: Project
  readonly shown: ReviewedPlan
  /** The version with the last yes. */
  readonly before: OpenedPlan | undefined
  readonly comments: Comment[]
}

function nobodyReads({ found }: ReviewedPlan, channel: string) {
  return fault('E_NEEDS_PERSON', 'a review is read by a person at a terminal', {
    actual: channel,
    expected: 'terminal',
    hint: `Ask the person to run \`steadplan review ${visible(found.name)}\` in a terminal. \`--json\` prints what there is to review.`,
  })
}

async function readThrough(reading: Reading, pages: readonly Page[]): Promise<number> {
  const { terminal, context, before } = reading
  const keys = `Enter next  b back  c comment  ${before ? 'd diff  ' : ''}e to the end  q leave > `
  for (let at = -1; ; ) {
    const page = pages[at]
    if (page) terminal.out(`\n${page.lines().join('\n')}\n`)
    if (at === pages.length) {
      const exitCode = await atTheEnd(reading)
      if (exitCode !== 'back') return exitCode
      at--
      continue
    }
    const step = await answerAt(reading, page?.step, () => context.ask(`\n${keys}`))
    if (step === 'leave') return leave(terminal)
    if (step === 'end') at = pages.length
    else at = Math.min(Math.max(at + step, -1), pages.length)
  }
}

/** Comments and differences are dealt with here; what is answered is where to go. */
async function answerAt(
  reading: Reading,
  step: string | undefined,
  ask: () => Promise<string>,
): Promise<1 | -1 | 'end' | 'leave'> {
  for (;;) {
    const answer = (await ask()).trim().toLowerCase()
    switch (answer) {
      case '':
      case 'n':
        return 1
      case 'b':
        return -1
      case 'e':
        return 'end'
      case 'q':
        return 'leave'
      case 'c':
        await comment(reading, step)
        break
      case 'd':
        difference(reading, step)
        break
      default:
        reading.terminal.err('There is no such key here.\n')
    }
  }
}

async function comment({ context, terminal, comments }: Reading, step?: string): Promise<void> {
  const about = step === undefined ? 'the plan' : visible(step)
  const text = (await context.ask(`Comment on ${about}: `)).trim()
  if (text === '') return
  comments.push(step === undefined ? { text } : { text, step })
  terminal.out('Noted; it is recorded with your decision.\n')
}

function difference({ terminal, shown, before }: Reading, step?: string): void {
  const lines = before
    ? differenceLines(terminal, before, shown, step)
    : ['There is no yes to compare with, or the history has lost it.']
  terminal.out(`${lines.join('\n')}\n`)
}

async function atTheEnd(reading: Reading): Promise<number | 'back'> {
  const { terminal, context, shown, project, comments } = reading
  const faults = shown.diagnostics.filter((one) => one.severity === 'error').length
  terminal.out(`\n${terminal.paint.out('place', 'That is all of it.')}\n`)
  if (faults > 0) terminal.out(`It has ${counted(faults, 'fault')} and cannot be approved.\n`)
  for (const { step, text } of comments) {
    terminal.out(`  ${step === undefined ? '' : `${visible(step)}: `}${visibleLines(text).join('\n    ')}\n`)
  }
  const deciding = reviewContext(project, context, terminal)
  const plan = shown.found.name
  for (;;) {
    const answer = (await context.ask('\na approve  r reject  c comment  b back  q leave > ')).trim().toLowerCase()
    switch (answer) {
      case '':
      case 'q':
        return leave(terminal)
      case 'b':
        return 'back'
      case 'c':
        await comment(reading)
        break
      case 'a':
        try {
          const { status, version, hash } = await approve(deciding, shown, project.policy, comments)
          return tellDecided(terminal, project, { plan, status, version, hash }, {})
        } catch (error) {
          if (!isFault(error, 'E_NOT_SOUND')) throw error
          tellDiagnostics(terminal, error.diagnostics.slice(0, 1))
        }
        break
      case 'r': {
        const feedback = feedbackOf(await context.ask('What has to change? '), comments)
        if (feedback === '') {
          terminal.err('Say what has to change, here or by a comment.\n')
          break
        }
        const { status, version } = await reject(deciding, shown, feedback)
        return tellDecided(terminal, project, { plan, status, version }, {})
      }
      default:
        terminal.err('There is no such key here.\n')
    }
  }
}

/** Its author reads one text. */
function feedbackOf(said: string, comments: readonly Comment[]): string {
  const remarks = comments.map(({ step, text }) => (step === undefined ? `- ${text}` : `- ${step}: ${text}`))
  return [said.trim(), remarks.join('\n')].filter((part) => part !== '').join('\n\n')
}

function leave(terminal: Terminal): number {
  terminal.err('Left without a decision; nothing was recorded\n')
  return exitCodes.faults
}
