import { namedData } from '../prompts/data.ts'

/** A document that says what is wanted. */
export interface Spec {
  /** Its path from the root of the project. */
  readonly path: string
  readonly text: string
}

export function specData(spec: Spec | undefined): string {
  return spec === undefined ? 'There is none.' : namedData([{ name: spec.path, text: spec.text }])
}
