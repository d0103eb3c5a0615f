import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ToolScope } from '../../../src/agents/agent.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { testAcpAgent, work } from '../support.ts'

const enforce = (...tools: string[]): ToolScope => ({ tools, mode: 'enforce' })
const log = (...tools: string[]): ToolScope => ({ tools, mode: 'log' })

describe('a permission', () => {
  it.each<[string, ToolScope, string, RegExp[]]>([
    ['ask edit', enforce('edit'), 'yes', []],
    ['ask edit', enforce('read'), 'no', [/`edit` is not among the tools of this step \(allowed are read\)/]],
    ['ask execute', enforce('read', 'edit', 'search'), 'no', [/`execute` is not among/]],
    ['ask execute', enforce('execute'), 'yes', []],
    ['ask other', enforce(), 'no', [/`other` is not among the tools of this step \(none are\)/]],
    ['ask edit src/a.ts', enforce('edit'), 'yes', []],
    ['ask edit ../a.ts', enforce('edit'), 'no', [/"\.\.\/a\.ts", it is outside/]],
    ['ask read /etc/passwd', enforce('read'), 'no', [/outside/]],
    ['ask edit .git/config', enforce('edit'), 'no', [/\.git is protected/]],
    ['ask edit src/a.ts .GIT/hooks/pre-push', enforce('edit'), 'no', [/protected/]],
    ['ask read .git/config', enforce('read'), 'yes', []],
    ['disguise', enforce('read'), 'no', [/`execute` is not among/]],
    ['always', enforce('edit'), 'cancelled', [/no yes for this once/]],
  ])('%s, with %o: %s', async (prompt, scope, answer, refusals) => {
    const outcome = await work(testAcpAgent(), prompt, { scope })
    expect(outcome).toMatchObject({ status: 'done', text: answer })
    expect(outcome.refusals).toEqual(refusals.map((pattern) => expect.stringMatching(pattern)))
    expect(outcome.updates.filter(({ kind }) => kind === 'refused')).toHaveLength(refusals.length)
  })

  it('G86 is for the exact name and nothing like it', async () => {
    for (const tool of ['Execute', 'execute ', 'execute\u200b', 'exec', '*']) {
      expect(await work(testAcpAgent(), 'ask execute', { scope: enforce(tool) })).toMatchObject({ text: 'no' })
    }
  })

  it('in log mode is given, and told', async () => {
    const outcome = await work(testAcpAgent(), 'ask execute', { scope: log() })
    expect(outcome).toMatchObject({ text: 'yes', refusals: [] })
    expect(outcome.updates[0]).toEqual({ kind: 'told', text: expect.stringContaining('It would have been refused to') })
  })
})

describe('a file', () => {
  it('is read, whole or in part', async () => {
    const agent = testAcpAgent()
    writeFileSync(join(agent.cwd, 'a.txt'), '\ufeffone\r\ntwo\nthree')
    expect(await work(agent, 'read a.txt')).toMatchObject({ text: '\ufeffone\r\ntwo\nthree' })
    expect(await work(agent, `read ${agent.cwd}/a.txt 2 1`)).toMatchObject({ text: 'two\n' })
    expect(await work(agent, 'read a.txt 3 9')).toMatchObject({ text: 'three' })
    expect(await work(agent, 'read a.txt 9 9')).toMatchObject({ text: '' })
  })

  it('is written, and keeps its mode', async () => {
    const agent = testAcpAgent()
    const path = join(agent.cwd, 'run.sh')
    writeFileSync(path, 'old')
    chmodSync(path, 0o750)
    expect(await work(agent, 'write run.sh new')).toMatchObject({ text: 'written' })
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(0o750)
  })

  it.each([
    ['read ../outside.txt', 'E_OUTSIDE'],
    ['read /etc/passwd', 'E_OUTSIDE'],
    ['read link.txt', 'E_OUTSIDE'],
    ['read folder/secret.txt', 'E_OUTSIDE'],
    ['write link.txt', 'E_OUTSIDE'],
    ['write folder/new.txt', 'E_OUTSIDE'],
    ['write folder/deep/new.txt', 'E_OUTSIDE'],
    ['write dangling.txt', 'E_OUTSIDE'],
    ['write ../outside.txt', 'E_OUTSIDE'],
    ['write .git/hooks/pre-commit', 'E_PROTECTED'],
    ['write .Claude/settings.json', 'E_PROTECTED'],
    ['write .steadplan/plans/x/log.jsonl', 'E_PROTECTED'],
    ['write inner-git/config', 'E_PROTECTED'],
  ])('F73 F77 %s is refused in both modes: %s', async (prompt, code) => {
    for (const scope of [enforce('read', 'edit'), log()]) {
      const agent = testAcpAgent()
      const elsewhere = temporaryDirectory()
      writeFileSync(join(elsewhere, 'secret.txt'), 'secret')
      symlinkSync(join(elsewhere, 'secret.txt'), join(agent.cwd, 'link.txt'))
      symlinkSync(elsewhere, join(agent.cwd, 'folder'))
      symlinkSync(join(elsewhere, 'nothing.txt'), join(agent.cwd, 'dangling.txt'))
      mkdirSync(join(agent.cwd, '.git'))
      symlinkSync(join(agent.cwd, '.git'), join(agent.cwd, 'inner-git'))
      const outcome = await work(agent, prompt, { scope })
      expect(outcome).toMatchObject({ status: 'done', text: expect.stringContaining(`error -32602: ${code}: Refused`) })
      expect(outcome.refusals).toHaveLength(1)
      expect(readFileSync(join(elsewhere, 'secret.txt'), 'utf8')).toBe('secret')
      for (const name of ['new.txt', 'nothing.txt', 'deep']) expect(existsSync(join(elsewhere, name))).toBe(false)
    }
  })

  it.each<[string, ToolScope, string]>([
    ['read a.txt', enforce('edit'), 'E_OUT_OF_SCOPE'],
    ['write a.txt', enforce('read'), 'E_OUT_OF_SCOPE'],
    ['read nothing.txt', enforce('read'), 'E_NOT_A_FILE'],
    ['read .', enforce('read'), 'E_NOT_A_FILE'],
    ['write folder', enforce('edit'), 'E_NOT_A_FILE'],
    ['read binary', enforce('read'), 'E_NOT_A_FILE'],
    ['read large', enforce('read'), 'E_TOO_LARGE'],
    ['big new.txt', enforce('edit'), 'E_TOO_LARGE'],
  ])('F75 %s with %o: %s', async (prompt, scope, code) => {
    const agent = testAcpAgent()
    mkdirSync(join(agent.cwd, 'folder'))
    writeFileSync(join(agent.cwd, 'a.txt'), 'a')
    writeFileSync(join(agent.cwd, 'binary'), Buffer.from([0xff, 0xfe, 0x00]))
    writeFileSync(join(agent.cwd, 'large'), Buffer.alloc(5 * 1024 * 1024))
    const { text } = await work(agent, prompt, { scope })
    expect(text).toContain(`${code}: `)
    expect(readFileSync(join(agent.cwd, 'a.txt'), 'utf8')).toBe('a')
  })
})

describe('a terminal', () => {
  it.each([
    ['run pwd', /^0 \/.*\n$/],
    ['run echo a; echo b >&2; exit 5', /^5 (a\nb|b\na)\n$/],
    ['run seq 1 1000', /^0 cut (.|\n)*1000\n$/],
    ['run no-such-program-here', /E_NO_PROGRAM/],
    ['kill', /There is no terminal .* in this step\. SIGTERM$/],
  ])('%s', async (prompt, text) => {
    expect(await work(testAcpAgent(), prompt, { scope: enforce('execute') })).toMatchObject({
      status: 'done',
      text: expect.stringMatching(text),
    })
  })

  it('is refused when `execute` is not listed', async () => {
    const outcome = await work(testAcpAgent(), 'run touch made', { scope: enforce('read', 'edit') })
    expect(outcome.text).toContain('E_OUT_OF_SCOPE')
    expect(outcome.refusals).toEqual([expect.stringContaining('It was refused to run "touch made"')])
  })

  it('does not see the keys of whoever runs us', async () => {
    process.env.STEADPLAN_TEST_KEY = 'secret'
    const outcome = await work(testAcpAgent(), 'run env | grep -c STEADPLAN_TEST_KEY', { scope: enforce('execute') })
    delete process.env.STEADPLAN_TEST_KEY
    expect(outcome.text).toBe('1 0\n')
  })

  it('ends with its step', async () => {
    const agent = testAcpAgent()
    expect(await work(agent, 'leave', { scope: enforce('execute') })).toMatchObject({ status: 'done' })
    expect(agent.pids()).toHaveLength(2)
    const alive = agent.pids().filter((pid) => existsSync(`/proc/${pid}`))
    expect(alive).toHaveLength(1)
  })
})
