import { Fault, fault } from '../../../../plan/diagnostics/fault.ts'
import { unknownStep } from '../../../../plan/graph/messages.ts'
import type { Step } from '../../../../plan/types.ts'

/** The step that is meant by what somebody typed: its id, or the beginning of it when no other begins the same. */
export function chooseStep(steps: readonly Step[], word: string): Step {
  const exact = steps.find(({ id }) => id === word)
  if (exact) return exact
  const [first, ...more] = word === '' ? [] : steps.filter(({ id }) => id.startsWith(word))
  if (first === undefined) {
    throw new Fault([
      unknownStep(
        word,
        steps.map(({ id }) => id),
      ),
    ])
  }
  if (more.length === 0) return first
  const ids = [first, ...more].slice(0, mostNamed).map(({ id }) => id)
  throw fault('E_UNKNOWN_STEP', `"${word}" is the beginning of several steps`, {
    actual: word,
    hint: `Say which: ${ids.join(', ')}${more.length >= mostNamed ? ' …' : ''}.`,
  })
}

const mostNamed = 10
