import { hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { TurnStanding } from '../../../../run/teddy/turn-standing.ts'
import { sessionsFolder } from '../../../../store/plans/teddy-plan.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import { counted } from '../../counted.ts'

/** Where a session stands, for people: `stopped: 2 of 5 done, 1 failed`. */
export function standingText({ is, actions, counts }: TurnStanding): string {
  switch (is) {
    case 'without plan':
      return 'waits for a plan'
    case 'planned':
      return `plan of ${counted(actions, 'action')} waits to be carried out`
    case 'concluded':
      return 'concluded'
    case 'running':
    case 'interrupted':
    case 'stopped':
    case 'executed': {
      const others = (['failed', 'skipped', 'in_progress', 'interrupted'] as const).filter((one) => counts.has(one))
      const told = others.map((status) => `, ${counts.get(status)} ${stepWords[status]}`)
      return `${is}: ${counts.get('complete') ?? 0} of ${actions} done${told.join('')}`
    }
  }
}

/** What to call next, with what it does. */
export function nextCommands(
  session: Pick<TeddySession, 'name' | 'last'>,
  { is, diagnostics }: TurnStanding,
): readonly (readonly [command: string, about: string])[] {
  const plan = `${sessionsFolder}/${session.name}/${turnName(session.last.number)}/plan.md`
  switch (is) {
    case 'without plan':
      return [
        ['teddy plan', 'ask for a plan'],
        ['teddy plan --from plan.md', 'take one that was written elsewhere'],
      ]
    case 'planned':
      if (hasErrors(diagnostics)) return [[`teddy check ${plan}`, 'what is wrong with the plan']]
      return [
        ['teddy execute', 'carry it out'],
        ['teddy plan --again -m "…"', 'ask for another one'],
      ]
    case 'running':
      return [['teddy status', 'how far it is']]
    case 'concluded':
      return [['teddy start -m "…"', 'begin something else']]
    case 'interrupted':
    case 'stopped':
    case 'executed':
      return [['teddy resume', 'go on']]
  }
}

/** `Architect, called by Pathfinder` */
export function agentText({ meta }: TeddySession['last']): string {
  const caller = meta.callers.at(-1)
  const name = meta.agent ?? ''
  return caller === undefined ? name : `${name}, called by ${caller.agent}`
}

/** `812 B`, `12 kB`, `3.4 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
