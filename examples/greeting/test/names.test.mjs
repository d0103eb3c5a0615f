import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesFrom } from '../src/names.mjs'

test('names are trimmed, each once, in order', () => {
  assert.deepEqual(namesFrom(['Ann', ' Bob ', '', 'Ann']), ['Ann', 'Bob'])
})
