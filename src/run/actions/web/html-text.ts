/**
 * What a page says, as plain text: without marks, scripts and styles, a line for each block, code as it is laid out.
 * In one pass: whatever the page holds, no character is looked at more than a fixed number of times.
 */
export function htmlText(html: string): string {
  const lines = new Lines()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    lines.add(decoded(html.slice(at, open === -1 ? html.length : open)))
    if (open === -1) break
    const tag = tagAt(html, open)
    if (tag === undefined) {
      lines.add('<')
      at = open + 1
      continue
    }
    at = unread.has(tag.name) && !tag.isEnd ? behind(html, tag) : tag.end
    if (blocks.has(tag.name)) lines.end()
    if (tag.name === 'li' && !tag.isEnd) lines.add('- ')
    if (tag.name === 'pre') lines.isLaidOut = !tag.isEnd
    if (cells.has(tag.name)) lines.add(' ')
  }
  return lines.text()
}

/** What is between these is not for readers. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'object'])

const cells = new Set(['td', 'th'])

const blocks = new Set(
  [
    'address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption',
    'figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main menu nav ol option p pre section select summary',
    'table tbody tfoot thead title tr ul',
  ].flatMap((line) => line.split(' ')),
)

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly end: number
}

//     <p class="a">   </p>   <!-- … -->   <!doctype html>
//     ^              ^      ^
function tagAt(html: string, open: number): Tag | undefined {
  if (html.startsWith('<!--', open)) return { name: '', isEnd: false, end: after(html, '-->', open + 4) }
  const isEnd = html[open + 1] === '/'
  const start = open + (isEnd ? 2 : 1)
  if (!/[a-z!?]/i.test(html[start] ?? '')) return undefined
  const name = /^[a-z][a-z0-9]*/i.exec(html.slice(start, start + longestName))?.[0] ?? ''
  return { name: name.toLowerCase(), isEnd, end: after(html, '>', start) }
}

const longestName = 16

/** Up to the end of the page when it is not there: then nothing more is read, and so it is looked for only once. */
function after(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from)
  return found === -1 ? html.length : found + what.length
}

/** Behind the end of an element of which nothing is read. */
function behind(html: string, { name, end }: Tag): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi')
  close.lastIndex = end
  const found = close.exec(html)
  return found === null ? html.length : after(html, '>', found.index)
}

class Lines {
  /** Whether white space counts, as between `<pre>` and its end. */
  isLaidOut = false
  readonly #lines: string[] = []
  #parts: string[] = []
  /** Whether a blank at the end of the line, or its beginning, swallows the next. */
  #isAtBlank = true

  add(text: string): void {
    if (this.isLaidOut) this.#addLaidOut(text)
    else this.#addWords(text)
  }

  end(): void {
    const line = this.#parts.join('').trimEnd()
    if (line !== '' && line !== '-') this.#lines.push(line)
    this.#parts = []
    this.#isAtBlank = true
  }

  text(): string {
    this.end()
    return this.#lines.join('\n')
  }

  /** White space of any length is one blank. */
  #addWords(text: string): void {
    const words = text.replace(/\s+/g, ' ')
    const part = this.#isAtBlank && words.startsWith(' ') ? words.slice(1) : words
    if (part === '') return
    this.#parts.push(part)
    this.#isAtBlank = part.endsWith(' ')
  }

  #addLaidOut(text: string): void {
    const [first, ...rest] = text.split(/\r\n|\r|\n/)
    this.#parts.push(first!)
    for (const line of rest) {
      this.end()
      this.#parts.push(line)
    }
    this.#isAtBlank = false
  }
}

/** The references that pages are full of, and those by number. Any other is left as it is. */
function decoded(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named.get(name.toLowerCase()) ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd'
  })
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['copy', '©'],
  ['reg', '®'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['times', '×'],
  ['euro', '€'],
])
