import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { actionOutcomes } from '../../../src/run/actions/outcomes.ts'
import { takenBackBy } from '../../../src/run/actions/taken-back.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readRecords } from '../../../src/store/plan-log.ts'
import { makeProject } from './make-project.ts'
import { execute, short, TeddyProject } from './teddy-project.ts'

describe('what the log tells', () => {
  it('C47 of a run of an earlier release is what it told then', async () => {
    const fixture = 'test/store/fixtures/formats/format-1-actions'
    const { plan, actions } = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8'))
    const { root, place } = await makeProject([])
    cpSync(join(fixture, 'state'), place.directory, { recursive: true })
    const records = await readRecords(realMachine, place)
    const told = actionOutcomes(new TeddyProject(root, plan).approved.reading, records)
    expect(JSON.parse(JSON.stringify(told))).toEqual(actions)
    expect(takenBackBy(records)).toMatchObject({ why: 'a step failed', files: ['b.txt', 'docs/a.md'] })
    expect([...takenBackBy(records)!.aside.keys()]).toEqual(['b.txt'])
  })

  it('before anything was run', async () => {
    const project = await makeProject([execute('one'), execute('two')])
    const told = actionOutcomes(project.approved.reading, await project.records())
    expect(told.map(short)).toEqual(['EXECUTE waiting', 'EXECUTE waiting'])
  })

  it('a step that somebody did themselves', async () => {
    const project = await makeProject([execute('one')])
    const [step] = project.steps
    await project.say(() => [
      { type: 'step.moved', step: step!.id, from: 'pending', to: 'complete', by: 'ann', why: 'by hand' },
    ])
    const told = actionOutcomes(project.approved.reading, await project.records())
    expect(told).toMatchObject([{ status: 'succeeded', why: 'by hand' }])
  })

  it('files that a command changed, where git knows', async () => {
    const project = await makeProject([execute('echo x > made.txt'), execute('cat made.txt')])
    execFileSync('git', ['init', '-q'], { cwd: project.root })
    const { actions } = await project.run()
    expect(actions.map(({ files }) => files)).toEqual([['made.txt'], []])
  })
})
