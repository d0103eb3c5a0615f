import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { isPlainId } from '../../../src/store/sessions/plain/plain-id.ts'
import { checkSessionId, sessionIdOf } from '../../../src/store/sessions/session-id.ts'

const good = ['s1', 'A', '01950f64-7d3e-7b2a-9c41-3f2a6d0e8b57', 'thread_456', 'a.b', '__proto__', 'x'.repeat(128)]
const bad = [
  '../../x',
  '..',
  '.',
  '.agentctl',
  'a/b',
  'a\\b',
  'a\0b',
  'a b',
  'a\n',
  'ä',
  'a\u202eb',
  'a..b',
  'a.',
  'CON',
  'nul.txt',
  '~',
  'C:x',
  'x'.repeat(300),
  // Files that stand beside the record of a session.
  's1.json',
  's1.topic',
  'S1.JSON',
]

describe('F71: a session id', () => {
  it.each(good)('%j is taken', (id) => {
    expect(sessionIdOf({ AGENTCTL_SESSION_ID: id })).toBe(id)
  })

  it.each(bad)('%j is refused before a path is made of it', (id) => {
    expect(checkSessionId(id)?.code).toBe('E_BAD_ID')
    expect(codeOf(() => sessionIdOf({ AGENTCTL_SESSION_ID: id }))).toBe('E_BAD_ID')
  })

  it.each(bad)('%j is not taken by the short way either', (id) => {
    expect(isPlainId(id)).toBe(false)
  })

  it.each([{}, { AGENTCTL_SESSION_ID: '' }])('missing in %j is said', (env) => {
    expect(codeOf(() => sessionIdOf(env))).toBe('E_NO_SESSION')
  })
})

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    return isFault(error) ? error.code : String(error)
  }
  return undefined
}
