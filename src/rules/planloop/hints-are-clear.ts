import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'
import { isVerb, wordsOf } from './words.ts'

/** A hint says what to do, or points at something. */
export function hintsAreClear({ task, path }: WrittenTask): DataFault[] {
  return task.context_hints.flatMap((hint, which) => {
    if (hint.trim() === '' || pointsAtSomething(hint) || saysWhatToDo(hint)) return []
    const actual = hint.slice(0, 80)
    const message = `${labelOf(task)} has a hint that neither says what to do nor points at anything: "${actual}".`
    return [dataFault('E_HINT_VAGUE', `${path}.context_hints[${which}]`, message, { actual })]
  })
}

//     `code`   http://…   src/a   § 3   #12   'Login'   "Login"   "snake_case"   camelCase   call()
function pointsAtSomething(hint: string): boolean {
  return /[`§#"“”]|:\/\/|\w\/\w|\w\.\w|\w_\w|[a-z][A-Z]|\w\(|(?:^|\s)'\S/.test(hint)
}

function saysWhatToDo(hint: string): boolean {
  // Words of other languages we do not know: who writes them is taken at their word.
  if (/[^\0-\x7f]/.test(hint.replace(/[\u2010-\u2027\u2030-\u205e]/g, ''))) return true
  return wordsOf(hint).some((word) => isVerb(word) || references.has(word))
}

const references: ReadonlySet<string> = new Set(
  `appendix changelog chapter example figure issue line lines page paragraph readme rfc section spec specification table
  test tests ticket`.split(/\s+/),
)
