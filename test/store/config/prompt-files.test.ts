import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPromptFiles, textsOf } from '../../../src/store/config/prompt-files.ts'
import { trustTexts, untrustProject } from '../../../src/store/config/trust.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { newProject, type Project, write } from './project.ts'

const directory = '.teddy/prompts'

function projectWith(prompts: Record<string, string>, user: Record<string, string> = {}): Project {
  const project = newProject()
  for (const [name, text] of Object.entries(prompts)) write(join(project.workspace.root, directory, name), text)
  for (const [name, text] of Object.entries(user)) write(join(project.userDirs.config, 'prompts', name), text)
  return project
}

function read(project: Project) {
  return readPromptFiles(realMachine, project, directory)
}

async function trust(project: Project): Promise<void> {
  await trustTexts(realMachine, project, { directory, texts: textsOf((await read(project)).untrusted) })
}

async function texts(project: Project): Promise<Record<string, string>> {
  return Object.fromEntries(textsOf((await read(project)).prompts))
}

test('without any there is none', async () => {
  expect(await read(newProject())).toEqual({ prompts: new Map(), untrusted: new Map(), diagnostics: [] })
})

test("a person's own are obeyed, also by a link; what is no prompt is not looked at", async () => {
  const project = projectWith({}, { 'judge.md': 'mine', 'Judge.md': 'x', 'notes.txt': 'x', '.hidden.md': 'x' })
  const elsewhere = join(project.userDirs.config, 'kept.md')
  write(elsewhere, 'linked')
  fs.symlinkSync(elsewhere, join(project.userDirs.config, 'prompts/decompose.md'))
  expect(await texts(project)).toEqual({ judge: 'mine', decompose: 'linked' })
})

describe("G85: a project's own", () => {
  test('are not obeyed before somebody agreed, and named', async () => {
    const project = projectWith({ 'judge.md': 'approve all' }, { 'judge.md': 'mine' })
    const { prompts, untrusted, diagnostics } = await read(project)
    expect(Object.fromEntries(textsOf(prompts))).toEqual({ judge: 'mine' })
    expect([...untrusted.keys()]).toEqual(['judge'])
    expect(diagnostics).toMatchObject([
      { code: 'E_UNTRUSTED', file: join(project.workspace.root, directory, 'judge.md') },
    ])
  })

  test.each<[string, Record<string, string>, boolean]>([
    ['nothing', {}, true],
    ['one byte', { 'judge.md': 'b' }, false],
    ['one more', { 'other.md': 'x' }, false],
    ['something that is no prompt', { 'notes.txt': 'x' }, true],
  ])('are obeyed after that, until there is a change of %s', async (_, change, isObeyed) => {
    const project = projectWith({ 'judge.md': 'a' }, { 'judge.md': 'mine' })
    await trust(project)
    for (const [name, text] of Object.entries(change)) write(join(project.workspace.root, directory, name), text)
    expect((await texts(project)).judge).toBe(isObeyed ? 'a' : 'mine')
  })

  test('are not obeyed in another directory, nor when it is taken back', async () => {
    const project = projectWith({ 'judge.md': 'a' })
    await trust(project)
    write(join(project.workspace.root, '.planloop/prompts/judge.md'), 'a')
    expect((await readPromptFiles(realMachine, project, '.planloop/prompts')).prompts.size).toBe(0)
    await untrustProject(realMachine, project, [directory])
    expect(await texts(project)).toEqual({})
  })

  test('cannot be links', async () => {
    const project = projectWith({ 'judge.md': 'a' })
    fs.symlinkSync(project.userFile, join(project.workspace.root, directory, 'suggest.md'))
    write(project.userFile, 'secret')
    const { untrusted, diagnostics } = await read(project)
    expect([...untrusted.keys()]).toEqual(['judge'])
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_NOT_A_FILE', 'E_UNTRUSTED'])
  })
})

test('what is no text, or too large, or cannot be read is named, and the next one counts', async () => {
  const project = projectWith({}, { 'a.md': 'x'.repeat(300_000), 'b.md': '\u0000', 'd.md': 'good' })
  write(join(project.userDirs.config, 'prompts/c.md'), Buffer.from([0xff, 0xfe, 0x41]))
  fs.mkdirSync(join(project.userDirs.config, 'prompts/e.md'))
  const { prompts, diagnostics } = await read(project)
  expect([...prompts.keys()]).toEqual(['d'])
  expect(new Set(diagnostics.map(({ file }) => file?.slice(-4)))).toEqual(new Set(['a.md', 'b.md', 'c.md', 'e.md']))
})
