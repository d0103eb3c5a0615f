import { expect, it } from 'vitest'
import type { CodeTable } from '../../src/plan/diagnostics/codes/entry.ts'
import { codeChapters, codes } from '../../src/plan/diagnostics/codes.ts'

it('docs/errors.md says what the code tables say (`npm run docs` writes it again)', async () => {
  const chapters: Readonly<Record<string, CodeTable>> = codeChapters
  const text = Object.entries(chapters).map(([title, table]) => chapter(title, table))
  await expect([opening, ...text].join('\n')).toMatchFileSnapshot('../../docs/errors.md')
})

it('every code stands in one chapter', () => {
  const inChapters = Object.values(codeChapters).flatMap((table) => Object.keys(table))
  expect(inChapters.sort()).toEqual(Object.keys(codes).sort())
})

const opening = `# Errors

Every fault that Steadplan names has a code. The code is the contract: programs may branch on it, and it does not change.
The words around it may improve. This page is made from \`src/plan/diagnostics/codes/\` by \`npm run docs\`.
`

function chapter(title: string, table: CodeTable): string {
  const rows = Object.entries(table).map(
    ([code, { severity, meaning, next }]) => `### ${code}\n\n*${severity}* · ${meaning}\n\n**What to do:** ${next}\n`,
  )
  return `## ${title}\n\n${rows.join('\n')}`
}
