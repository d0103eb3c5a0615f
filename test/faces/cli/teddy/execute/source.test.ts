import * as fs from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { type ExecuteOptions, registerExecute } from '../../../../../src/faces/cli/teddy/execute.ts'
import { create, execute, planOf } from '../../action-plans/plan-text.ts'
import { ambiguous } from '../plans.ts'
import { codesIn, Executor, quiet } from './executor.ts'

const plan = planOf(execute('echo ran >> ran.txt'))
const kept = /^\.teddy\/plans\/a-page-about-installing-[0-9a-f]{8}\.md$/

function keptPlans(ann: Executor): string[] {
  const folder = join(ann.root, '.teddy/plans')
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => `.teddy/plans/${name}`) : []
}

describe('a file', () => {
  it('from where the person stands', async () => {
    const ann = new Executor({ 'docs/next.md': plan })
    ann.cwd = join(ann.root, 'docs')
    expect((await ann.execute('next.md', { yes: true })).err).toContain(
      'To carry it out once more: teddy execute next.md',
    )
    expect(ann.read('ran.txt')).toBe('ran\n')
  })

  it.each([
    ['../other.md', 'E_OUTSIDE'],
    ['link.md', 'E_OUTSIDE'],
    ['gone.md', 'E_NOT_A_FILE'],
    ['docs', 'E_NOT_A_FILE'],
  ])('F73: %s is refused', async (word, code) => {
    const ann = new Executor({ 'docs/x': '' })
    fs.writeFileSync(join(ann.home, 'other.md'), plan)
    fs.symlinkSync('../other.md', join(ann.root, 'link.md'))
    const said = await ann.execute(word, { yes: true })
    expect([said.code, codesIn(said)]).toEqual([1, [code]])
    expect(ann.has('.steadplan')).toBe(false)
  })

  it('E67: with fences that are not safe it is named with the command that mends it, and not changed', async () => {
    const ann = new Executor({ 'my plan.md': ambiguous })
    const said = await ann.execute('my plan.md', { yes: true })
    expect(said.code).toBe(1)
    expect(said.err).toContain("teddy preprocess 'my plan.md'")
    expect([ann.read('my plan.md'), ann.has('docs')]).toEqual([ambiguous, false])
  })

  it('that was cancelled is not carried out', async () => {
    const { cancelPlan } = await import('../../../../../src/faces/cli/steadplan/decide/cancel.ts')
    const ann = new Executor({ 'plan.md': plan })
    await cancelPlan({ ...quiet, isInteractive: false }, ann.context, 'plan.md', { yes: true })
    const said = await ann.execute('plan.md', { yes: true })
    expect([said.code, codesIn(said), ann.has('ran.txt')]).toEqual([1, ['E_BAD_MOVE'], false])
  })
})

describe.each(['stdin', 'clipboard'] as const)('%s', (from) => {
  function given(text: string): Executor {
    const ann = new Executor()
    ann[from] = text
    return ann
  }
  const word = from === 'stdin' ? '-' : undefined

  it('is mended and kept; the same text is the same plan, which is done once', async () => {
    const ann = given(ambiguous)
    const { code, out } = await ann.execute(word, { yes: true, copy: false })
    expect(code).toBe(0)
    expect(ann.read('docs/install.md')).toBe('# Install\n```sh\nnpm install\n```\n')
    expect(keptPlans(ann)).toEqual([expect.stringMatching(kept)])
    expect(out).toContain(`- Plan: \`${keptPlans(ann)[0]}\``)
    const again = await ann.execute(word, { copy: false })
    expect([again.code, ann.questions, keptPlans(ann).length]).toEqual([0, [], 1])
    expect(again.err).toContain('is done: 2 of 2 succeeded, before')
  })

  it('goes on where it stood', async () => {
    const ann = given(planOf(execute('echo 1 >> ran.txt'), execute('test -e go')))
    expect((await ann.execute(word, { yes: true, copy: false })).code).toBe(1)
    ann.write('go', '')
    const { code, err } = await ann.execute(word, { copy: false })
    expect([code, ann.read('ran.txt')]).toEqual([0, '1\n'])
    expect(err).toContain('1 of 2 actions done before\nFailed: 2 EXECUTE test -e go\n')
  })

  it('what is wrong is named, and nothing is kept', async () => {
    const ann = given(planOf(create('steadplan.json', 'x\n')))
    const said = await ann.execute(word, { yes: true, copy: false })
    expect([said.code, codesIn(said)]).toEqual([1, ['E_TEDDY_EXISTS']])
    expect(said.err).toMatch(new RegExp(`^<${from}>:\\d+:\\d+ `, 'm'))
    expect([keptPlans(ann), ann.has('.steadplan')]).toEqual([[], false])
  })

  it('nothing that is a plan: all that is missing is named', async () => {
    expect((await given('Dear reader,\n').execute(word, { copy: false })).code).toBe(1)
    expect(codesIn(await given('').execute(word, { copy: false }))).toEqual(['E_EMPTY'])
  })

  it('where nobody can be asked it is kept for the person', async () => {
    const ann = given(plan)
    ann.isInteractive = false
    const said = await ann.execute(word, { copy: false })
    expect([said.code, codesIn(said)]).toEqual([1, ['E_NEEDS_PERSON']])
    expect(said.err.replace(/\s+/g, ' ')).toContain(`Run \`teddy execute ${keptPlans(ann)[0]}\` at a terminal`)
    ann.isInteractive = true
    expect((await ann.execute(keptPlans(ann)[0], {}, ['y'])).code).toBe(0)
    expect(ann.read('ran.txt')).toBe('ran\n')
  })

  it('one that was changed where it is kept is not overwritten', async () => {
    const ann = given(plan)
    await ann.execute(word, { yes: true, copy: false })
    const [path] = keptPlans(ann)
    ann.write(path!, `${plan}\n`)
    const said = await ann.execute(word, { yes: true, again: true, copy: false })
    expect([said.code, codesIn(said)]).toEqual([3, ['CONFLICT']])
    expect([ann.read(path!), ann.read('ran.txt')]).toEqual([`${plan}\n`, 'ran\n'])
  })

  it('F73: nothing is kept behind a link', async () => {
    const ann = given(plan)
    fs.mkdirSync(join(ann.home, 'elsewhere'))
    fs.mkdirSync(join(ann.root, '.teddy'))
    fs.symlinkSync('../../elsewhere', join(ann.root, '.teddy/plans'))
    expect((await ann.execute(word, { yes: true, copy: false })).code).toBe(1)
    expect([fs.readdirSync(join(ann.home, 'elsewhere')), ann.has('ran.txt')]).toEqual([[], false])
  })
})

describe('a pipe', () => {
  it('is taken without a word as well, and an empty one is no reason to carry out something else', async () => {
    const ann = new Executor()
    ann.clipboard = plan
    ann.stdin = ''
    const said = await ann.execute(undefined, { yes: true })
    expect([said.code, codesIn(said), ann.has('ran.txt')]).toEqual([1, ['E_EMPTY'], false])
    expect(said.err).toContain('--session NAME')
    ann.stdin = plan
    expect((await ann.execute(undefined, { yes: true })).code).toBe(0)
  })
})

describe('a clipboard that cannot be reached', () => {
  it('is told with what works instead', async () => {
    const { fault } = await import('../../../../../src/plan/diagnostics/fault.ts')
    const ann = new Executor()
    Object.defineProperty(ann, 'inputs', {
      value: { ...ann.inputs, clipboard: { paste: () => Promise.reject(fault('E_NO_CLIPBOARD', 'none')) } },
    })
    const said = await ann.execute(undefined)
    expect([said.code, said.err.includes('teddy execute plan.md')]).toEqual([1, true])
  })
})

describe('--only', () => {
  /** What the parser of the command line makes of it. */
  function positions(text: string): readonly number[] | undefined {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
    registerExecute(program)
    const [command] = program.commands
    let only: readonly number[] | undefined
    command!.exitOverride().action((_file: unknown, options: ExecuteOptions) => {
      only = options.only
    })
    program.parse(['execute', `--only=${text}`], { from: 'user' })
    return only
  }

  it.each([
    ['3', [3]],
    ['1,3-5', [1, 3, 4, 5]],
    [' 5 - 6 , 2', [2, 5, 6]],
    ['2,2,1-2', [1, 2]],
  ])('%s', (text, expected) => {
    expect(positions(text)).toEqual(expected)
  })

  it.each(['', '0', '-1', '1-', '5-3', '1-2-3', 'a', '1,,2', '1.5', '999999', '1e3'])('%s is refused', (text) => {
    expect(() => positions(text)).toThrow('Numbers of actions are needed')
  })
})
