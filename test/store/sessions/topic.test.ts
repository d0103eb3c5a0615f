import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { setTopic } from '../../../src/store/sessions/topic.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { placeIn } from './session.ts'

it.each([
  ['  a topic\n', 'a topic'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['👩‍💻'.repeat(33), '👩‍💻'.repeat(33)],
  ['𝒳'.repeat(100), '𝒳'.repeat(100)],
])('%j is kept without what surrounds it', async (given, kept) => {
  const place = placeIn(temporaryDirectory())
  const topic = await setTopic(realMachine, place, given)
  expect(topic.topic).toBe(kept)
  expect(JSON.parse(readFileSync(place.topic, 'utf8'))).toEqual(topic)
})

it.each(['', ' \t\n', 'x'.repeat(101), '𝒳'.repeat(101)])('%j is refused, and the last one stays', async (text) => {
  const place = placeIn(temporaryDirectory())
  await setTopic(realMachine, place, 'before')
  await expect(setTopic(realMachine, place, text)).rejects.toThrow('E_TOPIC')
  expect(readFileSync(place.topic, 'utf8')).toContain('before')
})

it('the last one wins, and nothing is left beside it', async () => {
  const place = placeIn(temporaryDirectory())
  await Promise.all(Array.from({ length: 20 }, (_, n) => setTopic(realMachine, place, `topic ${n}`)))
  await setTopic(realMachine, place, 'last')
  expect(JSON.parse(readFileSync(place.topic, 'utf8')).topic).toBe('last')
  expect(readdirSync(dirname(place.topic))).toEqual(['s1.topic.json'])
})

it('F73: a link in its place is replaced and not followed', async () => {
  const place = placeIn(temporaryDirectory())
  const target = join(temporaryDirectory(), 'target')
  mkdirSync(dirname(place.topic), { recursive: true })
  symlinkSync(target, place.topic)
  await setTopic(realMachine, place, 'a topic')
  expect(() => readFileSync(target)).toThrow('ENOENT')
})
