import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { modelServer } from '../model-server.ts'

/** Where the program stands that asks; the packages are looked up from there. */
function placeFor(packages: Record<string, string> = {}): string {
  const place = temporaryDirectory()
  cpSync('.build/children', join(place, 'bin'), { recursive: true })
  for (const [name, text] of Object.entries(packages)) {
    const directory = join(place, 'node_modules', name)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }))
    writeFileSync(join(directory, 'index.js'), text)
  }
  return join(place, 'bin/ask-model.mjs')
}

async function ask(program: string, source: string, cwd = '/'): Promise<Record<string, string>> {
  const { url } = await modelServer({ text: 'hello' })
  const args = [program, JSON.stringify({ source, url })]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  return JSON.parse(stdout) as Record<string, string>
}

describe('optional packages', () => {
  it.each([
    ['anthropic', 'npm install ai @ai-sdk/anthropic'],
    ['openai', 'npm install ai @ai-sdk/openai'],
    ['compatible', 'npm install ai @ai-sdk/openai-compatible'],
  ])('that are not installed: %s says what to run', async (provider, line) => {
    const fault = await ask(placeFor(), `${provider}/m`)
    expect(fault.code).toBe('E_NO_PEER')
    expect(fault.message).toContain('not installed')
    expect(fault.hint).toContain(`\`${line}\``)
  })

  it('of which one is not installed', async () => {
    const fault = await ask(placeFor({ ai: 'export const streamText = () => {}' }), 'anthropic/m')
    expect(fault).toMatchObject({ code: 'E_NO_PEER' })
  })

  it('that cannot be loaded are told apart from those that are not there', async () => {
    const fault = await ask(placeFor({ ai: 'throw new Error("broken\\u001b[2J")' }), 'anthropic/m')
    expect(fault.code).toBe('E_NO_PEER')
    expect(fault.message).toContain('cannot be loaded: "broken\\u001b[2J"')
  })

  it('G85: are not taken from the project that steadplan works in', async () => {
    const project = temporaryDirectory()
    mkdirSync(join(project, 'node_modules/ai'), { recursive: true })
    writeFileSync(join(project, 'node_modules/ai/index.js'), 'console.log("taken")')
    const fault = await ask(placeFor(), 'anthropic/m', project)
    expect(fault).toMatchObject({ code: 'E_NO_PEER' })
  })

  it('that are installed are used', async () => {
    expect(await ask('.build/children/ask-model.mjs', 'anthropic/m', process.cwd())).toEqual({ text: 'hello' })
  })
})
