/**
 * Changes one plan in ways that the tests can watch. Prints a word and what it was about for each thing that happened.
 *
 *     {"root": "…", "shape": "file", "name": "w3", "updates": 10}
 */
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { commit } from '../../../src/store/content/commit.ts'
import { noContent } from '../../../src/store/content/content.ts'
import { update } from '../../../src/store/content/update.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { bytes, lockOptions, placeIn, textOf } from '../../support/plan-place.ts'

interface Args {
  readonly root: string
  readonly shape?: 'file' | 'directory'
  readonly name: string
  /** How many lines it adds, each in a commit of its own; 0: until it is killed. */
  readonly updates?: number
  /** Create the plan with this text, without trying again. */
  readonly once?: string
}

const { root, shape, name, updates = 1, once }: Args = JSON.parse(process.argv[2]!)
const place = placeIn(root, shape)

if (once !== undefined) await commitOnce(once)
else for (let n = 0; updates === 0 || n < updates; n++) await addLine(`${name}.${n}`)

async function commitOnce(text: string): Promise<void> {
  try {
    await commit(realMachine, place, noContent, new Map([['plan.md', bytes(text)]]), { by: name }, lockOptions)
    console.log(`committed ${text}`)
  } catch (error) {
    if (!isFault(error)) throw error
    console.log(`refused ${error.code}`)
  }
}

async function addLine(line: string): Promise<void> {
  const paths = shape === 'directory' ? ['plan.md', 'tasks/01-a.md', 'tasks/02-b.md'] : ['plan.md']
  await update(
    realMachine,
    place,
    (content) => new Map(paths.map((path) => [path, bytes(`${textOf(content, path) ?? ''}${line}\n`)])),
    { by: name },
    lockOptions,
  )
  console.log(`acknowledged ${line}`)
}
