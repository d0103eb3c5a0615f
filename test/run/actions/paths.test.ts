import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { makeProject } from './make-project.ts'
import { create, execute, faultOf, read, short } from './teddy-project.ts'

describe('F77: what other programs obey', () => {
  const paths = ['.git/config', '.GIT/config', '.claude/settings.json', '.Claude/settings.json', '.cursor/mcp.json']
  it.each(paths)('CREATE %s waits for a yes of its own, then is done', async (path) => {
    const project = await makeProject([create(path, 'x\n')])
    const { run, actions } = await project.run()
    expect(run.why).toContain('it waits for a yes of its own')
    expect(actions.map(short)).toEqual(['CREATE waiting'])
    expect(project.has(path)).toBe(false)
    await project.sayYes(1)
    expect((await project.run()).run.status).toBe('completed')
    expect(project.read(path)).toBe('x\n')
  })

  it('also behind a link in the project', async () => {
    const project = await makeProject([create('safe/config', 'x\n')])
    fs.mkdirSync(join(project.root, '.git'))
    fs.symlinkSync('.git', join(project.root, 'safe'))
    expect((await project.run()).run.why).toContain('it waits for a yes of its own')
    expect(project.has('.git/config')).toBe(false)
  })

  it('our own records are no file of a plan’s, whoever says yes', async () => {
    const project = await makeProject([create('.steadplan/plans/x/log.jsonl', 'x\n')])
    await project.sayYes(1)
    expect((await faultOf(project.run())).code).toBe('E_PROTECTED')
  })
})

describe('F73 to F75: links, pipes and large files', () => {
  it('F73 a folder that became a link out of the project after the check: nothing is written there', async () => {
    const outside = temporaryDirectory()
    const project = await makeProject([execute(`rmdir docs && ln -s ${outside} docs`), create('docs/a.md', 'x\n')])
    fs.mkdirSync(join(project.root, 'docs'))
    const { actions } = await project.run()
    expect(actions.map(short)).toEqual(['EXECUTE succeeded', 'CREATE failed'])
    expect(actions[1]!.why).toContain('E_OUTSIDE')
    expect(fs.readdirSync(outside)).toEqual([])
  })

  it('F73 READ through such a link is refused', async () => {
    const outside = temporaryDirectory()
    fs.writeFileSync(join(outside, 'secret'), 'secret')
    const project = await makeProject([execute(`rm -r docs && ln -s ${outside} docs`), read('docs/secret')])
    project.write('docs/secret', 'x')
    const { actions } = await project.run()
    expect(actions[1]).toMatchObject({ status: 'failed', why: expect.stringContaining('E_OUTSIDE') })
  })

  it('F74 a link at the name of the file itself is not followed', async () => {
    const outside = join(temporaryDirectory(), 'target')
    const project = await makeProject([execute(`ln -s ${outside} new.txt`), create('new.txt', 'x\n')])
    const { actions } = await project.run()
    expect(actions[1]!.status).toBe('failed')
    expect(fs.existsSync(outside)).toBe(false)
  })

  it('F75 a file that became a pipe is not waited for', async () => {
    const project = await makeProject([execute('rm a.txt && mkfifo a.txt'), read('a.txt')], { 'a.txt': 'a' })
    const { actions } = await project.run()
    expect(actions[1]).toMatchObject({ status: 'failed', why: expect.stringContaining('E_NOT_A_FILE') })
  })

  it('F75 of a file of 10 GB the beginning is read', async () => {
    const project = await makeProject([read('large')])
    project.write('large', '')
    fs.truncateSync(join(project.root, 'large'), 10 * 1024 ** 3)
    const { output } = (await project.run()).actions[0]!
    expect(output).toMatchObject({ bytes: 10 * 1024 ** 3, text: expect.stringContaining('bytes left out') })
  })
})
