import { openPlanner, type PlannerValues } from '../../src/planner/open-planner.ts'
import type { Answer, PlannerSource, Question } from '../../src/planner/source.ts'

export const providerNames = ['anthropic', 'openai', 'compatible'] as const

export const testKey = 'key-of-the-test'

export function plannerValues(over: Partial<PlannerValues> = {}): PlannerValues {
  return {
    'planner.source': '',
    'planner.command': '',
    'planner.url': '',
    'planner.key': '',
    'planner.timeout': 20_000,
    ...over,
  }
}

/** A planner as the configuration opens it, with a model that is asked at the given address. */
export function modelAt(
  provider: (typeof providerNames)[number],
  url: string,
  over: Partial<PlannerValues> = {},
): PlannerSource {
  const values = plannerValues({
    'planner.source': `${provider}/test-model`,
    'planner.url': url,
    'planner.key': 'MY_KEY',
    ...over,
  })
  return openPlanner(values, { env: { MY_KEY: testKey }, cwd: '/', environment: {} })
}

/** A planner that gives one answer after the other, and keeps what it was asked. */
export function scripted(...answers: readonly string[]): PlannerSource & { readonly asked: Question[] } {
  const asked: Question[] = []
  return {
    name: 'scripted',
    asked,
    async ask(question): Promise<Answer> {
      asked.push(question)
      const text = answers[asked.length - 1]
      if (text === undefined) throw new Error(`asked ${asked.length} times`)
      question.onText?.(text)
      return { text, usage: { inputTokens: 100, outputTokens: 10 }, model: 'scripted-1' }
    },
  }
}
