/** Running other programs: in a group of their own, within limits, with an environment that is chosen and not inherited. */
export { commandFaults } from './command.ts'
export { childEnvironment, type EnvironmentRequest, environmentFaults } from './environment.ts'
export { type OpenProcess, type OpenRequest, openProcess, type ProcessEnd } from './open.ts'
export { endAllProcesses, runningProcesses } from './registry.ts'
export { type ProcessRequest, type ProcessResult, runProcess } from './run.ts'
