import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { clearCurrentPlan } from '../../../../src/faces/cli/agentctl/plan/clear-current.ts'
import { commitPlans } from '../../../../src/faces/cli/agentctl/plan/commit.ts'
import { planContext } from '../../../../src/faces/cli/agentctl/plan/context.ts'
import { planDir } from '../../../../src/faces/cli/agentctl/plan/dir.ts'
import { removePlanThread } from '../../../../src/faces/cli/agentctl/plan/remove-thread.ts'
import { requestThreadDir } from '../../../../src/faces/cli/agentctl/plan/request-thread-dir.ts'
import type { ConfigContext } from '../../../../src/faces/cli/steadplan/config/context.ts'
import type { Terminal } from '../../../../src/faces/cli/terminal.ts'
import type { Machine } from '../../../../src/store/machine/port.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { agentflowHome } from '../../../../src/store/sessions/agentflow-home.ts'
import { sessionPlace } from '../../../../src/store/sessions/session-place.ts'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'
import { plainTerminal } from '../plain-terminal.ts'

/** What a command printed and the number it ended with. */
export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** An agent with a session, whose commands run in this process. */
export class Agent {
  readonly home: string
  readonly machine: Machine
  readonly env: NodeJS.ProcessEnv

  constructor(home = realpathSync(temporaryDirectory()), machine: Machine = realMachine) {
    this.home = home
    this.machine = machine
    this.env = { AGENTCTL_SESSION_ID: 's1', AGENTCTL_AGENT: 'claude-code', HOME: home }
  }

  get place() {
    return sessionPlace(agentflowHome(this.env, this.home), 's1')
  }

  get directory(): string {
    return join(this.place.plans, 's1')
  }

  dir = () => this.#run(planDir)
  commit = (json = false) => this.#run((terminal, context) => commitPlans(terminal, context, { json }))
  context = (json = false) => this.#run((terminal, context) => planContext(terminal, context, { json }))
  clear = () => this.#run(clearCurrentPlan)
  remove = (threadId: string) => this.#run((terminal, context) => removePlanThread(terminal, context, { threadId }))

  async request(): Promise<{ thread_id: string; plan_dir: string }> {
    return JSON.parse((await this.#run(requestThreadDir)).out)
  }

  async #run(command: (terminal: Terminal, context: ConfigContext) => Promise<number>): Promise<Said> {
    const said = { out: '', err: '' }
    const terminal = plainTerminal(said)
    const { machine, env, home } = this
    const context = { machine, env, home, cwd: home, platform: process.platform, flags: new Map(), ask: async () => '' }
    return { code: await command(terminal, context), ...said }
  }
}
