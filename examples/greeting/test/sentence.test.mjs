import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceFor } from '../src/sentence.mjs'

test('nobody, one, two, more', () => {
  assert.equal(sentenceFor([]), 'Hello!')
  assert.equal(sentenceFor(['Ann']), 'Hello, Ann!')
  assert.equal(sentenceFor(['Ann', 'Bob']), 'Hello, Ann and Bob!')
  assert.equal(sentenceFor(['Ann', 'Bob', 'Cleo']), 'Hello, Ann, Bob and Cleo!')
})
