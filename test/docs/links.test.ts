import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownBelow('docs')]

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('links only to what is there', () => {
    const targets = [...text.matchAll(/\]\(([^)\s#]+)(#[^)\s]*)?\)/g)].map((match) => match[1]!)
    const missing = targets.filter((target) => !/^https?:/.test(target) && !existsSync(join(dirname(page), target)))
    expect(missing).toEqual([])
  })

  it('names only files that are there', () => {
    const named = [...text.matchAll(/`((?:src|test|docs|scripts|bench|examples)\/[\w./-]+)`/g)].map(
      (match) => match[1]!,
    )
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

function markdownBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(directory, path))
}
