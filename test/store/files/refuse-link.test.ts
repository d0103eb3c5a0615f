import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { refuseLink } from '../../../src/store/files/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

it('F73: Windows cannot open without following; a link that stands there is found by looking first', () => {
  const root = temporaryDirectory()
  const [file, link, dangling] = [join(root, 'file'), join(root, 'link'), join(root, 'dangling')]
  writeFileSync(file, 'text')
  symlinkSync(file, link)
  symlinkSync(join(root, 'nothing'), dangling)
  for (const path of [link, dangling]) {
    expect(() => refuseLink(path)).toThrow(expect.objectContaining({ code: 'ELOOP' }))
  }
  expect(() => refuseLink(join(root, 'nothing'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  expect(() => refuseLink(file)).not.toThrow()
})
