import type { CodeTable } from './entry.ts'

export const agentCodes = {
  E_BAD_AGENT: {
    severity: 'error',
    meaning:
      'The definition of an agent cannot be used: it names no program, hands over the prompt in two ways at once or as the program itself, or gives a program to a person.',
    next: 'Correct the definition, or use one of the agents that `steadplan agents` lists.',
  },
  E_AGENT_BROKEN: {
    severity: 'error',
    meaning:
      'The conversation with an agent could not go on: its program ended, answered with an error, or sent what is not the Agent Client Protocol, too large or too much of it.',
    next: 'Try the agent alone with `steadplan agents`, then run the step again: it gets a fresh process.',
  },
  E_AGENT_SILENT: {
    severity: 'error',
    meaning: 'An agent was started and did not answer in time.',
    next: 'Start its program by hand and look what it waits for, such as a login or the network.',
  },
  E_AGENT_LOGIN: {
    severity: 'error',
    meaning: 'The agent does nothing before somebody has logged in to the service behind it.',
    next: 'Start the agent by hand and log in, or pass its key on by the environment of its definition.',
  },
  E_OUT_OF_SCOPE: {
    severity: 'error',
    meaning: 'An agent asked for a tool that its step may not use, or asked for it when the step was over.',
    next: 'Add the tool to the scope of the step, or leave it refused.',
  },
} as const satisfies CodeTable
