import type { Span } from './tree.ts'

/** Each line from `start` on, without its line ending; `next` is where the line after it starts. */
export function* lineSpans(text: string, start = 0): Generator<Span & { readonly next: number }> {
  const ending = /\r\n|\r|\n/g
  let at = start
  while (at < text.length) {
    ending.lastIndex = at
    const found = ending.exec(text)
    const end = found === null ? text.length : found.index
    const next = found === null ? text.length : ending.lastIndex
    yield { start: at, end, next }
    at = next
  }
}
