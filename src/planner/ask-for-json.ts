import { readJsonAnswer, type Shape } from './read-json-answer.ts'
import { type Asking, type Refined, refine } from './refine.ts'

export interface JsonRequest<Value> extends Asking {
  readonly prompt: string
  /** The noun for what is asked for, for people. */
  readonly what: string
  readonly shape: Shape<Value>
}

/** Asks for data in a certain shape, and again with all faults while it does not have it. */
export function askForJson<Value>({ shape, ...asking }: JsonRequest<Value>): Promise<Refined<Value>> {
  return refine({ ...asking, form: jsonForm, examine: (answer) => readJsonAnswer(answer, shape) })
}

export const jsonForm = 'the JSON object'
