import { describe, expect, it } from 'vitest'
import { ProcessGroup } from '../../src/process/group.ts'

type Answer = 'there' | 'ESRCH' | 'EPERM'

/** A group with number 5000 whose signals go nowhere: `answers` says what the system would answer, by target. */
function groupWith(answers: Record<string, Answer>) {
  const sent: string[] = []
  const kill = (pid: number, signal: string | 0): void => {
    if (signal !== 0) sent.push(`${signal} to ${pid}`)
    const answer = answers[pid] ?? 'ESRCH'
    if (answer !== 'there') throw Object.assign(new Error(answer), { code: answer })
  }
  return { group: new ProcessGroup(5000, kill, 'darwin'), sent, answers }
}

describe('a process group', () => {
  it.each([0, 1, -1, -5000, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('is never made of the number %d', (pid) => {
    expect(() => new ProcessGroup(pid)).toThrow(RangeError)
  })

  it('is signalled as a whole while its leader lives', () => {
    const { group, sent } = groupWith({ 5000: 'there', '-5000': 'there' })
    group.signal('SIGTERM')
    group.signal('SIGKILL')
    expect(sent).toEqual(['SIGTERM to -5000', 'SIGKILL to -5000'])
    expect(group.isGone()).toBe(false)
  })

  it('is signalled after its leader ended, as long as a member answers', () => {
    const { group, sent, answers } = groupWith({ '-5000': 'there' })
    group.leaderEnded()
    expect(group.isGone()).toBe(false)
    group.signal('SIGTERM')
    answers['-5000'] = 'ESRCH'
    expect(group.isGone()).toBe(true)
    expect(sent).toEqual(['SIGTERM to -5000'])
  })

  it('is never signalled again once nobody answered, whoever answers later', () => {
    const { group, sent, answers } = groupWith({ '-5000': 'ESRCH' })
    group.leaderEnded()
    expect(group.isGone()).toBe(true)
    answers['-5000'] = 'there'
    group.signal('SIGKILL')
    expect(group.isGone()).toBe(true)
    expect(sent).toEqual([])
  })

  it('is not signalled when its number was given out again', () => {
    for (const stranger of ['there', 'EPERM'] as const) {
      const { group, sent } = groupWith({ 5000: stranger, '-5000': 'there' })
      group.leaderEnded()
      group.signal('SIGKILL')
      expect(group.isGone()).toBe(true)
      expect(sent).toEqual([])
    }
  })

  it('is not gone when it may not be signalled', () => {
    const { group } = groupWith({ '-5000': 'EPERM' })
    group.leaderEnded()
    expect(group.isGone()).toBe(false)
  })

  it('is not gone before its leader was reaped, whatever the system answers', () => {
    const { group, sent } = groupWith({})
    group.signal('SIGTERM')
    expect(group.isGone()).toBe(false)
    group.signal('SIGKILL')
    expect(sent).toEqual(['SIGTERM to -5000', 'SIGKILL to -5000'])
  })
})
