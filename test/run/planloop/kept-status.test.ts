import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { instructionsFor } from '../../../src/dialects/planloop/instructions/sync.ts'
import { jsonText } from '../../../src/plan/diagnostics/json-text.ts'
import { clearSignal, raiseSignal } from '../../../src/run/planloop/alert.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { makeDirectories } from '../../../src/store/files/whole.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { plainStatus } from '../../../src/store/planloop/plain/plain-status.ts'
import { type Loop, lock, loopWith, startLoop, task } from './session-kit.ts'

/** In a project whose instructions are the current ones. */
async function quickly({ root, home }: Loop, env: NodeJS.ProcessEnv = {}): Promise<string | undefined> {
  await makeDirectories(realFiles, join(root, 'docs'))
  await makeDirectories(realFiles, join(root, '.steadplan'))
  writeFileSync(join(root, 'docs/agents.md'), instructionsFor(undefined).content)
  return plainStatus(realFiles, home, root, env)
}

async function slowly({ status }: Loop): Promise<string> {
  return `${jsonText(await status({ compact: true }), 2)}\n`
}

const odd = 'Mind the \u009b and the \u202e, the “quotes” and 日本語.'

describe('what is kept of the status', () => {
  it('is to the letter what is answered without it, wherever the session stands', async () => {
    const loop = await startLoop()
    const same = async () => expect(await quickly(loop)).toBe(await slowly(loop))
    await same()
    await loop.update({
      add_tasks: [
        task('Add one part', { context_hints: [`Read \`spec.md\`. ${odd}`] }),
        task('More', { dependencies: [2] }),
      ],
      update_tasks: [{ id: 1, status: 'DONE' }],
    })
    await same()
    await raiseSignal(await loop.open(), { id: 'x', level: 'blocker', message: odd })
    await same()
    await clearSignal(await loop.open(), 'x')
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: odd }] })
    await same()
    await loop.update({ update_tasks: [{ id: 3, status: 'DONE' }], final_summary: odd })
    await same()
  })

  it('is found by the session of the variable as well', async () => {
    const loop = await startLoop()
    await startLoop()
    expect(await quickly(loop, { PLANLOOP_SESSION: loop.place.plan })).toBe(await slowly(loop))
    expect(await quickly(loop, { PLANLOOP_SESSION: '../x' })).toBeUndefined()
    expect(await quickly(loop, { PLANLOOP_SESSION: 'another-1' })).toBeUndefined()
  })

  it('does not count once anything was added to the log, by whomever', async () => {
    const loop = await loopWith([task('Add one part')])
    expect(await quickly(loop)).toBeDefined()
    const log = await openPlanLog(realMachine, loop.place, { lockWaitMs: lock.waitMs, command: 'test' })
    await log.decide(() => ({ records: [{ type: 'note', text: 'x', by: 'me' }], answer: undefined }))
    expect(await quickly(loop)).toBeUndefined()
    await loop.update({ update_tasks: [{ id: 2, notes: 'x' }] })
    expect(await quickly(loop)).toBe(await slowly(loop))
  })

  it('is not there while somebody has a claim, which can run out', async () => {
    const loop = await loopWith([task('Add one part'), task('More')])
    await loop.status({ agent: 'a' })
    expect(await quickly(loop)).toBeUndefined()
    await loop.update({ update_tasks: [{ id: 3, notes: 'x' }] })
    expect(await quickly(loop)).toBeUndefined()
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] }, { agent: 'a' })
    expect(await quickly(loop)).toBe(await slowly(loop))
  })

  it('is not there for a session whose tasks need a yes', async () => {
    expect(await quickly(await startLoop({ approval: true }))).toBeUndefined()
  })

  it('is left aside where the instructions in the project are not the current ones', async () => {
    const loop = await startLoop()
    const file = join(loop.root, 'docs/agents.md')
    expect(await plainStatus(realFiles, loop.home, loop.root, {})).toBeUndefined()
    await quickly(loop)
    writeFileSync(file, readFileSync(file, 'utf8').replace('planloop status', 'planloop statsu'))
    expect(await plainStatus(realFiles, loop.home, loop.root, {})).toBeUndefined()
    rmSync(file)
    expect(await plainStatus(realFiles, loop.home, loop.root, {})).toBeUndefined()
  })

  it('B33: is not believed when it is damaged anywhere', async () => {
    const loop = await startLoop()
    await quickly(loop)
    const path = join(loop.place.directory, 'status')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1
      writeFileSync(path, damaged)
      expect(await plainStatus(realFiles, loop.home, loop.root, {}), `byte ${at}`).toBeUndefined()
    }
    for (const length of [0, 1, 20, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      expect(await plainStatus(realFiles, loop.home, loop.root, {})).toBeUndefined()
    }
    writeFileSync(path, whole)
    expect(await plainStatus(realFiles, loop.home, loop.root, {})).toBeDefined()
  })
})

it('instructions that are in sync are seen as such, whatever a person wrote around them', async () => {
  const loop = await startLoop()
  await quickly(loop)
  const file = join(loop.root, 'docs/agents.md')
  const { content } = instructionsFor(undefined)
  const mine = '# Mine\n\nSome text.\n'
  const texts: [string, boolean][] = [
    [instructionsFor(mine).content, true],
    [content + mine, true],
    [instructionsFor(mine.replaceAll('\n', '\r\n')).content, true],
    [instructionsFor(`\ufeff${mine}`).content, true],
    [content + content, false],
    [`${content}<!-- planloop:end -->\n`, false],
    [` ${content}`, false],
    [content.slice(0, -2), false],
    [mine, false],
  ]
  for (const [text, inSync] of texts) {
    expect(instructionsFor(text).inSync, text.slice(0, 20)).toBe(inSync)
    writeFileSync(file, text)
    expect((await plainStatus(realFiles, loop.home, loop.root, {})) !== undefined, text.slice(0, 20)).toBe(inSync)
  }
})
