import { describe, expect, test } from 'vitest'
import { callerOf } from '../../../src/faces/cli/caller.ts'
import type { Terminal } from '../../../src/faces/cli/terminal.ts'

const terminal = (isInteractive: boolean) => ({ isInteractive }) as Terminal

describe('who calls', () => {
  test.each<[env: NodeJS.ProcessEnv, isInteractive: boolean, by: string, channel: string]>([
    [{ USER: 'ann' }, true, 'ann', 'terminal'],
    [{ USER: 'ann' }, false, 'ann', 'command'],
    [{ LOGNAME: 'ann' }, true, 'ann', 'terminal'],
    [{ USER: 'ann', CLAUDECODE: '1' }, true, 'claude-code', 'agent'],
    [{ USER: 'ann', CODEX_SANDBOX: 'seatbelt' }, false, 'codex', 'agent'],
    [{ USER: 'ann', CURSOR_AGENT: '1' }, true, 'cursor', 'agent'],
    [{ USER: 'ann', GEMINI_CLI: '1' }, true, 'gemini', 'agent'],
    [{ USER: 'ann', AGENTCTL_SESSION_ID: 's' }, true, 'agent', 'agent'],
    [{ USER: 'ann', AGENTCTL_SESSION_ID: 's', AGENTCTL_AGENT: 'codex' }, true, 'codex', 'agent'],
    [{ USER: 'ann', CLAUDECODE: '' }, true, 'ann', 'terminal'],
  ])('%j, at a terminal: %s', (env, isInteractive, by, channel) => {
    expect(callerOf(env, terminal(isInteractive))).toEqual({ by, channel })
  })

  test('somebody, where the environment tells no name', () => {
    expect(callerOf({}, terminal(true)).by).not.toBe('')
  })
})
