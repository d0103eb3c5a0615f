import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { planInFile } from '../../../src/store/plans/plan-in-file.ts'
import { planOf, read } from '../../faces/cli/action-plans/plan-text.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const plan = planOf(read('README.md'))

function project(files: Readonly<Record<string, string>>) {
  const outside = fs.realpathSync(temporaryDirectory())
  const root = join(outside, 'shop')
  fs.mkdirSync(root)
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true })
    fs.writeFileSync(join(root, path), text)
  }
  const workspace = { root, state: join(root, '.steadplan') }
  const at = async (path: string) => {
    try {
      const found = await planInFile(realMachine, workspace, join(root, path), 100_000)
      return found && { name: found.name, key: found.files.key, dialect: found.dialect }
    } catch (error) {
      if (!isFault(error)) throw error
      return error.code
    }
  }
  return { root, outside, at }
}

describe('the plan in a file that somebody names', () => {
  it.each([
    ['docs/next.md', { name: 'docs/next.md', key: 'docs/next.md' }],
    ['next.md', { name: 'next.md', key: 'next.md' }],
    ['.teddy/plans/a.md', { name: 'a.md', key: '.teddy/plans/a.md' }],
    ['.teddy/sessions/login/03/plan.md', { name: 'login/03', key: '.teddy/sessions/login/03' }],
  ])('%s', async (path, named) => {
    expect(await project({ [path]: plan }).at(path)).toEqual({ ...named, dialect: 'teddy' })
  })

  it('among plans it is one, whatever stands in it', async () => {
    const { at } = project({ '.teddy/sessions/login/03/plan.md': 'Sorry.', '.teddy/plans/a.md': '' })
    expect(await at('.teddy/sessions/login/03/plan.md')).toMatchObject({ name: 'login/03' })
    expect(await at('.teddy/plans/a.md')).toMatchObject({ name: 'a.md' })
  })

  it.each([
    ['a page', 'docs/page.md', '# A page\n\n## Plan\n\nSome day.\n'],
    ['another kind of file', 'docs/next.txt', plan],
  ])('%s is none', async (_, path, text) => {
    expect(await project({ [path]: text }).at(path)).toBeUndefined()
  })

  it('what is not there is none', async () => {
    expect(await project({}).at('docs/next.md')).toBeUndefined()
  })
})

describe('F73: only what really stands in the project', () => {
  it('a way out by its name', async () => {
    const { outside, at } = project({})
    fs.writeFileSync(join(outside, 'next.md'), plan)
    expect(await at('../next.md')).toBe('E_OUTSIDE')
  })

  it('a way out by a link', async () => {
    const { root, outside, at } = project({})
    fs.writeFileSync(join(outside, 'next.md'), plan)
    fs.symlinkSync(join(outside, 'next.md'), join(root, 'next.md'))
    fs.symlinkSync(outside, join(root, 'docs'))
    expect(await at('next.md')).toBe('E_OUTSIDE')
    expect(await at('docs/next.md')).toBe('E_OUTSIDE')
  })

  it('a link inside means the file that it leads to', async () => {
    const { root, at } = project({ 'docs/next.md': plan })
    fs.symlinkSync('docs/next.md', join(root, 'link.md'))
    expect(await at('link.md')).toMatchObject({ name: 'docs/next.md' })
  })

  it('F75: a pipe, a directory, a file over the cap', async () => {
    const { root, at } = project({ 'large.md': 'x'.repeat(100_001) })
    execFileSync('mkfifo', [join(root, 'pipe.md')])
    fs.mkdirSync(join(root, 'folder.md'))
    expect([await at('pipe.md'), await at('folder.md'), await at('large.md')]).toEqual([
      'E_NOT_A_FILE',
      'E_NOT_A_FILE',
      'E_TOO_LARGE',
    ])
  })
})
