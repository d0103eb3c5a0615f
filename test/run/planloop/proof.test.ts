import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { updateSession } from '../../../src/run/planloop/update.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readRecords } from '../../../src/store/plan-log.ts'
import { given, idGiven, type Loop, loopWith, task, updatingIn } from './session-kit.ts'

/** A command that is written without blanks in its parts. */
const node = (code: string) => `${process.execPath} -e ${JSON.stringify(code)}`

async function receipts(loop: Loop) {
  return (await readRecords(realMachine, loop.place)).flatMap((one) => (one.type === 'receipt' ? one : []))
}

describe('a task with commands is DONE when they pass', () => {
  it('and the log has a receipt for each', async () => {
    const loop = await loopWith([task('Add one part', { verify: [node('process.exit(0)'), node('1')] })])
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] })
    expect(await receipts(loop)).toMatchObject([
      { step: '2', passed: true, exitCode: 0 },
      { step: '2', passed: true, exitCode: 0 },
    ])
    expect((await loop.status()).now.reason).toBe('plan_completed')
  })

  it('one that fails refuses all of the update and says why; what it wrote is kept', async () => {
    const fails = node("console.error('two users have one name'); process.exit(3)")
    const loop = await loopWith([task('Add one part', { verify: [fails] }), task('Add another part')])
    const payload = {
      update_tasks: [
        { id: 2, status: 'DONE' },
        { id: 3, status: 'DONE' },
      ],
    } as const
    const [found, ...others] = await loop.refused(payload)
    expect(others).toEqual([])
    expect(found).toMatch(
      /^E_NOT_PROVEN update_tasks\[0\]\.status Task 2 is not DONE: .*exit code 3.*two users have one name/s,
    )
    expect(idGiven(await loop.status())).toBe(2)
    expect(await receipts(loop)).toMatchObject([{ step: '2', passed: false, exitCode: 3 }])
  })

  it('all that fail are named at once', async () => {
    const fails = node('process.exit(1)')
    const loop = await loopWith([task('Add one part', { verify: [fails] }), task('Add more', { verify: [fails] })])
    const all = [2, 3].map((id) => ({ id, status: 'DONE' as const }))
    expect(await loop.refused({ update_tasks: all })).toHaveLength(2)
  })

  it('nothing is run for an update that is refused anyway', async () => {
    const loop = await loopWith([task('Add one part', { verify: [node("require('fs').writeFileSync('ran','')")] })])
    await loop.refused({
      update_tasks: [
        { id: 2, status: 'DONE' },
        { id: 77, status: 'DONE' },
      ],
    })
    expect(existsSync(join(loop.root, 'ran'))).toBe(false)
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] })
    expect(existsSync(join(loop.root, 'ran'))).toBe(true)
  })

  it('commands that the same update takes away count still', async () => {
    const loop = await loopWith([task('Add one part', { verify: [node('process.exit(1)')] })])
    const [found] = await loop.refused({ update_tasks: [{ id: 2, status: 'DONE', verify: [] }] })
    expect(found).toMatch(/^E_NOT_PROVEN/)
  })

  it('no lock is held while they run, and the claim is kept alive', async () => {
    const waits = node("const fs=require('fs');fs.writeFileSync('began','');while(!fs.existsSync('go'));")
    const loop = await loopWith([task('Add one part', { verify: [waits] }), task('Add another part')])
    await loop.status({ agent: 'a', leaseMs: 300 })
    const done = loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] }, { agent: 'a', leaseMs: 300 })
    await until(() => existsSync(join(loop.root, 'began')))
    await loop.update({ update_tasks: [{ id: 3, notes: 'Somebody else writes meanwhile.' }] })
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(idGiven(await loop.status({ agent: 'b' }))).toBe(3)
    writeFileSync(join(loop.root, 'go'), '')
    await done
    expect(given(await loop.status({ agent: 'b' })).plan!.tasks[1]!.status).toBe('DONE')
  })

  it('where the task was changed meanwhile, what it says now is proven', async () => {
    const counts = node("require('fs').appendFileSync('runs','x');const t=Date.now();while(Date.now()-t<300);")
    const loop = await loopWith([task('Add one part', { verify: [counts] })])
    const done = loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] })
    await until(() => existsSync(join(loop.root, 'runs')))
    await loop.update({ update_tasks: [{ id: 2, notes: 'Changed.' }] })
    await done
    expect(readFileSync(join(loop.root, 'runs'), 'utf8')).toBe('xx')
  })

  it('commands that somebody adds in between are run before it is DONE', async () => {
    const loop = await loopWith([task('Add one part')])
    const other = await loop.open()
    let isFirst = true
    const machine = {
      ...realMachine,
      files: {
        ...realMachine.files,
        // The lock is about to be taken; somebody else is faster.
        link: async (from: string, to: string) => {
          if (isFirst) {
            isFirst = false
            const to = { verify: [node('process.exit(1)')] }
            await other.log.decide(() => ({
              records: [{ type: 'task.changed', id: 2, to, by: 'other' }],
              answer: undefined,
            }))
          }
          return realMachine.files.link(from, to)
        },
      },
    }
    const done = { add_tasks: [], update_tasks: [{ id: 2, status: 'DONE' as const }] }
    await expect(updateSession(await loop.open(machine), done, updatingIn(loop.root))).rejects.toMatchObject({
      code: 'E_NOT_PROVEN',
    })
  })

  it('P6: a command is run as its words say, without a shell', async () => {
    const loop = await loopWith([task('Add one part', { verify: ['echo $(touch pwned) ; touch pwned'] })]).catch(
      (error: unknown) => error as { code: string },
    )
    expect('code' in loop && loop.code).toBe('E_BAD_COMMAND')
  })
})

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5))
}
