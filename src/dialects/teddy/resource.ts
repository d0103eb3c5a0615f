import { excerpt } from '../shared/excerpt.ts'
import type { Part } from './part.ts'
import type { Resource, Written } from './plan.ts'

/** What a link or a plain path means; undefined when it means nothing, which is said. */
export function readResource(
  part: Part,
  written: Written,
  { mayBeUrl }: { readonly mayBeUrl: boolean },
): Resource | undefined {
  const { value, start, end } = written
  const link = linkOf(withoutTicks(value))
  const target = link?.target ?? plainTarget(value)
  const refuse = (message: string): undefined => {
    part.findings.add('E_TEDDY_LINK', message, written, { actual: excerpt(value), expected })
    return undefined
  }
  if (target === '') return refuse('The link has no target.')
  if (link?.rest.includes('](')) return refuse('There is more than one link; each action has one.')
  if (isUrl(target)) {
    return mayBeUrl ? { kind: 'url', target, start, end } : refuse('An address in the web cannot stand here.')
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(target)) return refuse('The link leads to neither a file of the project nor the web.')
  const path = fromRoot(target)
  if (path === '') return refuse('The link leads to the root of the project, which is no file.')
  if (link === undefined) return { kind: 'file', target: path, start, end }
  return { kind: 'file', target: checkedLink(part, written, { ...link, path }), start, end }
}

const expected = '[path/from/root](/path/from/root)'

interface Link {
  readonly text: string
  readonly target: string
  /** What stands behind it. */
  readonly rest: string
}

//     [docs/a.md](/docs/a.md)
//      ^^^^^^^^^   ^^^^^^^^^^
function linkOf(value: string): Link | undefined {
  const middle = value.indexOf('](')
  if (!value.startsWith('[') || middle === -1) return undefined
  const close = closing(value, middle + 2)
  if (close === -1) return undefined
  const target = value.slice(middle + 2, close).trim()
  return {
    text: withoutTicks(value.slice(1, middle)),
    target: target.startsWith('<') && target.endsWith('>') ? target.slice(1, -1) : target,
    rest: value.slice(close + 1).trim(),
  }
}

/** Parentheses in a target come in pairs. */
function closing(value: string, from: number): number {
  let depth = 1
  for (let at = from; at < value.length; at++) {
    if (value[at] === '(') depth++
    else if (value[at] === ')' && --depth === 0) return at
  }
  return -1
}

function checkedLink(part: Part, written: Written, link: Link & { readonly path: string }): string {
  const { text, target, rest } = link
  const path = text !== link.path && decoded(link.path) === text ? text : link.path
  const name = fromRoot(text)
  if (name !== path) {
    const message = `The link says \`${excerpt(text)}\` and leads to \`${excerpt(path)}\`; it is taken for \`${excerpt(path)}\`.`
    part.findings.add('E_TEDDY_LINK_TEXT', message, written, { actual: excerpt(text), expected: excerpt(path) })
  }
  if (!target.startsWith('/')) {
    const message = 'The target of the link does not begin with `/`; it is taken from the root of the project.'
    part.findings.add('E_TEDDY_LINK', message, written, {
      severity: 'warning',
      actual: excerpt(target),
      expected: `/${excerpt(path)}`,
    })
  }
  if (rest !== '') {
    const message = 'Nobody reads what stands behind the link.'
    part.findings.add('E_TEDDY_LINK', message, written, { severity: 'warning', actual: excerpt(rest) })
  }
  return path
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** A path that is no link is taken as it is, without what stands around it: nothing in it is a mark of Markdown. */
function plainTarget(value: string): string {
  return wrappers.reduce((bare, [open, close]) => unwrapped(bare, open, close), value.trim())
}

const wrappers = [
  ['**', '**'],
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['<', '>'],
] as const

function unwrapped(value: string, open: string, close: string): string {
  const length = open.length + close.length
  if (value.length <= length || !value.startsWith(open) || !value.endsWith(close)) return value
  return value.slice(open.length, -close.length).trim()
}

//     /docs/a.md        ./docs/a.md        docs/a.md
//      ^^^^^^^^^          ^^^^^^^^^        ^^^^^^^^^
function fromRoot(path: string): string {
  return path.replace(/^(?:\.?\/)/, '')
}

export function withoutTicks(value: string): string {
  const isQuoted = value.length > 2 && value.startsWith('`') && value.endsWith('`')
  return isQuoted ? value.slice(1, -1).trim() : value.trim()
}

function isUrl(target: string): boolean {
  return /^https?:\/\//i.test(target)
}
