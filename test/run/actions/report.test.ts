import { GFM, parser } from '@lezer/markdown'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTeddy } from '../../../src/dialects/teddy/read.ts'
import { hidden, visible } from '../../../src/plan/diagnostics/visible.ts'
import type { PlanRecord } from '../../../src/plan/records.ts'
import type { Logged } from '../../../src/plan/state.ts'
import type { ActionOutcome } from '../../../src/run/actions/outcomes.ts'
import { type TeddyReportInput, teddyReport } from '../../../src/run/actions/report.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { chat, create, execute, planText, read, research } from './teddy-project.ts'

const actions = [
  create('docs/new.md', '# New\n'),
  read('a.txt'),
  read('https://example.com/page'),
  execute('npm test', '- **Expected Outcome:** All pass.\n- **cwd:** docs\n'),
  research('prior art'),
  chat('Is that right?'),
  create('b.txt', 'b\n'),
  create('c.txt', 'c\n'),
]
const plan = readTeddy('plan.md', Buffer.from(planText(actions))).plan!

function outcome(position: number, more: Partial<ActionOutcome> = {}): ActionOutcome {
  const { kind } = plan.actions[position - 1]!
  const startedAt = new Date(Date.UTC(2026, 10, 16, 9, position)).toISOString()
  const base = { step: `step-${position}`, position, kind, title: `${kind} something`, status: 'succeeded' } as const
  return { ...base, startedAt, durationMs: position * 100, files: [], ...more }
}

function text(value: string): { readonly text: string; readonly bytes: number } {
  return { text: value, bytes: Buffer.byteLength(value) }
}

const logged = (records: readonly PlanRecord[]): Logged<PlanRecord>[] =>
  records.map((record, at) => ({ ...record, at: '2026-11-16T09:00:00.000Z', seq: at + 1 }))

const records = logged([
  { type: 'approval', hash: 'h', plan: 'p', steps: [], version: 1, by: 'ann', channel: 'terminal', seal: 's' },
  { type: 'step.moved', step: 'step-7', from: 'pending', to: 'skipped', by: 'ann', why: 'ann said no' },
])

const { startedAt: _, durationMs: __, ...never } = outcome(8)
const usual: TeddyReportInput = {
  name: 'docs/next.md',
  plan,
  status: 'failed',
  why: 'a step failed',
  actions: [
    outcome(1, { files: ['docs/new.md'] }),
    outcome(2, { output: text('one\n\ttwo\n') }),
    outcome(3, { output: text('A page.'), source: 'https://example.com/other', contentType: 'text/html' }),
    outcome(4, {
      status: 'failed',
      why: '`npm test` ended with exit code 1',
      exitCode: 1,
      output: text('```\nnot ok\n```\n'),
      errors: text('Error: x\n'),
      files: ['docs/log.txt'],
    }),
    outcome(5, { output: text('Query: prior art\n\n1. Something\n') }),
    outcome(6, { output: text('Yes.') }),
    { ...never, position: 7, step: 'step-7', status: 'skipped', why: 'ann said no' },
    { ...never, status: 'skipped', why: 'passed over, because action 4 failed' },
  ],
  records,
}

describe('the report of a plan', () => {
  it('says what became of each action, and why', async () => {
    await expect(teddyReport(usual)).toMatchFileSnapshot('fixtures/report.md')
  })

  it('names what was put back', () => {
    const takenBack = {
      why: 'a step failed',
      files: ['a.txt', 'b.txt'],
      aside: new Map([['b.txt', 'f'.repeat(64)]]),
      commands: [{ step: 'step-4', action: 4 }],
    }
    const report = teddyReport({ ...usual, takenBack })
    expect(report).toContain('## Files that are as they were before\n')
    expect(report).toContain('- `b.txt`; what somebody else had put there is kept as `ffffffffffff`\n')
    expect(report).toContain('What the commands of action 4 did elsewhere than in these files is not taken back.\n')
  })

  it('a failure with a code says what to do about it', () => {
    const why = 'E_CHANGED_SINCE_CHECKED: a.txt is not any more what it was'
    const report = teddyReport({ ...usual, actions: [outcome(1, { status: 'failed', why })] })
    expect(report).toContain('  - Look who changed it.')
  })

  it('what is cut is said, and how long texts may be', () => {
    const long = `${'x'.repeat(99)}\n`.repeat(2000)
    const report = teddyReport({ ...usual, actions: [outcome(2, { output: text(long) })] })
    expect(report).toMatch(/\n… [\d,]+ bytes left out …\n/)
    expect(report).toContain('It holds 200000 bytes:')
    expect(report).toContain('A text is cut in its middle to 131072 bytes, and all of them together to 1048576.')
    const many = teddyReport({
      ...usual,
      actions: Array.from({ length: 40 }, () => outcome(2, { output: text(long) })),
    })
    expect(Buffer.byteLength(many)).toBeLessThan(1.2 * 1024 * 1024)
    expect(teddyReport(usual)).not.toContain('is cut')
  })
})

/** What a reader of all of Markdown finds: code blocks, headings, and what a viewer would act on. */
function found(report: string) {
  const [code, headings, active]: string[][] = [[], [], []]
  parser
    .configure(GFM)
    .parse(report)
    .iterate({
      enter: ({ name, from, to }) => {
        const own = report.slice(from, to)
        if (name === 'FencedCode') {
          code!.push(report.slice(report.indexOf('\n', from) + 1, report.lastIndexOf('\n', to - 1)))
        } else if (/Heading/.test(name)) headings!.push(own.split(' ')[0]!)
        else if (['Link', 'Image', 'HTMLBlock', 'HTMLTag', 'Autolink', 'URL', 'Task'].includes(name)) active!.push(own)
      },
    })
  return { code: code!, headings: headings!, active: active! }
}

/** Pieces that mean something to Markdown, to terminals or to models. */
const piece = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('`', '```', '````', '~~~~', '\n', '\r\n', '\r', '\n# x\n', '\n## Outcome\n', '| a | b |', '\n---\n'),
  fc.constantFrom('<script>', '![x](http://e)', '[x](http://e)', '<http://e>', '- [x] done', '\t', '    ', '> ', '\\'),
  fc.constantFrom(
    '\u001b[2J',
    '\u009b',
    '\u0000',
    '\u202e',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
    '👩‍💻',
  ),
)
const hostile = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

/** As it is shown: the same lines, with what is not seen spelled out. */
function shown(value: string): string {
  return (value.endsWith('\n') ? value.slice(0, -1) : value)
    .split(/\r\n|\n|\r/)
    .map((line) => visible(line, { tab: '\t' }))
    .join('\n')
}

it(`E67: any text survives between the fences, and none becomes anything else (seed ${seed})`, () => {
  const structure = found(teddyReport(usual))
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 8, maxLength: 8 }), ([a, b, c, d, e, f, g, h]) => {
      const texts = [a!, b!, c!, d!, e!].map((one) => `x${one}`)
      const input: TeddyReportInput = {
        ...usual,
        name: `n${f}`,
        plan: { ...plan, title: { ...plan.title, value: `t${g}` } },
        actions: usual.actions.map((one) => ({
          ...one,
          title: `${one.kind} ${h}`,
          ...(one.why !== undefined && { why: `w${f}` }),
          ...(one.position === 2 && { output: text(texts[0]!) }),
          ...(one.position === 3 && { output: text(texts[1]!), source: `s${g}`, contentType: `c${h}` }),
          ...(one.position === 4 && { output: text(texts[2]!), errors: text(texts[3]!), files: [`p${f}`] }),
          ...(one.position === 6 && { output: text(texts[4]!) }),
        })),
      }
      const report = teddyReport(input)
      const { code, headings, active } = found(report)
      expect(code).toEqual(expect.arrayContaining(texts.map(shown)))
      expect([code.length, headings, active]).toEqual([structure.code.length, structure.headings, []])
      expect(report.replace(/[\n\t]/g, '').match(hidden)).toBeNull()
    }),
    { seed, numRuns: rounds(300, 20_000) },
  )
})
