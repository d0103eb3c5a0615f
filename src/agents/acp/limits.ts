/** What an agent may ask of our memory. All of it together stays far below 300 MB, whatever the agent sends. */
export const limits = {
  /** Bytes of one message. A picture that an agent has looked at comes as one. */
  message: 16 * 1024 * 1024,
  /** Values and marks in one message: memory goes by their number more than by their bytes. */
  parts: 200_000,
  depth: 200,
  /** Bytes that may come at once, and per second after that. Each message costs some, though it may be short. */
  burst: 64 * 1024 * 1024,
  perSecond: 2 * 1024 * 1024,
  perMessage: 256,
  /** Lines that are not the protocol: programs print a greeting or a warning where they should not. */
  strayLines: 1000,
  /** Requests of the agent that are being answered. With more, we stop listening until one is answered. */
  answering: 8,
  /** The same for waiting until a program ends, which takes its time and no memory. With more, the agent is ended. */
  waiting: 256,
  /** Bytes of a file that is read or written for the agent. */
  file: 4 * 1024 * 1024,
  terminals: 16,
  /** Bytes kept of what a terminal shows, of what the agent says, and of its standard error. */
  terminalOutput: 1024 * 1024,
  said: 64 * 1024,
  errors: 16 * 1024,
  refusals: 100,
  /** How often an agent that stopped because of a refusal is told to go on. */
  goOn: 5,
  toolCalls: 2000,
} as const
