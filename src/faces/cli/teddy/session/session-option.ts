export interface WithSession {
  readonly session?: string
}

/** `--session`, as its help says it. */
export const sessionOption = [
  '--session <name>',
  'the session that is meant; without it TEDDY_SESSION, the current one, or the only one',
] as const
