import { describe, expect, it } from 'vitest'
import type { BlockedAnswer } from '../../../src/dialects/planloop/status-answer.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { given, idGiven, loopWith, task } from './session-kit.ts'

/** The machine some seconds from now. */
function later(seconds: number) {
  const now = () => {
    const real = realMachine.now()
    return { ...real, wallMs: real.wallMs + seconds * 1000, monotonicMs: real.monotonicMs + seconds * 1000 }
  }
  return { ...realMachine, now }
}

const three = [task('Add one part'), task('Add another part'), task('Add a third part', { dependencies: [2, 3] })]

describe('agents with names', () => {
  it('each gets a task of its own, the same one when it asks again', async () => {
    const loop = await loopWith(three)
    const first = given(await loop.status({ agent: 'a' }))
    expect(first.now.current_task).toMatchObject({ id: 2, status: 'IN_PROGRESS' })
    expect(first.claim).toMatchObject({ agent: 'a', lease_seconds: 60 })
    expect(first.next_command).toContain('--agent a')
    expect(idGiven(await loop.status({ agent: 'b' }))).toBe(3)
    const again = given(await loop.status({ agent: 'a' }))
    expect(again.now.current_task.id).toBe(2)
    expect(again.claim).toEqual(first.claim)
    const third = (await loop.status({ agent: 'c' })) as BlockedAnswer
    expect(third.now.reason).toBe('blocked')
    expect(third.blocked_count).toBe(3)
    expect(third.blocked.map(({ id, waiting_for, why }) => [id, waiting_for, why.replace(/\d+ s/, 'N s')])).toEqual([
      [2, [], 'a has it for another N s'],
      [3, [], 'b has it for another N s'],
      [4, [2, 3], 'it waits for 2, 3'],
    ])
  })

  it('nobody else changes a task that is claimed', async () => {
    const loop = await loopWith(three)
    await loop.status({ agent: 'a' })
    for (const agent of ['b', undefined]) {
      for (const change of [{ status: 'DONE' }, { status: 'TODO' }, { notes: 'x' }, { title: 'Another' }] as const) {
        const [found] = await loop.refused(
          { update_tasks: [{ id: 2, ...change }] },
          agent === undefined ? {} : { agent },
        )
        expect(found).toMatch(/^E_CLAIMED update_tasks\[0\]\.id Task 2 is claimed by a for another \d+ s\.$/)
      }
    }
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] }, { agent: 'a' })
    expect(idGiven(await loop.status({ agent: 'b' }))).toBe(3)
  })

  it('a claim that ran out goes to the next, with a word about who had it', async () => {
    const loop = await loopWith(three)
    await loop.status({ agent: 'a' })
    const next = given(await loop.status({ agent: 'b', machine: later(61) }))
    expect(next.now.current_task.id).toBe(2)
    expect(next.interrupted).toMatchObject({ by: 'a' })
    expect(next.interrupted!.since).toMatch(/^\d{4}-/)
  })

  it('C42: who comes back too late is refused, and told who has it and what was done since', async () => {
    const loop = await loopWith(three)
    const late = given(await loop.status({ agent: 'a' }))
    await loop.status({ agent: 'b', machine: later(61), leaseMs: 3_600_000 })
    const done = { update_tasks: [{ id: 2, status: 'DONE', result: 'Mine.' }] } as const
    expect((await loop.refused(done, { agent: 'a' }))[0]).toMatch(/^E_CLAIMED .* claimed by b/)
    expect((await loop.refused(done, { agent: 'a', token: late.claim!.token }))[0]).toMatch(
      /^E_LEASE_LOST .*IN_PROGRESS now, by b \(since \S+; b has it\)/,
    )
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: 'Two tables.' }] }, { agent: 'b' })
    for (const token of [undefined, late.claim!.token]) {
      expect((await loop.refused(done, { agent: 'a', ...(token !== undefined && { token }) }))[0]).toMatch(
        /^E_LEASE_LOST update_tasks\[0\]\.id You have no claim on task 2 that counts: it is DONE now, by b \(since \S+; it was reported: Two tables\.\)\.$/,
      )
    }
    expect(given(await loop.status()).plan!.tasks[1]).toMatchObject({ status: 'DONE', result: 'Two tables.' })
  })

  it('who ran out and was followed by nobody may still finish', async () => {
    const loop = await loopWith(three)
    const { claim } = given(await loop.status({ agent: 'a', leaseMs: 1 }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] }, { agent: 'a', token: claim!.token })
    expect(idGiven(await loop.status({ agent: 'a' }))).toBe(3)
  })

  it('to say the same again is no fault', async () => {
    const loop = await loopWith(three)
    await loop.status({ agent: 'a' })
    const done = { update_tasks: [{ id: 2, status: 'DONE' }] } as const
    await loop.update(done, { agent: 'a' })
    expect(await loop.refused(done, { agent: 'a' })).toEqual([])
  })

  it('a task that is given back is free again at once', async () => {
    const loop = await loopWith(three)
    await loop.status({ agent: 'a' })
    await loop.update({ update_tasks: [{ id: 2, status: 'TODO', notes: 'Half of it is there.' }] }, { agent: 'a' })
    const next = given(await loop.status({ agent: 'b' }))
    expect(next.now.current_task).toMatchObject({ id: 2, notes: 'Half of it is there.' })
    expect(next).not.toHaveProperty('interrupted')
  })

  it('IN_PROGRESS by an update is a claim as well', async () => {
    const loop = await loopWith(three)
    await loop.update({ update_tasks: [{ id: 3, status: 'IN_PROGRESS' }] }, { agent: 'b' })
    expect(idGiven(await loop.status({ agent: 'a' }))).toBe(2)
    expect(idGiven(await loop.status({ agent: 'b' }))).toBe(3)
  })

  it.each(['', 'anonymous', '-x', 'a b', 'a;rm', "a'b", 'x'.repeat(101), 'ä'])('%j is no name', async (agent) => {
    const loop = await loopWith(three)
    expect((await loop.refused({ update_tasks: [{ id: 2, notes: 'x' }] }, { agent }))[0]).toMatch(/^E_BAD_ID/)
    await expect(loop.status({ agent })).rejects.toMatchObject({ code: 'E_BAD_ID' })
  })
})

describe('the one without a name', () => {
  it('claims nothing, and is not given what others have', async () => {
    const loop = await loopWith(three)
    await loop.status({ agent: 'a' })
    expect(idGiven(await loop.status())).toBe(3)
    expect(idGiven(await loop.status())).toBe(3)
    expect(idGiven(await loop.status({ agent: 'b' }))).toBe(3)
  })

  it('what it began is not given to others, who may free it', async () => {
    const loop = await loopWith(three.slice(0, 1))
    await loop.update({ update_tasks: [{ id: 2, status: 'IN_PROGRESS' }] })
    expect(idGiven(await loop.status())).toBe(2)
    const other = (await loop.status({ agent: 'a' })) as BlockedAnswer
    expect(other.blocked[0]!.why).toContain('set it to TODO to free it')
    await loop.update({ update_tasks: [{ id: 2, status: 'TODO' }] }, { agent: 'a' })
    expect(idGiven(await loop.status({ agent: 'a' }))).toBe(2)
  })
})

describe('tasks that touch the same file', () => {
  const both = [
    task('Change the users', { files: ['src/users.ts'] }),
    task('Change them more', { files: ['./src/Users.ts'] }),
    task('Make a page', { creates: ['src/page.ts'], relevant_file_paths: ['src/page.ts'] }),
    task('Change all of it', { files: ['src/'] }),
  ]

  it('are not given out at the same time', async () => {
    const loop = await loopWith(both)
    expect(idGiven(await loop.status({ agent: 'a' }))).toBe(2)
    expect(idGiven(await loop.status({ agent: 'b' }))).toBe(4)
    const third = (await loop.status({ agent: 'c' })) as BlockedAnswer
    expect(third.blocked.filter(({ waiting_for }) => waiting_for.length > 0)).toEqual([
      expect.objectContaining({ id: 3, waiting_for: [2], why: 'task 2, which is in progress, touches the same files' }),
      expect.objectContaining({ id: 5, waiting_for: [2] }),
    ])
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] }, { agent: 'a' })
    expect(idGiven(await loop.status({ agent: 'c' }))).toBe(3)
  })

  it('are, for who allows it', async () => {
    const loop = await loopWith(both)
    await loop.status({ agent: 'a' })
    expect(idGiven(await loop.status({ agent: 'b', allowOverlap: true }))).toBe(3)
  })
})
