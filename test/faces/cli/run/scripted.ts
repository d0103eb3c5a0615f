import { join, resolve } from 'node:path'
import { approvePlan } from '../../../../src/faces/cli/steadplan/decide/approve.ts'
import { PlanPerson } from '../plan-person.ts'

/** What the scripted agent does at each attempt at each step. */
export type Script = Readonly<Record<string, readonly (readonly object[])[]>>

/** Somebody with an approved plan and the scripted agent, which is a program of its own. */
export async function personWithScript(
  plan: Readonly<Record<string, string>>,
  script: Script = {},
  settings: object = {},
): Promise<PlanPerson> {
  const person = new PlanPerson({ 'plan.md': '---\ntitle: Login\n---\n\nUsers can log in.\n', ...plan })
  const file = join(person.home, 'script.json')
  person.write('../script.json', JSON.stringify(script))
  const argv = [process.execPath, resolve('examples/agent/agent.mjs'), file]
  person.configure({ agents: { default: 'scripted', define: { scripted: { kind: 'acp', argv } } }, ...settings })
  await approvePlan(person.terminal, person.context, 'login', { yes: true })
  return person.hush()
}

export function task(front: string, text = 'Do it.'): string {
  return `---\n${front}\n---\n\n${text}\n`
}

/** The lines that a command wrote for programs. */
export function eventsOf(out: string): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}
