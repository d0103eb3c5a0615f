import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { readTeddy } from '../../../src/dialects/teddy/read.ts'
import { sorted } from '../../../src/plan/diagnostics/diagnostic.ts'
import { renderTerminal } from '../../../src/plan/diagnostics/terminal.ts'
import { checkActions } from '../../../src/rules/actions/check.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { gatherFacts } from '../../../src/store/project-files/facts.ts'

/** Each folder is a plan, the project it is meant for, and all that is found. */
const folder = join(import.meta.dirname, 'fixtures')

it.each(readdirSync(folder))('%s', async (name) => {
  const place = join(folder, name)
  const root = join(place, 'project')
  const bytes = readFileSync(join(place, 'plan.md'))
  const { plan, text = '', diagnostics } = readTeddy('plan.md', bytes)
  const remembered = { ...listIn(place, 'memos'), ...listIn(place, 'context') }
  const facts = await gatherFacts(realMachine, root, plan!, remembered)
  const checked = checkActions(plan!, { file: 'plan.md', text, facts, isMeant: () => true })
  const changes = [...checked.changes].map(([position, { path, real, before, after }]) => ({
    position,
    path,
    real: relative(root, real),
    before,
    after,
  }))
  const told = [
    renderTerminal(sorted([...diagnostics, ...checked.diagnostics]), { source: () => text }) || 'ok',
    ...changes.map((change) => JSON.stringify(change)),
    ...checked.consents.map((consent) => JSON.stringify(consent)),
  ]
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot(join(place, 'expected.txt'))
})

function listIn(place: string, name: 'memos' | 'context'): { memos?: string[]; context?: string[] } {
  const path = join(place, `${name}.json`)
  return existsSync(path) ? { [name]: JSON.parse(readFileSync(path, 'utf8')) } : {}
}
