/** What the number a command ends with means. Part of the contract: scripts branch on it. */
export const exitCodes = {
  ok: 0,
  /** It looked and found faults, or refused what was asked for. */
  faults: 1,
  /** The command line itself was wrong. */
  usage: 2,
  /** Somebody else was faster or holds the lock: trying again makes sense. */
  busy: 3,
  /** A defect of ours. */
  internal: 70,
  /** Ended by a signal: this plus its number. */
  signal: 128,
} as const
