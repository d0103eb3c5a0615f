import type { Instant, ProcessIdentity } from '../../plan/lease.ts'
import type { Files } from '../files/port.ts'

/** The machine as the store sees it: its disk, its processes, its clocks. Tests replace it whole. */
export interface Machine {
  readonly files: Files
  /** Who this process is. */
  self(): ProcessIdentity
  /** Who has a pid now, which has to be that of a process on this machine. */
  identify(pid: number): ProcessIdentity
  fate(of: ProcessIdentity): Fate
  now(): Instant
  /** 128 random bits in hexadecimal. */
  nonce(): string
  sleep(ms: number): Promise<void>
  /** Has a file removed when this process ends in any orderly way. */
  removeAtExit(path: string): void
}

/** `unknown`: it runs, or ran, where this process cannot look. It is never treated as dead. */
export type Fate = 'alive' | 'dead' | 'unknown'
