import { lstatSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { Person } from './person.ts'
import { ambiguous, safe } from './plans.ts'

describe('a file', () => {
  it('is mended in place, keeps its mode, and is left alone the second time', async () => {
    const person = new Person()
    const path = person.file('plan.md', ambiguous, 0o640)
    const said = await person.preprocess('plan.md')
    expect(said.code).toBe(0)
    expect(said.out).toMatchInlineSnapshot(`
      "plan.md: 2 fences
        line 24  \`\`\`markdown → \`\`\`\`markdown
        line 29  \`\`\` → \`\`\`\`
      "
    `)
    expect(person.text('plan.md')).toBe(safe)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    const { mtimeMs, ino } = statSync(path)
    expect(await person.preprocess('plan.md')).toEqual({ code: 0, out: 'plan.md: every fence is safe\n' })
    expect(statSync(path)).toMatchObject({ mtimeMs, ino })
  })

  it.each([
    ['--check', { check: true }, 1],
    ['--diff', { diff: true }, 0],
    ['--check --diff', { check: true, diff: true }, 1],
    ['--check --json', { check: true, json: true }, 1],
  ])('%s changes nothing', async (_, options, code) => {
    const person = new Person()
    person.file('plan.md', ambiguous)
    const said = await person.preprocess('plan.md', options)
    expect(said.code).toBe(code)
    expect(person.text('plan.md')).toBe(ambiguous)
    await expect(said.out).toMatchFileSnapshot(`fixtures/preprocess${_.replaceAll(' --', '-').replace('--', '-')}.txt`)
  })

  it('--check of a safe one exits with 0, and --diff says nothing', async () => {
    const person = new Person()
    person.file('plan.md', safe)
    expect((await person.preprocess('plan.md', { check: true })).code).toBe(0)
    expect(await person.preprocess('plan.md', { diff: true })).toEqual({ code: 0, out: '' })
  })

  it('keeps a BOM and the line ends of Windows', async () => {
    const person = new Person()
    const windows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`
    person.file('plan.md', windows(ambiguous))
    await person.preprocess('plan.md')
    expect(person.text('plan.md')).toBe(windows(safe))
  })

  it('behind a link is mended where it stands', async () => {
    const person = new Person()
    person.file('real/plan.md', ambiguous)
    symlinkSync(join(person.root, 'real/plan.md'), join(person.root, 'plan.md'))
    await person.preprocess('plan.md')
    expect(person.text('real/plan.md')).toBe(safe)
    expect(lstatSync(join(person.root, 'plan.md')).isSymbolicLink()).toBe(true)
  })

  it('that was saved by somebody else meanwhile is not overwritten', async () => {
    let reads = 0
    const files: typeof realMachine.files = {
      ...realMachine.files,
      open: async (path, how) => {
        if (path.endsWith('plan.md') && ++reads === 2) person.file('plan.md', 'somebody else')
        return realMachine.files.open(path, how)
      },
    }
    const person = new Person({ ...realMachine, files })
    person.file('plan.md', ambiguous)
    await expect(person.preprocess('plan.md')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(person.text('plan.md')).toBe('somebody else')
  })

  it.each(['ENOSPC', 'EIO'])('B24: %s when it is put in place leaves the old one whole', async (code) => {
    const files: typeof realMachine.files = {
      ...realMachine.files,
      rename: async () => {
        throw Object.assign(new Error(code), { code })
      },
    }
    const person = new Person({ ...realMachine, files })
    person.file('plan.md', ambiguous)
    await expect(person.preprocess('plan.md')).rejects.toMatchObject({ code })
    expect(person.text('plan.md')).toBe(ambiguous)
  })

  it.each([
    ['is not there', 'E_NOT_A_FILE', undefined],
    ['is empty', 'E_EMPTY', ''],
    ['is no text', 'E_ENCODING', new Uint8Array([0x23, 0xff, 0xfe])],
    ['is too large', 'E_TOO_LARGE', 'a'.repeat(1024 * 1024 + 1)],
  ])('that %s is a fault', async (_, code, text) => {
    const person = new Person()
    if (text !== undefined) person.file('plan.md', text)
    await expect(person.preprocess('plan.md')).rejects.toMatchObject({ code })
  })
})

describe('standard input', () => {
  it.each(['-', undefined])('goes to standard output as bytes, and not to the clipboard (%s)', async (word) => {
    const person = new Person()
    person.stdin = ambiguous
    person.clipboard = 'mine'
    expect(await person.preprocess(word)).toEqual({ code: 0, out: safe })
    expect(person.clipboard).toBe('mine')
  })

  it('answers programs with the text and what was changed', async () => {
    const person = new Person()
    person.stdin = ambiguous
    expect(JSON.parse((await person.preprocess('-', { json: true })).out)).toMatchObject({
      from: 'stdin',
      changed: true,
      written: false,
      changes: [{ line: 24, kind: 'lengthened' }, { line: 29 }],
      text: safe,
    })
  })

  it('H90: on a terminal nothing in the plan acts', async () => {
    const person = new Person()
    person.stdin = `${safe}\u001b[2J\u0007`
    person.isSeen = true
    const { out } = await person.preprocess('-')
    expect(out).toContain('^[[2J^G')
    expect(out).not.toContain('\u001b')
  })
})

describe('the clipboard', () => {
  it('goes to standard output and back', async () => {
    const person = new Person()
    person.clipboard = ambiguous
    expect(await person.preprocess(undefined)).toEqual({ code: 0, out: safe })
    expect(person.clipboard).toBe(safe)
  })

  it.each([{ copy: false }, { check: true }, { diff: true }])('is left alone with %o', async (options) => {
    const person = new Person()
    person.clipboard = ambiguous
    await person.preprocess(undefined, options)
    expect(person.clipboard).toBe(ambiguous)
  })
})
