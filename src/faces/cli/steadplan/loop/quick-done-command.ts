/** `done login schema --agent codex-1 --result "…" --json` in its parts. */
export interface QuickDone {
  readonly plan: string
  readonly step: string
  readonly agent: string
  readonly result: string
  readonly json: boolean
}

/** Only what is written in the plainest way, with the plan, the step and the agent named. */
export function quickDone(args: readonly string[], env: NodeJS.ProcessEnv): QuickDone | undefined {
  const [command, plan, step, ...flags] = args
  if (command !== 'done' || !isPlain(plan) || !isPlain(step)) return undefined
  let agent = env.AGENTCTL_AGENT
  let result: string | undefined = ''
  let json = false
  for (let at = 0; at < flags.length; at++) {
    if (flags[at] === '--json') json = true
    else if (flags[at] === '--agent') agent = flags[++at]
    else if (flags[at] === '--result') result = flags[++at]
    else return undefined
  }
  if (agent === undefined || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(agent)) return undefined
  return result === undefined || result.startsWith('-') ? undefined : { plan, step, agent, result, json }
}

function isPlain(word: string | undefined): word is string {
  return word !== undefined && /^[a-z0-9][a-z0-9-]*$/.test(word)
}
