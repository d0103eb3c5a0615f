import { execFileSync } from 'node:child_process'
import { GFM, parser } from '@lezer/markdown'
import { build } from 'rolldown'
import { readTeddyPlan, sanitizeFences } from '../dist/lib/dialects.mjs'
import { medians, row } from '../scripts/lib/measure.mjs'

const size = 1024 * 1024

/** Twenty times the size may take thirty times as long: caches that no longer fit, and garbage. */
const linear = 30
const mostMs = 2000
const mostMB = 300

/**
 * Reading and mending plans: against a reader of Markdown, and as inputs that mean harm get longer.
 *
 * No deadline stands over the reader, because nothing it does is more than linear: it looks at lines, each a fixed number
 * of times, and never at emphasis, links or HTML, where readers of all of Markdown get lost. That is proven by counting the
 * work in `test/dialects/teddy/growth.test.ts`; here is what it comes to in time and memory. What is over the limits of
 * size, lines and length of a line is refused before it is read.
 */
export async function teddyBench() {
  const text = planOf(size)
  const texts = new Map([['plan.md', Buffer.from(text)]])
  const read = () => readTeddyPlan(texts, { key: 'plan', prefix: '' })
  const markdown = parser.configure(GFM)
  if (read().diagnostics.length > 0) throw new Error('the plan of the bench is not sound')
  const times = await medians(15, {
    markdown: () => markdown.parse(text),
    read,
    sanitize: () => sanitizeFences(text),
  })
  return [
    row('reading a plan of 1 MB', times.read, '@lezer/markdown with GFM', times.markdown, 3),
    row('preprocess of the same', times.sanitize, '@lezer/markdown with GFM', times.markdown, 3),
    ...(await hostileRows()),
  ]
}

async function hostileRows() {
  const measured = (await hostileNames()).map((name) => ({ name, ...measure(name) }))
  const slowest = measured.reduce((a, b) => (b.coldMs > a.coldMs ? b : a))
  const largest = measured.reduce((a, b) => (b.peakMB > a.peakMB ? b : a))
  return [
    ...measured.map(({ name, longMs, shortMs }) =>
      row(`${name}, 1 MB`, longMs, `the same with 50 kB: ${shortMs.toFixed(2)} ms`, shortMs, linear),
    ),
    row(`the slowest in a new process: ${slowest.name}`, slowest.coldMs, '2 s', mostMs, 1),
    {
      ...row(`the largest: ${largest.name}`, largest.coldMs, `${mostMB} MB: ${largest.peakMB.toFixed(0)} MB`, 1, 1),
      ratio: largest.peakMB / mostMB,
    },
  ]
}

function measure(name) {
  return JSON.parse(execFileSync(process.execPath, ['bench/teddy-input.mjs', name], { encoding: 'utf8' }))
}

/** The same inputs that the tests read. */
async function hostileNames() {
  const file = '.build/teddy-hostile.mjs'
  await build({ input: 'test/dialects/teddy/hostile.ts', output: { file }, logLevel: 'warn' })
  return Object.keys((await import(`../${file}`)).hostile)
}

export function planOf(length) {
  const pieces = [front]
  for (let at = 0, sum = front.length; sum < length - 2000; at++) {
    const piece = actions(at)
    pieces.push(piece)
    sum += piece.length
  }
  return pieces.join('')
}

const front = `# A plan of many actions
- **Status:** Green
- **Plan Type:** Implementation
- **Agent:** Pathfinder

## Rationale
\`\`\`\`text
### 1. Synthesis
There is much to do.

### 2. Justification
All of it is needed.

### 3. Expected Outcome
All of it is done.

### 4. State Dashboard
Nothing is done yet.
\`\`\`\`

## Action Plan
`

function actions(at) {
  const code = Array.from({ length: 12 }, (_, line) => `export const part${line} = read('${at}', [${line}, \`a\`])`)
  return `
### \`CREATE\`
- **File Path:** [src/part-${at}.ts](/src/part-${at}.ts)
- **Description:** Write part ${at} in the manner of the others.
\`\`\`\`ts
${code.join('\n')}
\`\`\`\`

### \`EDIT\`
- **File Path:** [src/index.ts](/src/index.ts)
- **Description:** Make it known.

\`FIND:\`
\`\`\`\`ts
// next: ${at}
\`\`\`\`
\`REPLACE:\`
\`\`\`\`ts
export * from './part-${at}.ts'
// next: ${at + 1}
\`\`\`\`

### \`EXECUTE\`
- **Description:** See that it works.
- **Expected Outcome:** All tests pass.
\`\`\`\`shell
npm test -- part-${at}
\`\`\`\`

### \`CHAT_WITH_USER\`
Part ${at} is **done**. It uses [the reader](/src/read.ts), and \`npm test\` passes:

- it is *tested*
- it is documented
`
}
