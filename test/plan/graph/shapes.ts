import fc from 'fast-check'
import type { GraphStep } from '../../../src/plan/graph/graph.ts'

/** `'a: b c, b:, c: b'` as steps: each id with the ids it depends on. */
export function steps(text: string): GraphStep[] {
  const parts = text === '' ? [] : text.split(',')
  return parts.map((part) => {
    const [id = '', dependsOn = ''] = part.split(':')
    return { id: id.trim(), dependsOn: ids(dependsOn) }
  })
}

export function ids(text: string): string[] {
  return text.split(' ').filter((id) => id !== '')
}

/** Each step depends on the one before it. */
export function chain(size: number): GraphStep[] {
  return numbered(size, (step) => (step === 0 ? [] : [step - 1]))
}

/** Each step depends on the next, the last on the first. */
export function ring(size: number): GraphStep[] {
  return numbered(size, (step) => [(step + 1) % size])
}

/** One step, then a layer, then a layer in which each depends on all of the first layer, then one step. */
export function diamond(width: number): GraphStep[] {
  const layer = Array.from({ length: width }, (_, place) => place + 1)
  const last = 2 * width + 1
  return numbered(last + 1, (step) => {
    if (step === 0) return []
    if (step <= width) return [0]
    return step === last ? layer.map((place) => place + width) : layer
  })
}

/** Edges without pattern that are the same in every run; with `isAcyclic` they all lead to lower steps. */
export function tangle(size: number, edges: number, isAcyclic: boolean): GraphStep[] {
  let state = 42
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const targets: number[][] = Array.from({ length: size }, () => [])
  for (let edge = 0; edge < edges; edge++) {
    const from = 1 + random(size - 1)
    targets[from]!.push(random(isAcyclic ? from : size))
  }
  return numbered(size, (step) => targets[step]!)
}

export function numbered(size: number, dependsOn: (step: number) => readonly number[]): GraphStep[] {
  return Array.from({ length: size }, (_, step) => ({ id: `s${step}`, dependsOn: dependsOn(step).map((n) => `s${n}`) }))
}

/** Any graph: cycles, steps that depend on themselves, on steps that do not exist, and twice on the same one. */
export function anySteps(most: number): fc.Arbitrary<GraphStep[]> {
  return fc.integer({ min: 0, max: most }).chain((size) => {
    const dependency = fc
      .integer({ min: 0, max: size + 1 })
      .map((step) => (step > size ? 'nowhere' : `s${step % size}`))
    const dependsOn = fc.array(dependency, { maxLength: size })
    return fc
      .array(dependsOn, { minLength: size, maxLength: size })
      .map((all) => all.map((some, step) => ({ id: `s${step}`, dependsOn: some })))
  })
}

/** Sound dependencies only, and every step may stand before those it depends on. */
export function anyAcyclicSteps(most: number): fc.Arbitrary<GraphStep[]> {
  return fc.integer({ min: 0, max: most }).chain((size) => {
    const rows = fc.tuple(
      ...Array.from({ length: size }, (_, step) =>
        fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, step - 1) }), { maxLength: step }),
      ),
    )
    return rows.chain((all) => {
      const made = all.map((some, step) => ({ id: `s${step}`, dependsOn: some.map((n) => `s${n}`) }))
      return fc.shuffledSubarray(made, { minLength: size, maxLength: size })
    })
  })
}
