import { openAgent } from '../../../../agents/open-agent.ts'
import { testAgent } from '../../../../agents/test-agent.ts'
import { Fault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { standardAgent } from '../../../../run/agent-choice.ts'
import { durationText } from '../../../../run/duration-text.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, loadFrom } from '../config/context.ts'
import type { TestOptions } from '../run.ts'
import { findKnownAgents } from './known-agents.ts'
import { lastLine } from './picture.ts'

/** `steadplan agents test <name>` */
export async function tryAgent(
  terminal: Terminal,
  context: ConfigContext,
  name: string,
  { yes, json }: TestOptions,
): Promise<number> {
  const config = await loadFrom(context)
  const chosen = standardAgent(await findKnownAgents(context, config, name))
  if (!('kind' in chosen)) throw new Fault([chosen])
  const { machine } = context
  const cwd = await machine.files.realpath(config.places.workspace.root)
  if (!json) terminal.err(`Runs ${(chosen.argv ?? []).map((word) => visible(word)).join(' ')} in ${visible(cwd)}\n`)
  if (terminal.isInteractive && !yes && !json) {
    const answer = await context.ask('It asks a model for one word, which may cost something. Go on? [y/N] ')
    if (!/^y(?:es)?$/i.test(answer.trim())) return exitCodes.faults
  }
  const agent = openAgent(chosen, { machine, cwd })!
  try {
    const { ok, why, version, durationMs, text } = await testAgent(agent, { machine, cwd })
    if (json) terminal.out(`${jsonText({ name, ok, why, version, durationMs: Math.round(durationMs), text }, 2)}\n`)
    else {
      const after = `after ${durationText(durationMs)}`
      const words = ok
        ? `answers ${after}: ${lastLine(text)}`
        : `does not work, seen ${after}: ${why ?? 'no reason given'}`
      terminal.out(`${visible(`${name}${version === undefined ? '' : ` ${version}`} ${words}`)}\n`)
    }
    return ok ? exitCodes.ok : exitCodes.faults
  } finally {
    await agent.close()
  }
}
