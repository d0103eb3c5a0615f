import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonIn } from '../../src/planner/json-in.ts'

const json = '{\n  "a": "}{",\n  "b": ["```"]\n}'

it.each<[string, string, string | undefined]>([
  ['alone', json, json],
  ['with blanks around it', `\n ${json}\n\n`, json],
  ['in a fence', `\`\`\`json\n${json}\n\`\`\``, json],
  ['in a fence with words around it', `Here:\n\n\`\`\`json\n${json}\n\`\`\`\n\nAnything else?`, json],
  ['in a fence without a name', `\`\`\`\n${json}\n\`\`\``, json],
  ['in the last of two fences', `\`\`\`json\n{"old": 1}\n\`\`\`\nBetter:\n\`\`\`json\n${json}\n\`\`\``, json],
  ['with line ends of Windows', `Here:\r\n\`\`\`json\r\n{"a":\r\n1}\r\n\`\`\`\r\n`, '{"a":\n1}'],
  ['with words around it', `Sure, {this} is it:\n${json}\nDone.`, json],
  ['within a line', 'The answer is {"a": 1}, I think.', '{"a": 1}'],
  ['before a fence that is no JSON', `${json}\n\nRun it:\n\`\`\`\nnpm test\n\`\`\``, json],
  ['cut off', '{"a": [1, 2', undefined],
  ['not there', 'I cannot do that.', undefined],
  ['a list', '[1, 2]', undefined],
  ['nothing', '', undefined],
])('JSON %s', (_, answer, expected) => {
  expect(jsonIn(answer)).toBe(expected)
})

it('is found in a fence, whatever it says', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value, null, 2)
      expect(jsonIn(`So:\n\`\`\`json\n${text}\n\`\`\`\nWell?`)).toBe(text)
    }),
  )
})
