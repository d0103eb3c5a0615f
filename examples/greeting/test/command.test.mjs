import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const greet = fileURLToPath(new URL('../bin/greet.mjs', import.meta.url))

test('the command greets', () => {
  assert.equal(execFileSync(process.execPath, [greet, 'Ann', 'Bob'], { encoding: 'utf8' }), 'Hello, Ann and Bob!\n')
})
