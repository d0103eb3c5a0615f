/** `next login --agent codex-1 --json` in its parts. */
export interface QuickCommand {
  readonly plan: string
  readonly agent: string
  readonly budget?: number
  readonly json: boolean
}

/** Only what is written in the plainest way, with the plan and the agent named; anything else is for the parser of options. */
export function quickCommand(args: readonly string[], env: NodeJS.ProcessEnv): QuickCommand | undefined {
  const [command, plan, ...flags] = args
  if (command !== 'next' || plan === undefined || !/^[a-z0-9][a-z0-9-]*$/.test(plan)) return undefined
  let agent = env.AGENTCTL_AGENT
  let budget: string | undefined
  let json = false
  for (let at = 0; at < flags.length; at++) {
    if (flags[at] === '--json') json = true
    else if (flags[at] === '--agent') agent = flags[++at]
    else if (flags[at] === '--budget') budget = flags[++at]
    else return undefined
  }
  if (agent === undefined || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(agent)) return undefined
  if (budget === undefined) return flags.at(-1) === '--budget' ? undefined : { plan, agent, json }
  return /^[1-9][0-9]{0,8}$/.test(budget) ? { plan, agent, json, budget: Number(budget) } : undefined
}
