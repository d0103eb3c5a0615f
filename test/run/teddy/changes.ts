import { existsSync, readFileSync } from 'node:fs'
import { readTeddy } from '../../../src/dialects/teddy/read.ts'
import { applyTurn } from '../../../src/run/teddy/apply-turn.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { changeContext } from '../../../src/store/teddy/context.ts'
import { createSession } from '../../../src/store/teddy/create-session.ts'
import { savePlan } from '../../../src/store/teddy/save-plan.ts'
import { say } from '../../../src/store/teddy/say.ts'
import { readSession } from '../../../src/store/teddy/session.ts'
import type { TeddyPlace } from '../../../src/store/teddy/teddy-place.ts'

const lock = { waitMs: 20_000, command: 'test' }

/** What can happen to sessions, each as one command does it, and what stands before it. */
export const changes: Readonly<Record<string, (machine: Machine, place: TeddyPlace) => Promise<unknown>>> = {
  start: (machine, place) =>
    createSession(machine, place, { name: 'search', agent: 'Scout', input: 'Find.\n', context: ['a.md'] }, lock),
  plan: (machine, place) =>
    savePlan(machine, place, { session: 'login', turn: 1, text: plan, origin: { from: 'x' }, before: undefined }, lock),
  'plan again': (machine, place) =>
    savePlan(machine, place, { session: 'planned', turn: 1, text: 'new', origin: { from: 'x' }, before: plan }, lock),
  say: async (machine, place) => say(machine, place, (await readSession(machine, place, 'login'))!.last, 'More.', lock),
  context: async (machine, place) => {
    const session = (await readSession(machine, place, 'login'))!
    await changeContext(machine, place, session, { add: ['b.md'], remove: ['a.md'] }, lock)
  },
  turn: (machine, place) => applyTurn(machine, place, executed('planned'), lock),
  conclude: (machine, place) => applyTurn(machine, place, executed('ending'), lock),
}

export async function prepare(machine: Machine, place: TeddyPlace): Promise<void> {
  for (const name of ['login', 'planned', 'ending']) {
    await createSession(machine, place, { name, input: 'Do.\n', context: ['a.md'] }, lock)
    const save = { session: name, turn: 1, text: texts[name]!, origin: { from: 'x' }, before: undefined }
    if (name !== 'login') await savePlan(machine, place, save, lock)
  }
  const session = (await readSession(machine, place, 'planned'))!
  await changeContext(machine, place, session, { add: ['old.md'], always: true }, lock)
}

/** Whether a memo of the plan is among those of the project. */
export function isRemembered({ memos }: TeddyPlace): boolean {
  return existsSync(memos) && readFileSync(memos, 'utf8').includes('A new fact.')
}

const head = '# A plan\n- **Agent:** Scout\n\n## Memos\n````\n[+] A new fact.\n````\n\n## Action Plan\n'
const plan = `${head}
### \`READ\`
- **Resource:** [the guide](https://example.com/guide)

### \`PRUNE\`
- **Resource:** [old.md](/old.md)

### \`INVOKE\`
- **Agent:** Architect

Go on.
`
const ending = `${head}
### \`CONCLUDE\`

Done.
`
const texts: Readonly<Record<string, string>> = { planned: plan, ending }

function executed(session: 'planned' | 'ending') {
  const read = readTeddy('plan.md', Buffer.from(texts[session]!)).plan!
  const outcomes = read.actions.map(({ position }) => ({
    position,
    status: 'succeeded' as const,
    output: { text: 'A page.', bytes: 7 },
  }))
  return { session, turn: 1, plan: read, outcomes, report: '# Report\n' }
}
