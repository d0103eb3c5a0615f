/**
 * A lease gives one thing (a step, the run of a plan) to one holder for a time.
 *
 * Its token is the sequence number of the claim in the log, so a later claim always has a higher one. Whoever answers
 * with a token that is not the current one is too late and is refused, however sure it is of itself. Running out makes a
 * lease *takeable*, not void: as long as nobody took it, its holder may still finish.
 */
export interface Lease {
  readonly token: number
  readonly holder: string
  readonly ttlMs: number
  /** When it was last given or renewed. */
  readonly at: Instant
  /** The process that has to stay alive for the lease to hold. Absent for holders that come and go between calls. */
  readonly process?: ProcessIdentity
}

/**
 * A moment on two clocks. The monotonic one cannot be set, stands still while the machine sleeps and is the same for all
 * processes since the machine started; the wall clock is all that two machines have in common.
 */
export interface Instant {
  readonly wallMs: number
  readonly monotonicMs: number
  readonly host: string
  readonly boot: string
}

/**
 * Names one process for ever. A pid alone does not: pids are used again after a process ends and after a restart, and two
 * containers that share a directory both have a pid 1.
 */
export interface ProcessIdentity {
  readonly host: string
  /** Changes with every start of the machine; empty where the system does not tell. */
  readonly boot: string
  /** The space in which the pid counts; empty where the system has none. */
  readonly pidSpace: string
  readonly pid: number
  /** When the process started, in the system's own count; empty where the system does not tell. */
  readonly start: string
}

/** How long the lease still holds at a moment; zero or less: it has run out. */
export function remainingMs(lease: Pick<Lease, 'at' | 'ttlMs'>, now: Instant): number {
  const { at, ttlMs } = lease
  if (at.host !== now.host) return ttlMs - (now.wallMs - at.wallMs)
  if (at.boot !== now.boot) return 0
  return ttlMs - (now.monotonicMs - at.monotonicMs)
}
