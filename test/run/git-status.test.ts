import { expect, it } from 'vitest'
import { readGitStatus } from '../../src/run/git-status.ts'

const entries = [
  '# branch.oid 0727b1741f8ac8c6f46db90c182bd4f84d8970b7',
  '# branch.head main',
  '1 .M N... 100644 100644 100644 7898192261 7898192261 src/a file.ts',
  'u UU N... 100644 100644 100644 100644 1 2 3 src/both.ts',
  '? new\nline.txt',
  '? src/sub/deep.ts',
]
const text = entries.map((entry) => `${entry}\0`).join('')

it('reads paths with blanks and line ends, and the commit', () => {
  expect(readGitStatus(text)).toEqual({
    paths: ['src/a file.ts', 'src/both.ts', 'new\nline.txt', 'src/sub/deep.ts'],
    commit: '0727b1741f8ac8c6f46db90c182bd4f84d8970b7',
  })
})

it('gives paths from where we stand, and none from beside it', () => {
  expect(readGitStatus(text, 'src/').paths).toEqual(['a file.ts', 'both.ts', 'sub/deep.ts'])
})

it.each(['', '\0\0', '1 .M\0', '?\0', '# branch.oid (initial)\0'])('finds nothing in %j', (rubbish) => {
  expect(readGitStatus(rubbish)).toEqual({ paths: [] })
})
