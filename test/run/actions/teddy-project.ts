import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { readTeddyPlan } from '../../../src/dialects/teddy/read-plan.ts'
import { type Fault, isFault } from '../../../src/plan/diagnostics/fault.ts'
import type { PlanRecord } from '../../../src/plan/records.ts'
import type { Logged, PlanState } from '../../../src/plan/state.ts'
import type { ActingOptions } from '../../../src/run/actions/acting.ts'
import type { ActionOutcome } from '../../../src/run/actions/outcomes.ts'
import { runTeddy, type TeddyOutcome, type TeddyRunOptions } from '../../../src/run/actions/run-teddy.ts'
import type { ApprovedPlan } from '../../../src/run/approved-plan.ts'
import type { RunEvent } from '../../../src/run/events.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog, readPlanState, readRecords } from '../../../src/store/plan-log.ts'
import { placeIn } from '../../support/plan-place.ts'
import { approvedOf } from '../run-kit.ts'

export interface Given extends Partial<Omit<TeddyRunOptions, 'acting'>> {
  readonly acting?: Partial<ActingOptions>
}

/** A project on the real disk with a plan of teddy that counts as approved. */
export class TeddyProject {
  readonly root: string
  readonly events: RunEvent[] = []
  /** Its text. */
  readonly plan: string

  constructor(root: string, plan: string) {
    this.root = root
    this.plan = plan
  }

  get place() {
    return placeIn(this.root)
  }

  get approved(): ApprovedPlan {
    const texts = new Map([['plan.md', Buffer.from(this.plan)]])
    const reading = readTeddyPlan(texts, { key: 'example', prefix: '' })
    return approvedOf([], { reading })
  }

  get steps() {
    return this.approved.reading.plan.steps
  }

  options({ acting, ...given }: Given = {}): TeddyRunOptions {
    return {
      machine: realMachine,
      place: this.place,
      lockWaitMs: 20_000,
      leaseMs: 60_000,
      approved: this.approved,
      by: 'test',
      cwd: this.root,
      env: {},
      timeoutMs: 20_000,
      resolutionOf: () => undefined,
      stop: new AbortController(),
      cancel: new AbortController().signal,
      onEvent: (event) => void this.events.push(event),
      ...given,
      acting: { research: { url: '', command: '' }, outputCap: 64 * 1024, ...acting },
    }
  }

  run(given: Given = {}): Promise<TeddyOutcome> {
    return runTeddy(this.options(given))
  }

  records(): Promise<readonly Logged<PlanRecord>[]> {
    return readRecords(realMachine, this.place)
  }

  state(): Promise<PlanState> {
    return readPlanState(realMachine, this.place)
  }

  async say(records: (state: PlanState) => readonly PlanRecord[], machine: Machine = realMachine): Promise<void> {
    const log = await openPlanLog(machine, this.place, { lockWaitMs: 20_000, command: 'test' })
    await log.decide((state) => ({ records: records(state), answer: undefined }))
  }

  /** The yes of its own that a step waits for. */
  sayYes(position: number): Promise<void> {
    const step = this.steps[position - 1]!.id
    const given = { hash: 'h', by: 'ann', channel: 'terminal', seal: 's' } as const
    return this.say(() => [{ type: 'step.approval', step, ...given }])
  }

  write(path: string, text: string | Uint8Array): void {
    fs.mkdirSync(dirname(join(this.root, path)), { recursive: true })
    fs.writeFileSync(join(this.root, path), text)
  }

  read(path: string): string {
    return fs.readFileSync(join(this.root, path), 'utf8')
  }

  has(path: string): boolean {
    return fs.existsSync(join(this.root, path))
  }

  /** Everything but what is ours: paths with their mode and content. */
  tree(): Record<string, string> {
    return treeOf(this.root)
  }
}

function treeOf(root: string): Record<string, string> {
  const tree: Record<string, string> = {}
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    if (path.startsWith('.steadplan') || path === 'plan') continue
    const { mode } = fs.lstatSync(join(root, path))
    const content = entry.isFile() ? fs.readFileSync(join(root, path), 'latin1') : entry.isDirectory() ? '/' : '?'
    tree[path] = `${(mode & 0o777).toString(8)} ${content}`
  }
  return tree
}

export function planText(actions: readonly string[]): string {
  const rationale = ['Synthesis', 'Justification', 'Expected Outcome', 'State Dashboard']
    .map((name, at) => `### ${at + 1}. ${name}\nx\n`)
    .join('\n')
  return `# A plan\n- **Status:** Green\n\n## Rationale\n\`\`\`\`text\n${rationale}\`\`\`\`\n\n## Action Plan\n\n${actions.join('\n')}`
}

export function create(path: string, content: string, more = ''): string {
  return `### \`CREATE\`\n- **File Path:** [${path}](/${path})\n${more}\`\`\`\`\`text\n${content}\`\`\`\`\`\n`
}

export function edit(path: string, ...pairs: readonly (readonly [find: string, replace: string])[]): string {
  const blocks = pairs.map(
    ([find, replace]) => `\n\`FIND:\`\n\`\`\`\`\n${find}\n\`\`\`\`\n\`REPLACE:\`\n\`\`\`\`\n${replace}\n\`\`\`\`\n`,
  )
  return `### \`EDIT\`\n- **File Path:** [${path}](/${path})\n${blocks.join('')}`
}

export function execute(command: string, more = ''): string {
  return `### \`EXECUTE\`\n- **Description:** x\n${more}\`\`\`\`shell\n${command}\n\`\`\`\`\n`
}

export function read(target: string): string {
  return `### \`READ\`\n- **Resource:** [${target}](${/^https?:/.test(target) ? target : `/${target}`})\n`
}

export function research(...queries: readonly string[]): string {
  return `### \`RESEARCH\`\n- **Description:** x\n${queries.map((query) => `\`\`\`\`text\n${query}\n\`\`\`\`\n`).join('')}`
}

export function chat(message: string): string {
  return `### \`CHAT_WITH_USER\`\n${message}\n`
}

export const prune = '### `PRUNE`\n- **Resource:** [a.txt](/a.txt)\n- **Description:** x\n'
export const invoke = '### `INVOKE`\n- **Agent:** Architect\n\nGo on.\n'
export const conclude = '### `CONCLUDE`\n\nDone.\n'

export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!isFault(error)) throw error ?? new Error('nothing was thrown')
  return error
}

/** `CREATE succeeded` */
export function short({ kind, status }: ActionOutcome): string {
  return `${kind} ${status}`
}
