import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { ConfigPlaces } from '../../../../store/config/files.ts'
import type { Found } from '../../../../store/config/layers.ts'
import { promptDirectories, readPromptFiles, textsOf } from '../../../../store/config/prompt-files.ts'
import {
  type Asked,
  type TextsAsked,
  trustProject,
  trustTexts,
  untrustProject,
} from '../../../../store/config/trust.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { refuseAgent } from '../../caller.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, configPlaces, loadFrom } from './context.ts'
import { placeText, tellDiagnostics } from './show.ts'

/** Shows what would be obeyed, and agrees to exactly that: not to what the file says a moment later. */
export async function trustConfig(
  terminal: Terminal,
  context: ConfigContext,
  { yes = false }: { yes?: boolean } = {},
): Promise<number> {
  refuseAgent(context.env, terminal, 'what a project may change')
  const { places, untrusted, diagnostics, source } = await loadFrom(context)
  const project = visible(places.workspace.root)
  tellDiagnostics(
    terminal,
    diagnostics.filter(({ code }) => code !== 'E_UNTRUSTED'),
    source,
  )
  const prompts = await untrustedPrompts(context.machine, places)
  if (untrusted.size === 0 && prompts.length === 0) {
    terminal.out(`Nothing in ${project} waits for trust\n`)
    return exitCodes.ok
  }
  for (const line of [...wishes(untrusted), ...prompts.flatMap(promptLines)]) terminal.out(`${line}\n`)
  if (untrusted.size > 0) {
    terminal.out('These settings can change which programs run, with all that you may do on this machine.\n')
  }
  if (prompts.length > 0) terminal.out('These prompts say what a model is told when it writes a plan.\n')
  if (!yes && !(await isAgreed(terminal, context, project))) return exitCodes.faults
  const changes = untrusted.size > 0 ? [await trustProject(context.machine, places, untrusted)] : []
  for (const asked of prompts) changes.push(await trustTexts(context.machine, places, asked))
  for (const { movedTo } of changes) {
    if (movedTo !== undefined) terminal.err(`The damaged trust file was moved to ${visible(movedTo)}\n`)
  }
  terminal.out(`Trusted in ${project} until one of them changes\n`)
  return exitCodes.ok
}

export async function untrustConfig(terminal: Terminal, context: ConfigContext): Promise<number> {
  const places = await configPlaces(context)
  const { isChanged } = await untrustProject(context.machine, places, promptDirectories)
  const project = visible(places.workspace.root)
  terminal.out(isChanged ? `${project} is trusted no longer\n` : `${project} was not trusted\n`)
  return exitCodes.ok
}

async function untrustedPrompts(machine: Machine, places: ConfigPlaces): Promise<TextsAsked[]> {
  const all: TextsAsked[] = []
  for (const directory of promptDirectories) {
    const { untrusted } = await readPromptFiles(machine, places, directory)
    if (untrusted.size > 0) all.push({ directory, texts: textsOf(untrusted) })
  }
  return all
}

/** Each whole, because what is agreed to is what was shown. */
function promptLines({ directory, texts }: TextsAsked): string[] {
  return [...texts].flatMap(([name, text]) => [
    `${directory}/${name}.md`,
    ...text.split(/\r?\n/).map((line) => `  ${visible(line)}`),
  ])
}

async function isAgreed(terminal: Terminal, context: ConfigContext, project: string): Promise<boolean> {
  if (!terminal.isInteractive) {
    terminal.err('Not trusted: there is nobody to ask. Whoever has read the above adds --yes\n')
    return false
  }
  const answer = await context.ask(`Obey them in ${project}? [y/N] `)
  const isYes = /^y(?:es)?$/i.test(answer.trim())
  if (!isYes) terminal.err('Not trusted\n')
  return isYes
}

/** Each variable on a line of its own, whole. */
function wishes(asked: Asked): string[] {
  return [...asked].flatMap(([key, { value, origin }]) => [
    `${key}  ${placeText(origin)}`,
    ...parts(value).map((part) => `  ${visible(part)}`),
  ])
}

function parts(value: Found['value']): string[] {
  if (typeof value === 'number' || typeof value === 'string') return [String(value)]
  return [...value].map((part) => {
    if (typeof part === 'string') return part
    const [name, one] = part
    return `${name}=${typeof one === 'string' ? one : jsonText(one)}`
  })
}
