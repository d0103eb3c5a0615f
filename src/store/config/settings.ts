import { defaultLimits } from '../../dialects/shared/limits.ts'
import type { AgentSetting } from './kinds/agents.ts'
import { hour, minute, second } from './kinds/duration.ts'
import { KiB } from './kinds/size.ts'
import type { Kind, KindValues } from './kinds.ts'

export const approvalPolicies = ['ask', 'risky', 'auto'] as const
export type ApprovalPolicy = (typeof approvalPolicies)[number]

const loopApprovals = ['off', 'ask'] as const

export const worktreeModes = ['off', 'run', 'step'] as const
export type WorktreeMode = (typeof worktreeModes)[number]

/**
 * Every setting there is. An entry here is all that a new one needs: the schema, the variable of the environment, the
 * commands and the types of its value come of it.
 */
export const settings = {
  'limits.markdown': {
    kind: 'size',
    default: defaultLimits.markdown,
    about: 'The largest Markdown file that is read, in bytes.',
  },
  'limits.data': {
    kind: 'size',
    default: defaultLimits.data,
    about: 'The largest YAML or JSON file that is read, in bytes.',
  },
  'limits.nesting': {
    kind: 'count',
    default: defaultLimits.nesting,
    most: 500,
    about: 'How many mappings and lists may stand inside each other.',
  },
  'agents.names': {
    kind: 'names',
    default: [],
    about: 'Names that steps may give their agent, beside those that are known.',
  },
  'agents.default': {
    kind: 'agent',
    default: '',
    needsTrust: true,
    about: 'The agent for steps that name none.',
  },
  'agents.define': {
    kind: 'agents',
    default: new Map<string, AgentSetting>(),
    needsTrust: true,
    about: 'Agents of your own by name, each with its `kind` (`acp` or `command`) and the program with its arguments.',
  },
  'agents.timeout': {
    kind: 'duration',
    default: 30 * minute,
    least: second,
    about: 'How long an agent may work on a step that names no time of its own.',
  },
  'run.jobs': {
    kind: 'count',
    default: 2,
    most: 64,
    about: 'How many steps are carried out at the same time.',
  },
  'run.retries': {
    kind: 'count',
    default: 2,
    least: 0,
    most: 20,
    about: 'How often a step is given back to its agent when its commands do not pass.',
  },
  'run.budget': {
    kind: 'count',
    default: 8000,
    least: 500,
    most: 1_000_000,
    about: 'About how many tokens an agent is told for a step.',
  },
  'run.worktree': {
    kind: 'choice',
    among: worktreeModes,
    default: 'off',
    about:
      'Whether steps work apart from your checkout: `off`; in one git worktree for the `run`, beside which steps that run at the same time have their own; in one for every `step`.',
  },
  'planner.source': {
    kind: 'source',
    default: '',
    needsTrust: true,
    about:
      'Who writes plans: a model as `anthropic/<model>`, `openai/<model>` or `compatible/<model>`, or `command`; empty: nobody.',
  },
  'planner.command': {
    kind: 'command',
    default: '',
    needsTrust: true,
    about:
      'The program that writes plans when the source is `command`: it takes a prompt on standard input and prints an answer.',
  },
  'planner.url': {
    kind: 'url',
    default: '',
    needsTrust: true,
    about: "Where the model is asked; empty: at the provider's own address, which `compatible` has none of.",
  },
  'planner.key': {
    kind: 'variable',
    default: '',
    needsTrust: true,
    about:
      'The name of the environment variable that holds the key, never the key itself; empty: `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, and none for `compatible`.',
  },
  'planner.attempts': {
    kind: 'count',
    default: 3,
    most: 10,
    about: 'How often the planner is asked for one plan: once, and then again with all faults of its last answer.',
  },
  'planner.timeout': {
    kind: 'duration',
    default: 10 * minute,
    least: second,
    about: 'How long the planner may take for one answer.',
  },
  'notify.command': {
    kind: 'command',
    default: '',
    needsTrust: true,
    about: 'A command that is run with a message as its last argument when a run needs a person or has ended.',
  },
  'research.url': {
    kind: 'url',
    default: '',
    needsTrust: true,
    about: 'Where searches are sent that a plan asks for: a search page that answers in JSON as SearXNG does.',
  },
  'research.command': {
    kind: 'command',
    default: '',
    needsTrust: true,
    about:
      "A command that searches where no search page is set: it gets the query in the place of the word '{query}', or else on standard input, and prints what it found.",
  },
  'approval.policy': {
    kind: 'choice',
    among: approvalPolicies,
    default: 'ask',
    needsTrust: true,
    fromFilesOnly: true,
    about:
      'Who may approve a plan: `ask` a person at a terminal, always; `risky` only for plans that run commands or touch protected files; `auto` lets programs and agents approve.',
  },
  'planloop.approval': {
    kind: 'choice',
    among: loopApprovals,
    default: 'off',
    needsTrust: true,
    fromFilesOnly: true,
    about:
      'Whether new sessions of planloop give out tasks only once a person has approved them: `off`, or `ask` with `steadplan review`.',
  },
  'lock.wait': {
    kind: 'duration',
    default: 10 * second,
    most: hour,
    about: 'How long to wait for another process that is writing the same plan.',
  },
  'lease.ttl': {
    kind: 'duration',
    default: 5 * minute,
    least: second,
    about: 'How long a claimed step stays with its holder when nothing more is heard of it.',
  },
  'process.timeout': {
    kind: 'duration',
    default: 10 * minute,
    least: second,
    about: 'How long a command may run before it is ended.',
  },
  'process.output': {
    kind: 'size',
    default: 256 * KiB,
    about: 'How much is kept of what a command writes to each of its outputs, in bytes.',
  },
  'process.pass': {
    kind: 'names',
    default: [],
    needsTrust: true,
    about: 'Names of environment variables that are passed on to commands beside the usual ones.',
  },
  'process.env': {
    kind: 'variables',
    default: new Map<string, string>(),
    needsTrust: true,
    about: 'Environment variables that are set for commands.',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type Setting = { [K in Kind]: SettingOf<K> }[Kind]

export interface SettingOf<K extends Kind> {
  readonly kind: K
  readonly default: KindValues[K]
  /** One sentence for the schema. */
  readonly about: string
  /** It can change which code runs, so a project's word for it counts only after the person agreed (`trust.ts`). */
  readonly needsTrust?: boolean
  /**
   * It says what whoever runs a command may do, so the command line and the environment, which are theirs, have no word
   * in it: only the person's file counts, and the project's once it is trusted.
   */
  readonly fromFilesOnly?: boolean
  /** Of numbers: what the value lies between. Without them its kind says. */
  readonly least?: number
  readonly most?: number
  /** Of a choice: what there is to choose from. */
  readonly among?: readonly string[]
}

export type Key = keyof typeof settings

/** Sizes in bytes, durations in milliseconds. */
export type Values = { readonly [K in Key]: KindValues[(typeof settings)[K]['kind']] }

export const keys = Object.keys(settings) as readonly Key[]

export function isKey(text: string): text is Key {
  return Object.hasOwn(settings, text)
}

/** Whether settings stand below this name: `lock` is a group because there is `lock.wait`. */
export function isGroup(path: string): boolean {
  return keys.some((key) => key.startsWith(`${path}.`))
}

export function settingOf(key: Key): Setting {
  return settings[key]
}
