import { join } from 'node:path'
import { readSource } from '../../dialects/shared/source.ts'
import { type Diagnostic, diagnostic, hasErrors } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import type { Entry } from '../files/port.ts'
import { hasCode, readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { realPath } from '../workspace/look.ts'
import type { ConfigPlaces } from './files.ts'
import { areTextsTrusted } from './trust.ts'

/** Where a project may have prompts of its own. */
export const promptDirectories = ['.teddy/prompts', '.planloop/prompts'] as const
export type PromptDirectory = (typeof promptDirectories)[number]

/** A prompt that somebody wrote, `<name>.md`. */
export interface PromptFile {
  readonly name: string
  readonly file: string
  readonly text: string
}

export interface PromptFiles {
  /** By name; those of the project win. */
  readonly prompts: ReadonlyMap<string, PromptFile>
  /** What the project has and nobody agreed to, and which is not among the prompts. */
  readonly untrusted: ReadonlyMap<string, PromptFile>
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The prompts of the person, and those of the project if the person agreed to them as they are. A prompt tells a model
 * what to do, so one that came with a repository is obeyed no sooner than its settings are.
 */
export async function readPromptFiles(
  machine: Machine,
  places: ConfigPlaces,
  directory: PromptDirectory,
): Promise<PromptFiles> {
  const user = await readDirectory(machine, join(places.userDirs.config, 'prompts'), true)
  const project = await readDirectory(machine, join(places.workspace.root, directory), false)
  const diagnostics = [...user.diagnostics, ...project.diagnostics]
  const asked = { directory, texts: textsOf(project.prompts) }
  if (asked.texts.size === 0 || (await areTextsTrusted(machine, places, asked))) {
    return { prompts: new Map([...user.prompts, ...project.prompts]), untrusted: new Map(), diagnostics }
  }
  const files = [...project.prompts.values()].map(({ file }) => file)
  const message = 'This prompt of the project is not obeyed: nobody has agreed to it as it is now.'
  return {
    prompts: user.prompts,
    untrusted: project.prompts,
    diagnostics: [...diagnostics, ...files.map((file) => diagnostic('E_UNTRUSTED', message, { file }))],
  }
}

export function textsOf(prompts: ReadonlyMap<string, PromptFile>): Map<string, string> {
  return new Map([...prompts].map(([name, { text }]) => [name, text]))
}

type Reading = Pick<PromptFiles, 'prompts' | 'diagnostics'>

async function readDirectory(machine: Machine, directory: string, mayBeLink: boolean): Promise<Reading> {
  const prompts = new Map<string, PromptFile>()
  const { entries, diagnostics } = await entriesOf(machine, directory)
  for (const { name: fileName } of entries) {
    const name = promptName.exec(fileName)?.[1]
    if (name === undefined) continue
    const path = join(directory, fileName)
    // As with settings: a person may keep such files elsewhere, a repository may not point at them.
    const file = (mayBeLink ? await realPath(machine.files, path) : undefined) ?? path
    const reading = await readText(machine, file)
    diagnostics.push(...reading.diagnostics)
    if (reading.text !== undefined) prompts.set(name, { name, file, text: reading.text })
  }
  return { prompts, diagnostics }
}

const promptName = /^([a-z0-9][a-z0-9-]{0,63})\.md$/

async function entriesOf(
  { files }: Machine,
  directory: string,
): Promise<{ entries: readonly Entry[]; diagnostics: Diagnostic[] }> {
  try {
    const entries = [...(await files.list(directory))].sort((a, b) => (a.name < b.name ? -1 : 1))
    return { entries, diagnostics: [] }
  } catch (error) {
    return { entries: [], diagnostics: hasCode(error, 'ENOENT', 'ENOTDIR') ? [] : [...readFaults(error, directory)] }
  }
}

async function readText(
  { files }: Machine,
  file: string,
): Promise<{ text?: string; diagnostics: readonly Diagnostic[] }> {
  try {
    const bytes = await readWhole(files, file, longestPrompt)
    if (bytes === undefined) return { diagnostics: [] }
    const { source, diagnostics } = readSource(file, bytes, 'markdown')
    return source === undefined || hasErrors(diagnostics) ? { diagnostics } : { text: source.text, diagnostics }
  } catch (error) {
    return { diagnostics: readFaults(error, file) }
  }
}

function readFaults(error: unknown, file: string): readonly Diagnostic[] {
  if (isFault(error)) return error.diagnostics
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  if (code === undefined) throw error
  return [diagnostic('E_PROMPT', `It cannot be read (${code}).`, { file, hint: 'Check who may read it.' })]
}

/** In bytes. */
const longestPrompt = 256 * 1024
