import { GFM, parser } from '@lezer/markdown'
import { build } from 'rolldown'
import { readTeddy, sanitizeFences } from '../dist/lib/dialects.mjs'
import { medians, row } from '../scripts/lib/measure.mjs'

const size = 1024 * 1024
const [less, more] = [50_000, 1_000_000]

/** Twenty times the size may take thirty times as long: caches that no longer fit, and garbage. */
const linear = 30

/** Below this a clock says nothing about how time grows. */
const leastMs = 0.5

/** Reading and mending plans: against a reader of Markdown, and as inputs that mean harm get longer. */
export async function teddyBench() {
  const text = planOf(size)
  const bytes = Buffer.from(text)
  const markdown = parser.configure(GFM)
  if (readTeddy('plan.md', bytes).diagnostics.length > 0) throw new Error('the plan of the bench is not sound')
  const times = await medians(9, {
    markdown: () => markdown.parse(text),
    read: () => readTeddy('plan.md', bytes),
    sanitize: () => sanitizeFences(text),
  })
  const rows = [
    row('reading a plan of 1 MB', times.read, '@lezer/markdown with GFM', times.markdown, 3),
    row('preprocess of the same', times.sanitize, '@lezer/markdown with GFM', times.markdown, 3),
  ]
  for (const [name, textOf] of Object.entries(await hostileTexts())) rows.push(await growth(name, textOf))
  return rows
}

async function growth(name, textOf) {
  const work = (text) => {
    readTeddy('plan.md', Buffer.from(text))
    sanitizeFences(text)
  }
  const [short, long] = [textOf(less), textOf(more)]
  const times = await medians(3, { short: () => work(short), long: () => work(long) })
  return row(`${name}, 1 MB`, times.long, 'the same with 50 kB', Math.max(times.short, leastMs), linear)
}

/** The same inputs that the tests read. */
async function hostileTexts() {
  const file = '.build/teddy-hostile.mjs'
  await build({ input: 'test/dialects/teddy/hostile.ts', output: { file }, logLevel: 'warn' })
  return (await import(`../${file}`)).hostile
}

function planOf(length) {
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
