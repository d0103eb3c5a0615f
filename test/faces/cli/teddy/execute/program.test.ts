import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { realMachine } from '../../../../../src/store/machine/real.ts'
import { createSession } from '../../../../../src/store/teddy/create-session.ts'
import { lockOptions } from '../../../../support/plan-place.ts'
import { create, execute, planOf } from '../../action-plans/plan-text.ts'
import { ambiguous } from '../plans.ts'
import { chat, Executor } from './executor.ts'
import { atTerminal, endAll, start, until, workersIn } from './terminal.ts'

afterEach(endAll)

const waits = 'test -f go || { echo here; sleep 300; }'
const slow = planOf(execute('echo 1 >> ran'), execute(waits), execute('echo 3 >> ran'))

/** Somebody who lets programs approve, so that no terminal is needed. */
function trusting(files: Readonly<Record<string, string>>): Executor {
  const ann = new Executor(files)
  ann.configure({ approval: { policy: 'auto' } })
  return ann
}

describe.runIf(process.platform === 'linux')('at a terminal', () => {
  it('asks about each action, has a message answered, and prints the report', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n'), create('b.txt', 'b\n'), chat('Right?')) })
    const run = atTerminal(ann, ['execute', 'plan.md'])
    for (const [at, key] of ['y', 'n', 'a'].entries()) {
      await run.saw(`Action ${at + 1} of 3`)
      await until(() => run.seen().split('[q]uit > ').length === at + 2)
      run.type(`${key}\n`)
    }
    await run.saw('» ')
    run.type('One.\nTwo.\n\n')
    const { code, out } = await run.ended
    expect([code, ann.has('a.txt'), ann.has('b.txt')]).toEqual([0, true, false])
    expect(out).toContain('The answer:\n\n```text\nOne.\nTwo.\n```')
    expect(out).toContain('3 in all, 2 approved, 1 skipped, 2 succeeded, 0 failed')
  })

  it('who closes the input has said nothing', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n')) })
    const run = atTerminal(ann, ['execute', 'plan.md'])
    await run.saw('[q]uit > ')
    run.type('\u0004')
    expect([(await run.ended).code, ann.has('a.txt'), ann.has('.steadplan')]).toEqual([1, false, false])
  })

  it('Ctrl-C at a question ends it, and nothing was recorded', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n')) })
    const run = atTerminal(ann, ['execute', 'plan.md'])
    await run.saw('[q]uit > ')
    run.type('\u0003')
    expect([(await run.ended).code, ann.has('.steadplan')]).toEqual([130, false])
  })

  it('an agent that opened it is still an agent', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n')) })
    for (const mark of ['CLAUDECODE', 'CODEX_SANDBOX', 'GEMINI_CLI', 'AGENT']) {
      const { code, out } = await atTerminal(ann, ['execute', 'plan.md', '--yes'], { [mark]: '1' }).ended
      expect([mark, code, out.includes('E_NEEDS_PERSON')]).toEqual([mark, 1, true])
    }
    expect(ann.has('a.txt')).toBe(false)
  })

  it('H90: a picture that moves, in which nothing of the plan acts', async () => {
    const hostile = "printf '\\033]0;evil\\007\\033[2J\\n'"
    const ann = new Executor({ 'plan.md': planOf(execute(hostile), execute('sleep 0.3; exit 1')) })
    const { code, out } = await atTerminal(ann, ['execute', 'plan.md', '--yes'], { TERM: 'xterm' }).ended
    expect(code).toBe(1)
    expect(out).toContain('✗ 2 EXECUTE sleep 0.3; exit 1 failed')
    expect(out).not.toContain('\u001b]0;')
    expect(out).not.toContain('\u001b[2J')
    // The cursor is seen again before the report begins.
    expect(out.lastIndexOf('\u001b[?25h')).toBeLessThan(out.indexOf('# Report'))
    expect(out.lastIndexOf('\u001b[?25h')).toBeGreaterThan(out.lastIndexOf('\u001b[?25l'))
  })

  it('Ctrl-C once: what runs comes to its end, and nothing more is begun', async () => {
    const ann = new Executor({ 'plan.md': slow.replace('sleep 300', 'sleep 1; touch ended') })
    const run = atTerminal(ann, ['execute', 'plan.md', '--yes'])
    await run.saw(/: here\n/)
    run.type('\u0003')
    const { code, out } = await run.ended
    expect([code, ann.has('ended'), ann.read('ran')]).toEqual([130, true, '1\n'])
    expect(out).toContain('Stopping: nothing more is begun')
    expect((await atTerminal(ann, ['execute', 'plan.md']).ended).code).toBe(0)
    expect(ann.read('ran')).toBe('1\n3\n')
  })

  it('Ctrl-C twice: what runs is cancelled, and decided about the next time', async () => {
    const ann = new Executor({ 'plan.md': slow })
    const run = atTerminal(ann, ['execute', 'plan.md', '--yes'])
    await run.saw(/: here\n/)
    run.type('\u0003')
    await run.saw('Stopping')
    run.type('\u0003')
    const { code, out } = await run.ended
    expect([code, workersIn(ann.root)]).toEqual([130, []])
    expect(out).toContain('| 2 | `EXECUTE test -f go')
    const next = atTerminal(ann, ['execute', 'plan.md'])
    await next.saw('keep it as it is, redo it, skip it, or fail? [k/r/s/f] ')
    next.type('s\n')
    expect([(await next.ended).code, ann.read('ran')]).toEqual([0, '1\n3\n'])
  })

  it('Ctrl-C while a message waits for an answer ends it at once; it is asked again', async () => {
    const ann = new Executor({ 'plan.md': planOf(chat('Right?'), create('a.txt', 'a\n')) })
    const run = atTerminal(ann, ['execute', 'plan.md', '--yes'])
    await run.saw('» ')
    run.type('half an answer\n\u0003')
    expect([(await run.ended).code, ann.has('a.txt')]).toEqual([130, false])
    const next = atTerminal(ann, ['execute', 'plan.md'])
    await next.saw('» ')
    next.type('Yes.\n\n')
    const { code, out } = await next.ended
    expect([code, ann.has('a.txt'), out.includes('```text\nYes.\n```')]).toEqual([0, true, true])
  })
})

describe('C36: kill -9', () => {
  it('in the middle of a command: what is done is said and not done again, what was cut off is decided about', async () => {
    const ann = trusting({ 'plan.md': slow })
    const run = start(ann, ['execute', 'plan.md', '--yes'])
    await run.saw(/: here\n/)
    process.kill(run.pid, 'SIGKILL')
    await run.ended
    const refused = await start(ann, ['execute', 'plan.md']).ended
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('1 of 3 actions done before\nInterrupted: 2 EXECUTE test -f go')
    expect(refused.err.replace(/\s+/g, ' ')).toContain('`teddy execute plan.md` with one of --interrupted keep')
    ann.write('go', '')
    const { code, out } = await start(ann, ['execute', 'plan.md', '--interrupted', 'redo']).ended
    expect([code, ann.read('ran')]).toEqual([0, '1\n3\n'])
    expect(out).toContain('- Status: **completed**')
    expect(workersIn(ann.root)).toEqual([])
  })

  it('of a plan from a pipe: pasting it again goes on', async () => {
    const ann = trusting({})
    const run = start(ann, ['execute', '--yes'], slow)
    await run.saw(/: here\n/)
    process.kill(run.pid, 'SIGKILL')
    await run.ended
    const { code } = await start(ann, ['execute', '--interrupted', 'skip'], slow).ended
    expect([code, ann.read('ran'), workersIn(ann.root)]).toEqual([0, '1\n3\n', []])
  })

  it('of the plan of a session: resume goes on, and the turn ends', async () => {
    const ann = trusting({})
    const session = { name: 'login', agent: 'Pathfinder', input: 'x\n', context: [] }
    await createSession(realMachine, ann.place, session, lockOptions)
    ann.write('.teddy/sessions/login/01/plan.md', slow)
    const run = start(ann, ['execute', '--session', 'login', '--yes'])
    await run.saw(/: here\n/)
    const other = await start(ann, ['execute', '--session', 'login', '--yes']).ended
    expect([other.code, other.err.includes('E_CLAIMED')]).toEqual([3, true])
    process.kill(run.pid, 'SIGKILL')
    await run.ended
    ann.write('go', '')
    const { code, err } = await start(ann, ['resume', '--interrupted', 'redo']).ended
    expect([code, ann.read('ran')]).toEqual([0, '1\n3\n'])
    expect(err).toContain('login, turn 02')
    expect(ann.has('.teddy/sessions/login/01/report.md')).toBe(true)
  })

  it('of a run that keeps its changes together: it goes on, and all is kept or put back', async () => {
    for (const end of ['true', 'false']) {
      const plan = planOf(create('a.txt', 'a\n'), execute(waits), create('b.txt', 'b\n'), execute(end))
      const ann = trusting({ 'plan.md': plan })
      const run = start(ann, ['execute', 'plan.md', '--yes', '--atomic'])
      await run.saw(/: here\n/)
      process.kill(run.pid, 'SIGKILL')
      await run.ended
      ann.write('go', '')
      const { code } = await start(ann, ['execute', 'plan.md', '--interrupted', 'redo']).ended
      const isKept = end === 'true'
      expect([code, ann.has('a.txt'), ann.has('b.txt')]).toEqual([isKept ? 0 : 1, isKept, isKept])
    }
  })
})

describe('in and out', () => {
  it('a pipe goes in, the report comes out', async () => {
    const ann = trusting({})
    const { code, out, err } = await start(ann, ['execute', '-', '--yes'], ambiguous).ended
    expect([code, ann.read('docs/install.md')]).toEqual([0, '# Install\n```sh\nnpm install\n```\n'])
    expect(out).toMatch(/^# Report: A page about installing\n/)
    expect(err).toMatch(/✓ 1 CREATE docs\/install\.md done after /)
  })

  it.runIf(process.platform === 'linux')('from the clipboard, and the report goes back to it', async () => {
    const ann = new Executor()
    const bin = join(ann.home, 'bin')
    fs.mkdirSync(bin)
    fs.writeFileSync(join(bin, 'kept'), ambiguous)
    const script = `#!/bin/sh\ncase "$3" in -in) cat > '${bin}/kept';; -out) cat '${bin}/kept';; esac\n`
    fs.writeFileSync(join(bin, 'xclip'), script, { mode: 0o755 })
    const path = { PATH: `${bin}:${process.env.PATH}` }
    const { code, out } = await atTerminal(ann, ['execute', '--yes'], path).ended
    expect([code, ann.has('docs/install.md')]).toEqual([0, true])
    expect(out).toContain('The report is on the clipboard')
    expect(fs.readFileSync(join(bin, 'kept'), 'utf8')).toMatch(/^# Report: A page about installing\n/)
  })

  it('whoever reads along may leave; what was begun comes to its end', async () => {
    const ann = trusting({ 'plan.md': planOf(execute('sleep 0.3; touch a'), execute('touch b')) })
    const run = start(ann, ['execute', 'plan.md', '--yes', '--json'])
    await run.saw('"type":"run"')
    run.leave()
    expect([(await run.ended).code, ann.has('b')]).toEqual([0, true])
  })

  it('a wrong command line is told', async () => {
    const ann = new Executor()
    for (const args of [
      ['--only', '0'],
      ['--interrupted', 'what'],
      ['--consent', 'x'],
      ['a', 'b'],
    ]) {
      expect((await start(ann, ['execute', ...args]).ended).code).toBe(2)
    }
  })
})
