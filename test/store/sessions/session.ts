import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentflowHome } from '../../../src/store/sessions/agentflow-home.ts'
import { type SessionPlace, sessionPlace } from '../../../src/store/sessions/session-place.ts'

export const lock = { waitMs: 20_000, command: 'test' }

export function placeIn(root: string, id = 's1'): SessionPlace {
  return sessionPlace(agentflowHome({ AGENTFLOW_HOME: root }, root), id)
}

/** A record as somebody else may have left it, with the directories that it names inside of `plans`. */
export function writeRecord(place: SessionPlace, record: unknown, directories: readonly string[] = ['s1']): void {
  for (const name of directories) mkdirSync(join(place.plans, name), { recursive: true })
  mkdirSync(dirname(place.record), { recursive: true })
  writeFileSync(place.record, typeof record === 'string' ? record : JSON.stringify(record))
}

/** A small plan in a directory. */
export function writePlan(directory: string, texts: Readonly<Record<string, string>> = small): void {
  mkdirSync(join(directory, 'tasks'), { recursive: true })
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(directory, path), text)
}

export const small = {
  'plan.md': '---\ntitle: Add login\n---\n\nWhy and how.\n',
  'tasks/01-a.md': '---\nid: a\n---\n\nDo a.\n',
  'tasks/02-b.md': '---\nid: b\ndepends_on: [a]\n---\n\nDo b.\n',
}
