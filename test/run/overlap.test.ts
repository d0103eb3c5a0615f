import { describe, expect, it } from 'vitest'
import { overlap, touchedBy } from '../../src/run/overlap.ts'

const meet = (a: string, b: string): boolean => overlap(touchedBy([a]), touchedBy([b]))

describe('two steps that may touch the same file', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src//a.ts'],
    ['src/./a.ts', 'src/b/../a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['src/A.ts', 'src/a.ts'],
    ['caf\u00e9.md', 'cafe\u0301.md'],
    ['src', 'src/deep/a.ts'],
    ['src/', 'src/a.ts'],
    ['.', 'anything'],
    ['src/*.ts', 'src/a.ts'],
    ['src/*.ts', 'src'],
    ['src/**', 'src/deep'],
    ['src/a*', 'src/ab/c.ts'],
    ['src/*.ts', 'src/a*.ts'],
    ['**/*.md', 'docs/x.md'],
    ['src/{a,b}.ts', 'src/b.ts'],
    ['src/!(a).ts', 'src/b.ts'],
    ['!src', 'lib'],
    ['@database', '@database'],
    ['@database', '@Database'],
  ])('%s and %s', (a, b) => {
    expect(meet(a, b)).toBe(true)
    expect(meet(b, a)).toBe(true)
  })
})

describe('two steps that cannot', () => {
  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src', 'src2/a.ts'],
    ['src/a', 'src/ab'],
    ['src/*.ts', 'lib/a.ts'],
    ['src/*', 'src2'],
    ['@database', '@network'],
    ['@database', 'database'],
    ['app/(group)/page.tsx', 'app/(other)/page.tsx'],
  ])('%s and %s', (a, b) => {
    expect(meet(a, b)).toBe(false)
    expect(meet(b, a)).toBe(false)
  })

  it('one that touches nothing is in nobody’s way', () => {
    expect(overlap(touchedBy(undefined), touchedBy(['.']))).toBe(false)
  })
})
