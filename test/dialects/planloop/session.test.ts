import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasSessionShape, type SessionRecord } from '../../../src/dialects/planloop/records.ts'
import { loadSession, saveSession } from '../../../src/dialects/planloop/saved-session.ts'
import {
  applyToSession,
  emptySession,
  isSaid,
  type Session,
  statusOfTask,
} from '../../../src/dialects/planloop/session.ts'
import { stepStatuses } from '../../../src/plan/step-status.ts'
import { seed } from '../../support/random.ts'

const at = '2026-01-01T00:00:00.000Z'

function folded(records: readonly SessionRecord[], session: Session = emptySession(), from = 1): Session {
  for (const [index, record] of records.entries()) applyToSession(session, { ...record, at, seq: from + index })
  return session
}

function throughSnapshot(session: Session): Session | undefined {
  const { data, bytes } = saveSession(session)
  // At a place in memory that four does not divide, as it may be read from the disk.
  return loadSession(JSON.parse(JSON.stringify(data)), Buffer.concat([Buffer.alloc(1), bytes]).subarray(1))
}

/** Everything that can be asked of a session. */
function seen(session: Session) {
  const { tasks, signals, plan, ...rest } = session
  const ids = [...tasks.values()].map(({ id }) => id)
  return {
    ...rest,
    signals: [...signals],
    leases: [...plan.leases],
    status: plan.status,
    tasks: [...tasks.values()],
    statuses: ids.map((id) => tasks.statusOf(id)),
    ready: ids.map((id) => tasks.isReady(id)),
    dependencies: ids.map((id) => tasks.dependenciesOf(id)),
    refs: ['a', 'b', 'c'].map((ref) => tasks.idOf(ref)),
  }
}

const text = fc.string({ unit: 'binary', maxLength: 8 })
const moment = { wallMs: 1, monotonicMs: 1, host: 'h', boot: 'b' }

/** Records as they can follow each other: of tasks that are there, and ids in turn. */
const history: fc.Arbitrary<SessionRecord[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(
        'add',
        'add',
        'change',
        'move',
        'move',
        'result',
        'raise',
        'clear',
        'lease',
        'summary',
        'note',
      ),
      pick: fc.nat(100),
      text,
      by: fc.constantFrom('a', 'b', 'anonymous'),
      to: fc.constantFrom(...stepStatuses),
      files: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
      ref: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    }),
    { maxLength: 40 },
  )
  .map((moves) => {
    const records: SessionRecord[] = [
      { type: 'session.started', goal: 'g', project: '/p', approval: false, meta: 1, by: 'me' },
    ]
    let count = 0
    for (const { kind, pick, text: said, by, to, files, ref } of moves) {
      const id = count === 0 ? 0 : (pick % count) + 1
      const more = { ...(files && { files }), ...(ref && kind === 'add' && { ref }) }
      const dependencies = id === 0 ? [] : [id]
      if (kind === 'add') {
        const lists = { dependencies, context_hints: [said], relevant_file_paths: [] }
        records.push({
          type: 'task.added',
          by,
          task: { id: ++count, title: said, type: 'chore', ...lists, ...more, ...(files && { verify: files }) },
        })
      } else if (kind === 'raise')
        records.push({ type: 'signal.raised', by, signal: { id: by, level: 'info', message: said } })
      else if (kind === 'clear') records.push({ type: 'signal.cleared', by, id: by })
      else if (kind === 'summary') records.push({ type: 'session.summary', by, text: said })
      else if (kind === 'note') records.push({ type: 'note', by, text: said })
      else if (id === 0) continue
      else if (kind === 'change')
        records.push({ type: 'task.changed', by, id, to: { title: said, ...(files && { files, verify: files }) } })
      else if (kind === 'move') records.push({ type: 'step.moved', step: String(id), from: 'pending', to, by })
      else if (kind === 'result')
        records.push({ type: 'step.result', step: String(id), agent: by, text: said, files: [] })
      else records.push({ type: 'lease.taken', on: `step:${id}`, holder: by, ttlMs: 1000, moment })
    }
    return records
  })

describe('a session', () => {
  it(`is the same from a snapshot at any point as from its first record (seed ${seed})`, () => {
    fc.assert(
      fc.property(history, fc.nat(), (records, cut) => {
        const point = cut % (records.length + 1)
        const loaded = throughSnapshot(folded(records.slice(0, point)))
        expect(loaded).toBeDefined()
        const after = folded(records.slice(point), loaded, point + 1)
        expect(seen(after)).toEqual(seen(folded(records)))
        // And a second time over what was read and changed.
        expect(seen(throughSnapshot(after)!)).toEqual(seen(folded(records)))
      }),
      { seed, numRuns: 200 },
    )
  })

  it(`records of every kind have the shape that is asked of them (seed ${seed})`, () => {
    fc.assert(
      fc.property(history, (records) => records.every((record) => hasSessionShape({ ...record, at, seq: 1 }))),
      { seed, numRuns: 50 },
    )
  })

  it('tells a failed task as open and an interrupted one as begun', () => {
    expect(stepStatuses.map((status) => statusOfTask({ status }))).toEqual([
      'TODO',
      'IN_PROGRESS',
      'DONE',
      'TODO',
      'CANCELLED',
      'IN_PROGRESS',
    ])
  })

  it('handing out says nothing, everything else does', () => {
    const move = { type: 'step.moved', step: '1', by: 'a' } as const
    expect(isSaid({ ...move, from: 'pending', to: 'in_progress', token: 4 })).toBe(false)
    expect(isSaid({ ...move, from: 'in_progress', to: 'interrupted' })).toBe(false)
    expect(isSaid({ ...move, from: 'interrupted', to: 'pending' })).toBe(false)
    expect(isSaid({ ...move, from: 'pending', to: 'in_progress' })).toBe(true)
    expect(isSaid({ ...move, from: 'in_progress', to: 'complete', token: 4 })).toBe(true)
    expect(isSaid({ type: 'lease.renewed', on: 'step:1', token: 4, moment })).toBe(false)
  })
})

describe('what did not come from us', () => {
  const added = { id: 1, title: 't', type: 'chore', dependencies: [], context_hints: [], relevant_file_paths: [] }

  it.each([
    { type: 'task.added', by: 'a', task: { ...added, id: 1.5 } },
    { type: 'task.added', by: 'a', task: { ...added, title: 7 } },
    { type: 'task.added', by: 'a', task: { ...added, dependencies: ['1'] } },
    { type: 'task.added', by: 'a', task: { ...added, type: 'epic' } },
    { type: 'task.added', by: 'a', task: null },
    { type: 'task.added', task: added },
    { type: 'task.changed', by: 'a', id: 1, to: { files: 'x' } },
    { type: 'task.changed', by: 'a', id: '1', to: {} },
    { type: 'signal.raised', by: 'a', signal: { id: 'x', level: 'fatal', message: 'm' } },
    { type: 'signal.cleared', by: 'a' },
    { type: 'session.started', goal: 'g', project: 'p', approval: 'no', by: 'a' },
    { type: 'session.summary', by: 'a', text: null },
    { type: 'step.moved', step: 1, from: 'pending', to: 'complete', by: 'a' },
  ])('%j has no shape of ours', (record) => {
    expect(hasSessionShape({ ...record, at, seq: 1 })).toBe(false)
  })

  it('C38: a task out of turn is corruption', () => {
    const record = { type: 'task.added', by: 'a', task: { ...added, id: 3 } } as SessionRecord
    expect(() => folded([record])).toThrow('E_JOURNAL_CORRUPT')
  })

  it.each([
    undefined,
    null,
    {},
    [],
    { format: 1 },
    (saved: object) => ({ ...saved, format: 2 }),
    (saved: object) => ({ ...saved, goal: 7 }),
    (saved: object) => ({ ...saved, signals: [{ id: 1 }] }),
    (saved: { tasks: object }) => ({ ...saved, tasks: { ...saved.tasks, count: 7 } }),
    (saved: { tasks: object }) => ({ ...saved, tasks: { ...saved.tasks, one: '00000001' } }),
    (saved: { tasks: object }) => ({ ...saved, tasks: { ...saved.tasks, lengths: [1, 2] } }),
    (saved: { tasks: object }) => ({ ...saved, tasks: { ...saved.tasks, names: undefined } }),
  ])('a snapshot like %s is not used', (made) => {
    const record = { type: 'task.added', by: 'a', task: added } as SessionRecord
    const { data, bytes } = saveSession(folded([record]))
    const saved = JSON.parse(JSON.stringify(data))
    expect(loadSession(saved, bytes)).toBeDefined()
    expect(loadSession(saved, bytes.subarray(1))).toBeUndefined()
    expect(loadSession(typeof made === 'function' ? made(saved) : made, bytes)).toBeUndefined()
  })
})
