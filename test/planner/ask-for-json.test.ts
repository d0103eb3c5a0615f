import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { askForJson } from '../../src/planner/ask-for-json.ts'
import type { PlannerProgress } from '../../src/planner/progress.ts'
import { UnsoundDraft } from '../../src/planner/refine.ts'
import { zodShape } from '../../src/planner/zod-shape.ts'
import { modelServer } from './model-server.ts'
import { modelAt, providerNames, scripted } from './planner-kit.ts'

const schema = z.strictObject({ steps: z.array(z.strictObject({ name: z.string(), hours: z.int() })) })
const shape = zodShape(schema)
const prompt = 'Which steps?\n'
const good = { steps: [{ name: 'a', hours: 1 }] }

function ask(source: ReturnType<typeof scripted>, attempts = 3, onProgress?: (progress: PlannerProgress) => void) {
  return askForJson({ source, attempts, prompt, what: 'steps', shape, onProgress })
}

describe('data in a certain shape', () => {
  it('is taken when it has it', async () => {
    const source = scripted(`Here:\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``)
    expect(await ask(source)).toEqual({
      value: good,
      diagnostics: [],
      attempts: 1,
      usage: { inputTokens: 100, outputTokens: 10 },
      model: 'scripted-1',
    })
    expect(source.asked[0]!.prompt).toBe(prompt)
  })

  it.each<[string, string, string[]]>([
    ['no JSON', 'I would rather not.', ['There is no JSON object in the answer.']],
    ['broken JSON', '{"steps": [{"name": "a" "hours": 1}]}', ['answer.json:1:', '{"name": "a" "hours": 1}']],
    ['a key twice', '{"steps": [], "steps": []}', ['E_DUPLICATE_KEY']],
    [
      'another shape',
      '{"steps": [{"name": 1, "hours": "2"}, {"hours": 1.5}], "more": 1}',
      ['steps[0].name', 'steps[0].hours', 'steps[1].name', 'steps[1].hours', 'more'],
    ],
    ['too deep', `{"steps": ${'['.repeat(100)}${']'.repeat(100)}}`, ['E_TOO_DEEP']],
  ])('%s: is asked for again, with everything that is wrong', async (_, bad, words) => {
    const source = scripted(bad, JSON.stringify(good))
    const { value, attempts, usage } = await ask(source)
    expect([value, attempts, usage]).toEqual([good, 2, { inputTokens: 200, outputTokens: 20 }])
    const again = source.asked[1]!.prompt
    expect(again.startsWith(prompt)).toBe(true)
    expect(again).toContain(`data\n${bad}\n`)
    for (const word of words) expect(again).toContain(word)
  })

  it('is asked for no more often than allowed; the last answer is kept, and what all of them used', async () => {
    const source = scripted('one', 'two', '{"steps": 3}')
    const error = await ask(source, 3).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnsoundDraft)
    expect(error).toMatchObject({
      code: 'E_PLAN_NOT_SOUND',
      draft: '{"steps": 3}',
      usage: { inputTokens: 300, outputTokens: 30 },
      diagnostics: [{ message: expect.stringContaining('3 times') }, { code: 'E_ANSWER_SHAPE', path: 'steps' }],
    })
    expect(source.asked).toHaveLength(3)
  })

  it('tells what goes on', async () => {
    const seen: string[] = []
    await ask(scripted('no', JSON.stringify(good)), 2, (progress) => {
      seen.push(progress.kind === 'asked' ? `${progress.what} ${progress.attempt}/${progress.of}` : progress.kind)
    })
    expect(seen).toEqual(['steps 1/2', 'text', 'answered', 'faulty', 'steps 2/2', 'text', 'answered'])
  })

  it('D56: a key that would reach a prototype is a key like any other', async () => {
    const source = scripted('{"__proto__": {"steps": []}, "constructor": 1}', JSON.stringify(good))
    expect((await ask(source)).attempts).toBe(2)
    expect(({} as Record<string, unknown>).steps).toBeUndefined()
  })
})

it.each(providerNames)('%s: over the wire, the second answer after the faults of the first', async (provider) => {
  const server = await modelServer({ text: '{"steps": [{}]}', piece: 3 }, { text: JSON.stringify(good), piece: 3 })
  const source = modelAt(provider, server.url)
  const { value, usage, model } = await askForJson({ source, attempts: 2, prompt, what: 'steps', shape })
  expect([value, usage]).toEqual([good, { inputTokens: 240, outputTokens: 68 }])
  expect(model).toMatch(/-test$/)
  expect(server.requests[1]!.said).toContain('steps[0].hours')
})
