import { type Diagnostic, diagnostic } from '../../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../../plan/diagnostics/fault.ts'
import { LineIndex } from '../../../plan/diagnostics/position.ts'
import { plainOrQuoted } from '../../agentflow/scalar-text.ts'
import { type Data, toData } from '../../shared/data.ts'
import type { MapNode } from '../../shared/tree.ts'
import { readYaml } from '../../shared/yaml.ts'

/** What is kept about a turn of a session, in its `meta.yaml`. Each field stands on a line of its own. */
export interface TurnMeta {
  /** Who plans in this turn, as far as anybody said. */
  readonly agent?: string
  readonly created: string
  /** Who waits for whom to conclude: the last one called the agent of this turn. */
  readonly callers: readonly Caller[]
  readonly plan?: PlanOrigin
  readonly ended?: string
  /** The agent concluded and nobody had called it: the session is over. */
  readonly concluded?: boolean
}

export interface Caller {
  readonly agent: string
  /** The turn in which it handed over. */
  readonly turn: number
  /** What it saw, to go on with. */
  readonly context: readonly string[]
}

export interface PlanOrigin {
  /** SHA-256 of the file as it was saved. */
  readonly hash: string
  /** `model sonnet`, `agent codex`, `file draft.md` … */
  readonly from: string
  readonly at: string
  /** How often it took to get a sound one. */
  readonly attempts?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
}

export function turnMetaText({ agent, created, callers, plan, ended, concluded }: TurnMeta): string {
  return Object.entries({ agent, created, callers, plan, ended, concluded })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${fieldLine(name, value as Data)}\n`)
    .join('')
}

/** Throws a `Fault` when it is not what we write. */
export function readTurnMeta(file: string, text: string): TurnMeta {
  const { root } = readable(file, text)
  const fields = toData(root) as Readonly<Record<string, Data>>
  const { agent, created, callers, plan, ended, concluded } = fields
  if (typeof created !== 'string') throw misshapen(file, '`created` is missing.')
  if (agent !== undefined && typeof agent !== 'string') throw misshapen(file, '`agent` is not a name.')
  return {
    ...(agent && { agent }),
    created,
    callers: list(callers).map((one) => callerOf(file, one)),
    ...(isMap(plan) && { plan: originOf(file, plan) }),
    ...(typeof ended === 'string' && { ended }),
    ...(concluded === 'true' && { concluded: true }),
  }
}

/** The text with one field set; every other line stays as it is. */
export function withMetaField(file: string, text: string, name: 'plan' | 'ended' | 'concluded', value: Data): string {
  const { root } = readable(file, text)
  const pair = root.entries.get(name)
  if (pair !== undefined) return text.slice(0, pair.start) + fieldLine(name, value) + text.slice(pair.end)
  const gap = /[\r\n]$/.test(text) ? '' : '\n'
  return `${text}${gap}${fieldLine(name, value)}\n`
}

function readable(file: string, text: string): { readonly root: MapNode } {
  const { root, diagnostics } = readYaml({ file, text, lines: new LineIndex(text) })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Fault(errors as [Diagnostic, ...Diagnostic[]])
  if (root?.kind !== 'map' || text[root.start] === '{') throw misshapen(file, 'It has no fields, one on each line.')
  return { root }
}

function misshapen(file: string, message: string): Fault {
  return new Fault([diagnostic('E_TEDDY_META', message, { file })])
}

function callerOf(file: string, value: Data): Caller {
  const { agent, turn, context } = isMap(value) ? value : {}
  const number = typeof turn === 'string' && /^\d{1,6}$/.test(turn) ? Number(turn) : 0
  if (typeof agent !== 'string' || number === 0) throw misshapen(file, 'A caller has no `agent` or no `turn`.')
  return { agent, turn: number, context: list(context).filter((one) => typeof one === 'string') }
}

function originOf(file: string, plan: Readonly<Record<string, Data>>): PlanOrigin {
  const { hash, from, at } = plan
  if (typeof hash !== 'string' || typeof from !== 'string' || typeof at !== 'string') {
    throw misshapen(file, '`plan` has no `hash`, `from` or `at`.')
  }
  const counts = ['attempts', 'inputTokens', 'outputTokens'].flatMap((name) => {
    const count = plan[name]
    return typeof count === 'string' && /^\d{1,15}$/.test(count) ? [[name, Number(count)] as const] : []
  })
  return { hash, from, at, ...Object.fromEntries(counts) }
}

function list(value: Data | undefined): readonly Data[] {
  return Array.isArray(value) ? (value as readonly Data[]) : []
}

function isMap(value: Data | undefined): value is Readonly<Record<string, Data>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldLine(name: string, value: Data): string {
  return `${name}: ${typeof value === 'string' ? plainOrQuoted(value, 'block') : flowText(value)}`
}

//     callers: [{agent: Pathfinder, turn: 3, context: [docs/a.md]}]
function flowText(value: Data): string {
  if (typeof value === 'string') return plainOrQuoted(value, 'flow')
  if (Array.isArray(value)) return `[${(value as readonly Data[]).map(flowText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{${Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${name}: ${flowText(one)}`)
    .join(', ')}}`
}
