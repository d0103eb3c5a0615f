import { execFileSync } from 'node:child_process'
import type { PlanPerson } from '../plan-person.ts'
import { personWithScript, type Script } from './scripted.ts'

/** Somebody with an approved plan, whose project is a repository with everything committed. */
export async function personWithRepository(
  plan: Readonly<Record<string, string>>,
  script: Script = {},
): Promise<PlanPerson> {
  const person = await personWithScript(plan, script)
  git(person, 'init', '--quiet', '--initial-branch=main')
  git(person, 'config', 'user.name', 'Ann')
  git(person, 'config', 'user.email', 'ann@example.org')
  git(person, 'add', '--all')
  git(person, 'commit', '--quiet', '--message', 'first')
  return person
}

export function git({ root, home }: PlanPerson, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: home }
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
}

export function branchesOf(person: PlanPerson): string[] {
  return git(person, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n')
}
