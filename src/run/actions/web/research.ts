import { commandWords } from '../../../plan/command-words.ts'
import { type Fault, fault } from '../../../plan/diagnostics/fault.ts'
import type { EnvironmentRequest } from '../../../process/environment.ts'
import { runProcess } from '../../../process/run.ts'
import { type FetchLimits, fetchText } from './fetch-text.ts'
import { foundText } from './search-results.ts'

/** By whom searches are answered. Both come from trusted configuration; both empty: by nobody. */
export interface ResearchProvider {
  /** A search page that answers in JSON, as SearXNG does. */
  readonly url: string
  /** Asked where there is no page: a command that gets the query and prints what it found. */
  readonly command: string
}

export function canResearch({ url, command }: ResearchProvider): boolean {
  return url !== '' || command !== ''
}

export interface ResearchOptions extends FetchLimits {
  readonly provider: ResearchProvider
  readonly cwd: string
  readonly env: EnvironmentRequest
}

/** What was found for one query, as text. Fails with `E_RESEARCH` or `E_FETCH`. */
export async function research(query: string, options: ResearchOptions): Promise<string> {
  const { url, command } = options.provider
  if (url !== '') return askPage(query, url, options)
  if (command !== '') return askCommand(query, command, options)
  throw fault('E_RESEARCH_UNSET', 'neither `research.url` nor `research.command` is set')
}

async function askPage(query: string, page: string, options: ResearchOptions): Promise<string> {
  const url = new URL(page)
  url.searchParams.set('q', query)
  url.searchParams.set('format', 'json')
  const { text, contentType, isCut } = await fetchText(url.href, options)
  const found = isCut ? undefined : foundText(text)
  if (found !== undefined) return found
  const what = isCut ? `more than ${options.cap} bytes` : `${contentType || 'something'} that is no list of results`
  throw fault('E_RESEARCH', `${page} answers with ${what}`)
}

/** Of a command, results in JSON are read as those of a page; anything else is taken as it is. */
async function askCommand(query: string, command: string, options: ResearchOptions): Promise<string> {
  const { cwd, env, timeoutMs, cap, signal } = options
  const parsed = commandWords(command)
  if ('why' in parsed) throw fault('E_RESEARCH', `\`research.command\` cannot be run: ${parsed.why}`)
  const argv = withQuery(parsed.words, query)
  const isGiven = argv !== parsed.words
  const input = isGiven ? {} : { input: `${query}\n` }
  const result = await runProcess({ argv, cwd, env, ...input, timeoutMs, outputCap: cap, signal })
  if (!result.succeeded) throw failure(parsed.words[0], result)
  const { text } = result.stdout
  return foundText(text) ?? text
}

type Words = readonly [string, ...string[]]

/**
 * A query is text of a plan and may begin with `-`. Behind a `--`, or inside of a longer word, it is no option; anywhere
 * else a blank before it keeps it from being one, and changes nothing about what is searched for.
 */
function withQuery(words: Words, query: string): Words {
  const [program, ...rest] = words
  if (!rest.some((word) => word.includes(place))) return words
  const options = rest.indexOf('--')
  const args = rest.map((word, at) => {
    const isSafe = !word.startsWith(place) || (options !== -1 && at > options) || !query.startsWith('-')
    return word.replaceAll(place, () => (isSafe ? query : ` ${query}`))
  })
  return [program, ...args]
}

const place = '{query}'

function failure(program: string, result: Awaited<ReturnType<typeof runProcess>>): Fault {
  const { timedOut, signal, exitCode, stderr } = result
  const how = timedOut ? 'took too long' : signal === null ? `ended with exit code ${exitCode}` : `ended by ${signal}`
  const said = stderr.text.trim().slice(-500)
  return fault('E_RESEARCH', `${program} ${how}${said === '' ? '' : `: ${said}`}`)
}
