import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeFences } from '../../../src/dialects/teddy/sanitize.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { read } from './plan-text.ts'

const front = `# T
- **Status:** Green
- **Plan Type:** Chore
- **Agent:** Builder

## Rationale
\`\`\`text
### 1. Synthesis
a
### 2. Justification
b
### 3. Expected Outcome
c
### 4. State Dashboard
d
\`\`\`

## Action Plan
`

const create = (content: string) => `
### \`CREATE\`
- **File Path:** [a.md](/a.md)
- **Description:** A.
\`\`\`markdown
${content}
\`\`\`
`

const edit = `
### \`EDIT\`
- **File Path:** [a.md](/a.md)
- **Description:** A.

\`FIND:\`
\`\`\`ts
a
\`\`\`
\`REPLACE:\`
\`\`\`ts
b
\`\`\`
`

/** What begins an action, more or less. */
const heads = [
  '### `CREATE`',
  '### CREATE',
  '###CREATE',
  '### 2. CREATE:',
  '#### `CREATE`',
  '## CREATE',
  '# CREATE',
  '**CREATE**',
  '**`CREATE`:**',
  '__CREATE__',
  '`CREATE`',
  '### Create',
  '### Create the page',
  '### `CREATE` docs/b.md',
  '### Step 2: CREATE docs/b.md',
  '### ✏️ CREATE',
  '### Action 2 - Create',
  '### DELETE',
]

describe('E67: no action is swallowed by the block above it', () => {
  const below = '- **File Path:** [b.md](/b.md)\n- **Description:** B.\n```markdown\nb\n```\n'

  it.each(heads)('%s', (head) => {
    for (const above of [create('a'), edit]) {
      const text = `${front}${above}\n${head}\n${below}`
      expect(sanitizeFences(text)).toEqual({ text, changes: [] })
      const { plan, diagnostics } = read(text)
      const isAction = plan!.actions.length === 2
      expect(isAction || diagnostics.some(({ code }) => code === 'E_TEDDY_ACTION_UNKNOWN')).toBe(true)
    }
  })

  it.each(heads.filter((head) => !head.includes('DELETE')))('%s, and the block above it needs mending', (head) => {
    const text = `${front}${create('# A\n```sh\nx\n```\nThen.')}\n${head}\n${below}`
    const safe = sanitizeFences(text).text
    expect(safe).toBe(text.replace('```markdown\n# A', '````markdown\n# A').replace('Then.\n```', 'Then.\n````'))
  })

  it.each([
    '# Action Plan',
    '### Action Plan',
    '**Action Plan**',
    '## Action Plan (2 steps)',
    'Action Plan\n-----------',
  ])('nor by the rationale, when the section is written as %s', (head) => {
    const text = front.replace('## Action Plan\n', `${head}\n`) + create('a') + create('b')
    expect(sanitizeFences(text)).toEqual({ text, changes: [] })
  })
})

describe('what counts as structure depends on where it stands', () => {
  const blocks = '```\na\n```\nand\n```\nb\n```\n'
  const rationale = (more: string) => front.replace('### 1. Synthesis', `${more}\n### 1. Synthesis`)

  it.each([
    ['a section in a message', `${front}\n### PROMPT\nHello.\n\n## Memos\n${blocks}${edit}`],
    ['a line like an action in a message', `${front}\n### PROMPT\nHello.\n\n#### CREATE\n${blocks}${edit}`],
    ['below `## Action Plan`', `${front}\n${blocks}${edit}`],
    ['below an action that there is not', `${front}\n### DELETE\n- **File Path:** a\n${blocks}${edit}`],
    ['below a line meant as a section', front.replace('\n## A', '\n**Memos**\n```\n[+] a\n```\n\n## A') + edit],
  ])('%s, blocks are taken for what Markdown says they are', (_, text) => {
    expect(sanitizeFences(text)).toEqual({ text, changes: [] })
  })

  it('the heading of an action in a rationale is none', () => {
    const { text } = sanitizeFences(rationale('### READ\n```sh\nx\n```\nmore') + edit)
    const { plan } = read(text)
    expect(plan!.rationale!.text.value).toContain('### READ\n```sh\nx\n```\nmore')
    expect(plan!.actions.map(({ kind }) => kind)).toEqual(['EDIT'])
  })

  it.each(['# Rationale', '### Memos', '**Action Plan**', 'Memos\n-----'])('%s in a file is none', (line) => {
    const content = `# A\n\`\`\`sh\nx\n\`\`\`\n${line}\n\`\`\`sh\ny\n\`\`\`\nDone.`
    expect(contents(sanitizeFences(front + create(content) + edit).text)).toEqual([`${content}\n`])
  })
})

describe('text between actions', () => {
  it.each([
    ['text', 'Now it is there.\n'],
    ['a block of its own', 'Try it:\n```sh\nnpm start\n```\n'],
    ['one of tildes', 'Try it:\n~~~\nnpm start\n~~~\nor\n```sh\nnpm test\n```\n'],
    ['two of them', 'Try it:\n```sh\nnpm start\n```\nor\n```sh\nnpm test\n```\nThat is all.\n'],
  ])('%s does not become part of a file', (_, between) => {
    for (const above of [create('a'), edit]) {
      const text = `${front}${above}\n${between}${create('b')}`
      expect(sanitizeFences(text)).toEqual({ text, changes: [] })
      expect(read(text).diagnostics.map(({ code }) => code)).toEqual(['E_TEDDY_STRAY'])
    }
  })
})

describe('where only the structure can tell', () => {
  it.each([
    ['the block ends with the last fence', '# A\n```\nx\n```\nThen:\n```\ny\n```\nDone.'],
    ['a file ends with a block', '# A\n```sh\nx\n```'],
    ['a file begins with a block', '```sh\nx\n```\nDone.'],
    ['a heading that no plan has', '# A\n```sh\nx\n```\n### Creating things\n```sh\ny\n```\n## READ MORE\nDone.'],
    ['a second section', '# A\n```sh\nx\n```\n## Rationale\n```sh\ny\n```\nDone.'],
  ])('%s', (_, content) => {
    const text = front + create(content) + edit
    expect(contents(sanitizeFences(text).text)).toEqual([`${content}\n`])
  })

  it('a block without an end gets one before the next action', () => {
    const text = `${front}${create('a').slice(0, -4)}\n---\n${edit}`
    const { text: safe, changes } = sanitizeFences(text)
    expect(changes).toEqual([{ line: 24, kind: 'closed', before: null, after: '```' }])
    expect(contents(safe)).toEqual(['a\n'])
    expect(read(safe).diagnostics).toEqual([])
  })

  it('an opening fence that comes last is inside of a block without an end', () => {
    const text = `${front}${create('# A\n```sh\nx').slice(0, -4)}${edit}`
    expect(contents(sanitizeFences(text).text)).toEqual(['# A\n```sh\nx\n'])
  })

  it('a block without an end and without a word gets one', () => {
    const text = front + create('a').slice(0, -4).replace('```markdown', '```') + edit
    expect(contents(sanitizeFences(text).text)).toEqual(['a\n'])
  })

  it.each(['```\n```\n', '```\n\n```\n', '\n---\n\n', '---\n```\n\n```\n***\n', '```\n```\n~~~\n~~~\n'])(
    'what is left over behind a block changes nothing: %j',
    (rest) => {
      const text = front + create('a') + rest + edit + rest
      expect(sanitizeFences(text)).toEqual({ text, changes: [] })
    },
  )

  it('an empty block that is left over belongs to nobody', () => {
    for (const rest of ['~~~\n~~~\n', '---\n\n~~~\n\n~~~\n']) {
      const text = front + create('# A\n```sh\nx\n```\nThen.') + rest + edit
      expect(contents(sanitizeFences(text).text)).toEqual(['# A\n```sh\nx\n```\nThen.\n'])
    }
  })

  it('a block that is open at the end of the file stays open', () => {
    const text = front + create('a').slice(0, -4)
    expect(sanitizeFences(text)).toEqual({ text, changes: [] })
  })
})

describe('fences around the whole plan', () => {
  const plan = `${front}${create('a')}`
  const removed = (line: number, before: string) => ({ line, kind: 'unwrapped', before, after: null })

  it.each([
    { before: '', open: '```markdown', close: '```', after: '' },
    { before: 'Here it is:\n\n', open: '```md', close: '```', after: '\n\n\n' },
    { before: '---\nby: me\n---\n\n', open: '~~~', close: '~~~', after: '\n' },
    { before: '', open: '````Markdown', close: '````', after: '\n' },
  ])('$open is taken off, and $close', ({ before, open, close, after }) => {
    const { text, changes } = sanitizeFences(`${before}${open}\n\n${plan}${close}${after}`)
    expect(text).toBe(`${before}\n${plan}${after.slice(1)}`)
    const line = before.split('\n').length
    const last = `${before}${open}\n\n${plan}`.split('\n').length
    expect(changes).toEqual([removed(line, open), removed(last, close)])
  })

  it('what stands between them is mended too, at its line in what was given', () => {
    const inside = `${front}${create('# A\n```sh\nx\n```')}`
    const { text, changes } = sanitizeFences(`\`\`\`markdown\n${inside}\`\`\`\n`)
    expect(text).toBe(sanitizeFences(inside).text)
    expect(changes.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'unwrapped'],
      [30, 'unwrapped'],
      [24, 'lengthened'],
      [29, 'lengthened'],
    ])
  })

  it.each([
    ['a block with another word', `\`\`\`sh\n# T\n\`\`\`\n${plan}`],
    ['a block before the plan', `\`\`\`\n# install it\nnpm install\n\`\`\`\n\n${plan}`],
    ['a block before the plan, in a plan', `\`\`\`\nnpm install\n\`\`\`\n\n${plan}`],
    ['words behind the last fence', `\`\`\`markdown\n${plan}\`\`\`\nDone.\n`],
    ['a fence of another kind behind it', `~~~markdown\n${plan}`],
    ['no end', '```markdown\n# T\n## Rationale\na\n'],
    ['no plan inside', '```markdown\nHello.\n# T\n## Rationale\n```\n'],
    ['nothing but a fence', '```'],
    ['nothing but blank lines', '\n\n'],
  ])('%s: none are taken off', (_, text) => {
    expect(sanitizeFences(text).changes.filter(({ kind }) => kind === 'unwrapped')).toEqual([])
  })
})

describe('messages', () => {
  const chat = (message: string) => `\n### \`CHAT_WITH_USER\`\n${message}\n`
  const research = '\n### `RESEARCH`\n- **Description:** R.\n```text\nq\n```\n'
  const kinds = (text: string) => read(text).plan!.actions.map(({ kind }) => kind)

  it.each([
    ['a block', 'Try it:\n```sh\nnpm start\n```\nand say so.'],
    ['a block that holds the heading of an action', '```markdown\n### `READ`\n- **Resource:** a\n```\nLike this.'],
    ['a block of fences that do not match', '```markdown\n```sh\nx\n```\n```\nDone.\n```'],
  ])('%s stays as it is', (_, message) => {
    const text = front + chat(message) + research + edit
    expect(sanitizeFences(text)).toEqual({ text, changes: [] })
    expect(kinds(text)).toEqual(['CHAT_WITH_USER', 'RESEARCH', 'EDIT'])
  })

  it.each([
    ['and none follows', '\n### `READ`\n- **Resource:** a\n- **Description:** A.\n'],
    ['and others follow', research],
    ['and a bare one follows', create('a').replace('```markdown', '```')],
  ])('a block without an end gets one before the next action: %s', (_, next) => {
    const text = `${front}${chat('Try it:\n```sh\nnpm start')}${next}${edit}`
    const { text: safe, changes } = sanitizeFences(text)
    expect(changes).toEqual([{ line: 23, kind: 'closed', before: null, after: '```' }])
    expect(kinds(safe)).toHaveLength(3)
    expect(read(safe).diagnostics).toEqual([])
    expect(read(text).diagnostics).not.toEqual([])
  })

  it('words behind a block do not make others doubtful', () => {
    const example = '```markdown\n### `READ`\n- **Resource:** a\n```\nLike this.'
    const text = `${front}${create('a')}Now it is there.\n${chat(example)}${edit}`
    expect(sanitizeFences(text)).toEqual({ text, changes: [] })
  })

  it('blocks in blocks are told apart by their words, where one of them has no end', () => {
    const message = '```markdown\n# A\n~~~sh\n~~~\n```sh\nx\n```\n```\n\n- a\n\n    ```sh\n    y'
    const { text: safe } = sanitizeFences(front + chat(message) + research)
    const mended = '````markdown\n# A\n~~~sh\n~~~\n```sh\nx\n```\n````\n\n- a\n\n    ```sh\n    y\n    ```'
    expect(safe).toBe(front + chat(mended) + research)
  })

  it('what is sure stays as it is, where another block has no end', () => {
    const message = '````markdown\n### `READ`\n````\n\n```sh\nx'
    const { text: safe } = sanitizeFences(front + chat(message) + research)
    expect(safe).toBe(front + chat(`${message}\n\`\`\``) + research)
  })

  it('one that the plan ends with may be open', () => {
    const text = front + create('# A\n```sh\nx\n```') + chat('Try it:\n```sh\nnpm start')
    expect(sanitizeFences(text).changes.map(({ kind }) => kind)).toEqual(['lengthened', 'lengthened'])
  })

  it('what a comment holds is none of it', () => {
    for (const comment of ['<!--\n```sh\n-->', '<!-- ```sh -->']) {
      const text = `${front}\n${comment}\n${chat(`${comment}\nDone.`)}${research}<!-- a -->\n${edit}`
      expect(sanitizeFences(text)).toEqual({ text, changes: [] })
      expect(kinds(text)).toEqual(['CHAT_WITH_USER', 'RESEARCH', 'EDIT'])
    }
  })

  it('nor of one where a block has no end', () => {
    const text = front + chat('<!--\n```sh\n-->\n<!-- b -->\n```sh\nx') + research
    expect(sanitizeFences(text).changes).toEqual([{ line: 26, kind: 'closed', before: null, after: '```' }])
  })
})

it(`documents whose own fences match come back, whatever else is in them (seed ${seed})`, () => {
  const line = fc.constantFrom('Some words.', '', '## A heading', '- **Note:** an item', '### Creating it', '`FIND` it')
  const block = fc.constantFrom('```sh\nnpm start\n```', '```\nplain\n```', '~~~\nother\n~~~', '````md\n```\n````')
  const document = fc
    .array(fc.tuple(line, block), { minLength: 1, maxLength: 5 })
    .map((pieces) => ['Begin.', ...pieces.flat(), 'End.'].join('\n'))
    .filter((text) => !/```\n+```/.test(text))
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 4 }), (documents) => {
      const { text } = sanitizeFences(front + documents.map(create).join('') + edit)
      expect(contents(text)).toEqual(documents.map((one) => `${one}\n`))
      expect(read(text).diagnostics).toEqual([])
    }),
    { seed, numRuns: rounds(300, 20_000) },
  )
})

function contents(text: string): string[] {
  return read(text).plan!.actions.flatMap((action) => (action.kind === 'CREATE' ? [action.content.value] : []))
}
