/** Who is told a command, so that it names them again. Names and ids are such that no shell takes them apart. */
export interface Told {
  readonly agent?: string
  /** The session, if it was named by a flag. */
  readonly named?: string
}

export function statusCommand(told: Told): string {
  return `planloop status --json${flags(told)}`
}

/** `payload` has no `'` in it. */
export function updateCommand(told: Told, payload: string): string {
  return `planloop update${flags(told)} --json '${payload}'`
}

export function updateFromFileCommand(told: Told): string {
  return `planloop update --json${flags(told)} --file plan.json`
}

export function clearCommand(told: Told, signal: string): string {
  return `planloop alert --json${flags(told)} --id ${signal} --clear`
}

export function syncCommand(told: Told): string {
  return `planloop sync --json${flags(told)}`
}

function flags({ agent, named }: Told): string {
  return (named === undefined ? '' : ` --session ${named}`) + (agent === undefined ? '' : ` --agent ${agent}`)
}
