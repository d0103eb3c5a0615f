import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What the code may not do, beside the direction of imports, which dependency-cruiser keeps. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }))

it.each<[string, RegExp, RegExp]>([
  ['only faces know ANSI', /\\u001b\[|\\x1b\[/, /^faces\//],
  ['only faces end the process or set its exit code', /process\.exit(\(|Code =)/, /^faces\//],
  ['only faces write to the terminal', /process\.(stdout|stderr)|\bconsole\./, /^faces\//],
  [
    'plan, dialects and rules read no clock',
    /Date\.now|new Date\(\)|performance\.now|hrtime/,
    /^(faces|store|process)\//,
  ],
  ['plan, dialects and rules are not random', /Math\.random|randomBytes|randomUUID/, /^(faces|store|process)\//],
  ['nothing runs text as code', /\beval\(|new Function\(|shell: true/, /^$/],
  ['parsed data is never merged into an object', /Object\.assign\(\{\}/, /^$/],
])('%s', (_title, pattern, allowed) => {
  expect(files.filter(({ path, text }) => !allowed.test(path) && pattern.test(text)).map(({ path }) => path)).toEqual(
    [],
  )
})

it('no file is longer than 400 lines', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)).toEqual([])
})

it('half of the files are shorter than 90 lines', () => {
  const lengths = files.map(({ text }) => text.split('\n').length).sort((a, b) => a - b)
  expect(lengths[lengths.length >> 1]).toBeLessThan(90)
})
