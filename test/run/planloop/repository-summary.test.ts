import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from '../../../src/run/planloop/project-files.ts'
import { repositorySummary } from '../../../src/run/planloop/repository-summary.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

function project(files: Readonly<Record<string, string | Buffer>>): string {
  const root = realpathSync(temporaryDirectory())
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const files = {
  'README.md': '# Shop\n',
  'src/app.ts': 'const a = 1\n// TODO handle the empty name\n',
  'node_modules/x/index.js': '// TODO not ours\n',
  '.env': 'SECRET=1\n',
  'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
  'data.bin': Buffer.from('TODO\0'),
}

it('lists what lies there, without what programs put there', async () => {
  expect(await projectFiles(realMachine, project(files))).toEqual(['README.md', 'data.bin', 'logo.png', 'src/app.ts'])
})

it('lists what git knows or would take', async () => {
  const root = project({ ...files, '.gitignore': 'node_modules\n.env\nlogo.png\n' })
  execFileSync('git', ['init', '-q', root])
  expect(await projectFiles(realMachine, root)).toEqual(['.gitignore', 'README.md', 'data.bin', 'src/app.ts'])
})

it('tells the files, what the project says about itself, and what is left open', async () => {
  const text = await repositorySummary(realMachine, project(files))
  expect(text).toContain('src/app.ts\n')
  expect(text).toContain('# Shop')
  expect(text).toContain('src/app.ts:2: // TODO handle the empty name')
  expect(text).not.toMatch(/SECRET|not ours|data\.bin:1/)
})

it('stays within its bounds', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2500 }, (_, at) => [
      `part-${at}/a-file-with-a-rather-long-name-${at}.ts`,
      '// TODO\n'.repeat(20),
    ]),
  )
  const root = project({ ...many, 'README.md': 'x'.repeat(100_000) })
  expect((await projectFiles(realMachine, root)).length).toBeLessThanOrEqual(2000)
  expect((await repositorySummary(realMachine, root)).length).toBeLessThanOrEqual(60_000)
})
