/** An agent as somebody describes it in a configuration file. */
export interface AgentSetting {
  readonly kind: 'acp' | 'command'
  /** The program and its arguments. */
  readonly argv: readonly string[]
  readonly promptBy?: 'stdin' | 'argument'
  /** Names of variables that are passed on to it beside the usual ones. */
  readonly pass?: readonly string[]
  /** Variables that are set for it. */
  readonly env?: Readonly<Record<string, string>>
}

/** A person is no program and cannot be described as one. */
export const agentNamePattern = /^(?!person$)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
