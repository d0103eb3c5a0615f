import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { keepCommit, lastCommit, type SessionCommit } from '../../../src/store/sessions/commits.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const empty: SessionCommit = { version: 1, plans: [], at: '', by: 'test', signed: [], removed: [], cleared: [] }

it('numbers commits one after the other and finds the last', async () => {
  const folder = join(temporaryDirectory(), 's1')
  expect(await lastCommit(realMachine, folder)).toBeUndefined()
  for (let number = 0; number < 11; number++) {
    expect(await keepCommit(realMachine, folder, number, { ...empty, by: `commit ${number + 1}` })).toBe(number + 1)
  }
  expect(await lastCommit(realMachine, folder)).toMatchObject({ number: 11, commit: { by: 'commit 11' } })
})

it('two commits never share a number, and none is written over', async () => {
  const folder = join(temporaryDirectory(), 's1')
  await keepCommit(realMachine, folder, 0, empty)
  expect(await keepCommit(realMachine, folder, 0, { ...empty, by: 'late' })).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['commit-000001.json', 'commit-000002.json'])
})

it('leaves nothing of a writer that was cut off', async () => {
  const folder = join(temporaryDirectory(), 's1')
  mkdirSync(folder)
  writeFileSync(join(folder, `.commit-000001.json.${'a'.repeat(32)}.tmp`), '{')
  await keepCommit(realMachine, folder, 0, empty)
  expect(readdirSync(folder)).toEqual(['commit-000001.json'])
})

it.each(['', '{', '[]', 'null', '{"version":2}', '{"version":1,"plans":[],"signed":[null],"removed":[],"cleared":[]}'])(
  'a last commit that reads %j is refused by name',
  async (text) => {
    const folder = temporaryDirectory()
    writeFileSync(join(folder, 'commit-000003.json'), text)
    await expect(lastCommit(realMachine, folder)).rejects.toThrow('E_SESSION_RECORD')
  },
)
