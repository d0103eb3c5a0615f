/** `plan dir`, or `set-topic` with its topic. */
export interface QuickCommand {
  readonly topic?: string
  readonly json: boolean
}

/** Only what is written in the plainest way; anything else is for the parser of options. */
export function quickCommand(args: readonly string[]): QuickCommand | undefined {
  const words = args.filter((arg) => arg !== '--json')
  const json = words.length < args.length
  const [first, second] = words
  if (words.length !== 2 || args.length - words.length > 1 || args[0] !== first || second!.startsWith('-'))
    return undefined
  if (first === 'plan' && second === 'dir' && args[1] === 'dir') return { json }
  return first === 'set-topic' ? { topic: second!, json } : undefined
}
