import { readKept } from '../../store/kept-bytes.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { ActionOutcome, OutcomeText } from './outcomes.ts'

/** What became of actions, with their texts as long as they are kept. A log holds no more than the ends of long ones. */
export async function withWholeTexts(
  machine: Machine,
  place: LogPlace,
  outcomes: readonly ActionOutcome[],
): Promise<ActionOutcome[]> {
  const whole = async (text: OutcomeText | undefined): Promise<OutcomeText | undefined> => {
    const bytes = text?.kept === undefined ? undefined : await readKept(machine, place, text.kept)
    return bytes === undefined ? text : { ...text!, text: Buffer.from(bytes).toString() }
  }
  const all: ActionOutcome[] = []
  for (const outcome of outcomes) {
    const [output, errors] = [await whole(outcome.output), await whole(outcome.errors)]
    all.push({ ...outcome, ...(output && { output }), ...(errors && { errors }) })
  }
  return all
}
