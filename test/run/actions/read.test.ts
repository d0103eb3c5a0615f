import { describe, expect, it } from 'vitest'
import { readKept } from '../../../src/store/kept-bytes.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { makeProject } from './make-project.ts'
import { execute, read } from './teddy-project.ts'

describe('READ', () => {
  it('of what is long, the beginning, and the rest is told', async () => {
    const text = 'ä'.repeat(700_000)
    const project = await makeProject([read('long.txt')], { 'long.txt': text })
    const { output } = (await project.run()).actions[0]!
    expect(output!.bytes).toBe(1_400_000)
    const kept = Buffer.from((await readKept(realMachine, project.place, output!.kept!))!).toString()
    expect(kept.slice(0, 524_288)).toBe(text.slice(0, 524_288))
    expect(kept.slice(524_288)).toBe('\n… 351,424 bytes left out …')
  })

  it('of what is no text fails', async () => {
    const project = await makeProject([read('bytes')])
    project.write('bytes', Uint8Array.from([0xff, 0xfe, 0x00]))
    expect((await project.run()).actions[0]).toMatchObject({
      status: 'failed',
      why: expect.stringContaining('E_TEDDY_NOT_TEXT'),
    })
  })

  it('of what is gone by then fails', async () => {
    const project = await makeProject([execute('rm a.txt'), read('a.txt')], { 'a.txt': 'a' })
    expect((await project.run()).actions[1]).toMatchObject({
      status: 'failed',
      why: expect.stringContaining('E_TEDDY_MISSING'),
    })
  })
})
