import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'
import { wordsOf } from './words.ts'

/** From the title one can tell when the task is done. */
export function titleIsClear({ task, path }: WrittenTask): DataFault[] {
  const why = whyVague(task.title)
  if (why === undefined) return []
  return [dataFault('E_TITLE_VAGUE', `${path}.title`, `${labelOf(task)} does not say when it is done: ${why}.`)]
}

function whyVague(title: string): string | undefined {
  const words = wordsOf(title)
  if (words.length === 0) return undefined
  const open = words.find((word) => openEnded.has(word))
  if (open !== undefined) return `"${open}" has no end`
  // A name, a number or a quotation makes it something that can be looked at.
  if (/[`"“0-9/_]|[a-z][A-Z]/.test(title)) return undefined
  if (words.length < 2) return 'it is a single word'
  const [verb = '', ...rest] = words
  if (endless.has(verb)) return `"${verb}" needs something to measure it by, or the name of what changes`
  if (rest.every((word) => general.has(word))) return 'it names nothing in particular'
  return undefined
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const openEnded = list('etc misc miscellaneous stuff things various whatever everything somehow')

const endless = list(
  `enhance improve modernise modernize optimise optimize polish rework streamline tidy tweak work investigate explore
  consider think look`,
)

const general = list(
  `a an and all any app application architecture backend bug bugs change changes cleanup code codebase coding design doc docs
  documentation error errors feature features fix fixes for frontend functionality goal implementation in issue issues
  it logic more my of on other our part plan problem problems product project refactoring remaining requirements rest
  some spec specification system task tasks test testing tests the this to up work`,
)
