import * as fc from 'fast-check'
import type { Action, ActionKind, Resource, TeddyPlan, Written } from '../../../src/dialects/teddy/plan.ts'

/*
 * Plans of all kinds, with contents full of fences. `text` is how the lines of contents are made, so that a test can
 * say what may stand in them.
 */

const nowhere = { start: 0, end: 0 }
const written = (value: string): Written => ({ value, ...nowhere })

const word = fc.constantFrom('parser', 'C#', '`code`', 'a_b', '**bold**', 'naïve', '日本', '[x]', 'a: b', '100 %')
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `The ${words.join(' ')} is`)
const path = fc.constantFrom('a.md', 'src/__main__.py', 'docs/a b.md', 'x/a (1).ts', 'ä/ö.txt', 'lib/*.js')

const fences = ['```', '```js', '```markdown', '````', '````text', '~~~', '~~~sh', '  ```', '    ```', 'see ``` here']
const others = [
  '# Title',
  '## Notes',
  '#### Deep',
  '- **File Path:** [a](/a)',
  '---',
  '<!-- no',
  '    code',
  '> quote',
  '[+] a',
]

export const plainLine = fc.oneof(phrase, fc.constantFrom(...others), fc.constant(''))
export const fenceLine = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...fences) },
  { weight: 3, arbitrary: plainLine },
)

/** Lines of text, the first and the last of which say something. */
function content(line: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edge = line.filter((one) => one.trim() !== '' && one.trim() === one && !/^(- |---|<!--|\[)/.test(one))
  return fc
    .tuple(edge, fc.array(line, { maxLength: 6 }), edge)
    .map(([first, middle, last]) => [first, ...middle, last].join('\n'))
    .filter(isOneBlock)
}

/** An empty block at the end could as well be a left-over one behind the content: nothing tells which. */
function isOneBlock(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && line !== '---')
  return !lines.some((line, at) => isBare(line) && isBare(lines[at + 1] ?? ''))
}

function isBare(line: string): boolean {
  return /^ *(`{3,}|~{3,})$/.test(line)
}

export function planOf(line: fc.Arbitrary<string>): fc.Arbitrary<TeddyPlan> {
  const text = content(line).map(written)
  return fc
    .record({
      title: phrase,
      header: fc.tuple(phrase, phrase, phrase),
      rationale: fc.tuple(text, text, text, text),
      memos: fc.array(fc.tuple(fc.boolean(), phrase, fc.option(phrase)), { maxLength: 3 }),
      actions: fc.array(actionOf(line), { minLength: 1, maxLength: 5 }),
    })
    .map(({ title, header, rationale, memos, actions }) => ({
      title: written(title),
      header: ['Status', 'Plan Type', 'Agent'].map((name, at) => ({ name, ...written(header[at]!) })),
      rationale: {
        text: written(''),
        synthesis: rationale[0],
        justification: rationale[1],
        expectedOutcome: rationale[2],
        stateDashboard: rationale[3],
      },
      memos: memos.map(([isNew, what, why]) => ({
        change: isNew ? 'add' : 'remove',
        text: what,
        ...(why !== null && { comment: why }),
        ...nowhere,
      })),
      actions: actions.map((action, at) => ({ ...action, position: at + 1 })),
    }))
}

function actionOf(line: fc.Arbitrary<string>): fc.Arbitrary<Action> {
  const place = fc.constant({ position: 0, heading: nowhere, ...nowhere })
  const of = <Kind extends ActionKind>(kind: Kind, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.tuple(place, fc.record(fields)).map(([start, rest]) => ({ ...start, kind, ...rest }) as unknown as Action)
  const text = content(line).map(written)
  const description = phrase.map(written)
  const file: fc.Arbitrary<Resource> = path.map((target) => ({ kind: 'file', target, ...nowhere }))
  const url: fc.Arbitrary<Resource> = fc.constant({ kind: 'url', target: 'https://example.com/a?b=c', ...nowhere })
  const resource = fc.oneof(file, url)
  const message = content(plainLine).map(written)
  const pair = fc.record({ find: text, replace: text }).map(({ find, replace }) => ({
    find,
    replace: find.value === replace.value ? written(`${replace.value}!`) : replace,
  }))
  return fc.oneof(
    of('CREATE', {
      path: path.map(written),
      description,
      overwrite: fc.boolean(),
      content: content(line).map((value) => written(`${value}\n`)),
    }),
    of('READ', { resource, description }),
    of('PRUNE', { resource, description }),
    of('EDIT', {
      path: path.map(written),
      description,
      matchAll: fc.boolean(),
      edits: fc.array(pair, { minLength: 1, maxLength: 3 }),
    }),
    of('EXECUTE', {
      description,
      expectedOutcome: description,
      cwd: path.map(written),
      env: fc
        .uniqueArray(fc.constantFrom('A', 'B_1', 'MODE'), { maxLength: 2 })
        .chain((names) =>
          fc
            .constantFrom('1', 'a "b" c', "it's", ' x ')
            .map((value) => names.map((name) => ({ name, ...written(value) }))),
        ),
      command: text,
      allowFailure: fc.boolean(),
      background: fc.boolean(),
      timeoutMs: fc.integer({ min: 1, max: 100_000 }),
    }),
    of('RESEARCH', { description, queries: fc.array(text.filter(isOneQuery), { minLength: 1, maxLength: 3 }) }),
    of('CHAT_WITH_USER', { message }),
    of('INVOKE', { agent: description, handoff: fc.array(resource, { maxLength: 2 }), message }),
    of('CONCLUDE', { handoff: fc.array(resource, { maxLength: 2 }), message }),
  )
}

/** A fence after a bare one is the next question: nothing tells that it could be part of the one before. */
function isOneQuery({ value }: Written): boolean {
  const lines = value.split('\n').filter((line) => line.trim() !== '' && line !== '---')
  return !lines.some((line, at) => isBare(line) && /^ *(```|~~~)/.test(lines[at + 1] ?? '')) && !isBare(lines.at(-1)!)
}
