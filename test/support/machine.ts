import type { ProcessIdentity } from '../../src/plan/lease.ts'
import type { Files } from '../../src/store/files/port.ts'
import type { Machine } from '../../src/store/machine/port.ts'

/** A machine in a test: any disk, a clock that only sleeping moves, and processes that die when the test says so. */
export interface TestMachine extends Machine {
  readonly identity: ProcessIdentity
}

let nonces = 0

export function testMachine(
  files: Files,
  { pid = 1, boot = 'boot-1', dead = () => false, nonce = countingNonce }: TestMachineOptions = {},
): TestMachine {
  let monotonicMs = 1_000_000
  const identity = { host: 'here', boot, pidSpace: 'pids', pid, start: '1' }
  return {
    files,
    identity,
    self: () => identity,
    identify: (other) => ({ ...identity, pid: other }),
    fate: (of) => (of.boot !== boot || dead(of.pid) ? 'dead' : 'alive'),
    now: () => ({ wallMs: Date.UTC(2026, 0, 1) + monotonicMs, monotonicMs, host: 'here', boot }),
    nonce,
    sleep: async (ms) => {
      monotonicMs += ms
    },
    removeAtExit: () => {},
  }
}

export interface TestMachineOptions {
  readonly pid?: number
  readonly boot?: string
  readonly dead?: (pid: number) => boolean
  readonly nonce?: () => string
}

function countingNonce(): string {
  return (++nonces).toString(16).padStart(32, '0')
}
