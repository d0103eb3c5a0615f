import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GFM, parser } from '@lezer/markdown'
import { readTeddy, renderTeddy } from '../dist/lib/dialects.mjs'
import { checkActions } from '../dist/lib/rules.mjs'
import { gatherFacts, realMachine } from '../dist/lib/store.mjs'
import { medians, row } from '../scripts/lib/measure.mjs'
import { planOf } from './teddy.mjs'

const size = 1024 * 1024
const mostCpuMs = 2000

/** Checking plans against a project: from the bytes of a plan to what each of its actions will do. */
export async function editBench() {
  const root = mkdtempSync(join(tmpdir(), 'steadplan-bench-'))
  try {
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src/index.ts'), '// next: 0\n')
    return [...(await manyPairs(root)), await wholePlan(root), ...(await hostile())]
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function manyPairs(root) {
  const lines = linesOf(size)
  writeFileSync(join(root, 'src/large.ts'), lines.join('\n'))
  const once = Buffer.from(renderTeddy(plan([edit(1, pairsOf(lines, 1000))])))
  const twice = Buffer.from(renderTeddy(plan([edit(1, pairsOf(lines, 2000))])))
  const apart = Buffer.from(renderTeddy(plan(pairsOf(lines, 1000).map((pair, at) => edit(at + 1, [pair])))))
  const times = await medians(5, {
    once: () => checked(root, once),
    twice: () => checked(root, twice),
    apart: () => checked(root, apart),
  })
  const cpu = async (bytes) => {
    const before = process.cpuUsage()
    await checked(root, bytes)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  return [
    row('an EDIT of 1,000 pairs on 1 MB, on the processor', await cpu(once), '2 s', mostCpuMs, 1),
    row('the same as 1,000 EDITs, on the processor', await cpu(apart), '2 s', mostCpuMs, 1),
    row('2,000 pairs', times.twice, '1,000 pairs', times.once, 2.4),
    row('1,000 EDITs of one pair', times.apart, 'one of 1,000 pairs', times.once, 1.5),
  ]
}

/** All that stands between the bytes of a plan and the yes to it. */
async function checked(root, bytes) {
  const { plan, text, diagnostics } = readTeddy('plan.md', bytes)
  const facts = await gatherFacts(realMachine, root, plan)
  const all = checkActions(plan, { file: 'plan.md', text, facts, isMeant: () => true })
  const [fault] = [...diagnostics, ...all.diagnostics].filter(({ severity }) => severity === 'error')
  if (fault) throw new Error(`the plan of the bench is not sound: ${fault.message}`)
  return [...all.changes.values()].at(-1).after.length
}

async function wholePlan(root) {
  const text = planOf(size)
  const bytes = Buffer.from(text)
  const markdown = parser.configure(GFM)
  const times = await medians(9, { markdown: () => markdown.parse(text), checked: () => checked(root, bytes) })
  return row('a plan of 1 MB, read and checked', times.checked, '@lezer/markdown with GFM', times.markdown, 3)
}

/** Texts in which nearly everything is nearly a match; the usual search takes minutes for some of them. */
async function hostile() {
  const texts = {
    'one letter, another in the middle': (length) => [
      'a'.repeat(length),
      `${'a'.repeat(length / 4)}b${'a'.repeat(length / 4)}`,
    ],
    'one letter, too many of it': (length) => [`${'a'.repeat(length / 4 - 1)}b`.repeat(4), 'a'.repeat(length / 4)],
    'lines that are alike': (length) => [
      'the same line\n'.repeat(length / 14),
      `${'the same line\n'.repeat(length / 28)}the some line`,
    ],
  }
  const rows = []
  for (const [name, of] of Object.entries(texts)) {
    const [short, long] = [of(size / 8), of(size)].map(([text, find]) => () => {
      const found = new Map([['src/large.ts', { is: 'text', real: '/src/large.ts', text }]])
      checkActions(plan([edit(1, [[find, 'x']])]), { file: 'plan.md', text: '', facts: { found }, isMeant: () => true })
    })
    const times = await medians(5, { short, long })
    rows.push(row(`FIND of ${name}, 1 MB`, times.long, 'the same with 128 kB', times.short, 16))
  }
  return rows
}

function linesOf(length) {
  const lines = []
  for (let at = 0, sum = 0; sum < length; at++) {
    const line = `${'    '.repeat(at % 4)}const value${at % 97} = await read(path, ${at}) // line of ${at % 31} and ${at % 13}`
    lines.push(line)
    sum += line.length + 1
  }
  return lines
}

/** Lines from all over the text, in an order that is none. */
function pairsOf(lines, count) {
  const step = Math.floor(lines.length / count)
  return Array.from({ length: count }, (_, at) => {
    const line = lines[((at * 7919) % count) * step]
    return [line, `${line}, changed`]
  })
}

const nowhere = { start: 0, end: 0 }
const written = (value) => ({ value, ...nowhere })

function edit(position, pairs) {
  const edits = pairs.map(([find, replace]) => ({ find: written(find), replace: written(replace) }))
  const path = written('src/large.ts')
  return {
    kind: 'EDIT',
    position,
    heading: nowhere,
    ...nowhere,
    path,
    description: written('Change it.'),
    matchAll: false,
    edits,
  }
}

function plan(actions) {
  const section = (name) => written(`All about ${name}.`)
  const rationale = {
    text: written(''),
    synthesis: section('synthesis'),
    justification: section('justification'),
    expectedOutcome: section('outcome'),
    stateDashboard: section('state'),
  }
  const header = [
    { name: 'Status', ...written('Green') },
    { name: 'Agent', ...written('Pathfinder') },
  ]
  return { title: written('A plan of many edits'), header, rationale, memos: [], actions }
}
