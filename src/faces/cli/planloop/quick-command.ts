/** `status --json --compact --agent codex-1` in its parts. */
export interface QuickStatus {
  readonly session?: string
  readonly agent?: string
  readonly compact?: boolean
  readonly budget?: number
}

/** `update --agent codex-1 --json '{ … }'` in its parts. */
export interface QuickUpdate {
  readonly session?: string
  readonly agent?: string
  readonly token?: number
  readonly payload: string
}

/** Only what is written in the plainest way and wants JSON; anything else is for the parser of options. */
export function quickStatus(args: readonly string[]): QuickStatus | undefined {
  const values = args[0] === 'status' ? flagsIn(args, ['--json', '--compact'], ['--budget']) : undefined
  if (!values?.has('--json')) return undefined
  const budget = values.get('--budget')
  return {
    ...who(values),
    ...(values.has('--compact') && { compact: true }),
    ...(budget !== undefined && { budget: Number(budget) }),
  }
}

/** The same, with the payload behind `--json`. */
export function quickUpdate(args: readonly string[]): QuickUpdate | undefined {
  const values = args[0] === 'update' ? flagsIn(args, [], ['--json', '--token']) : undefined
  const payload = values?.get('--json')
  if (values === undefined || payload === undefined) return undefined
  const token = values.get('--token')
  return { ...who(values), ...(token !== undefined && { token: Number(token) }), payload }
}

/** What an agent that works alone asks all the time. */
export function isPlainest({ session, agent, compact = false, budget }: QuickStatus): boolean {
  return compact && session === undefined && agent === undefined && budget === undefined
}

/** Each flag once, with its value; undefined when there is any other word, or a value that is not plain. */
function flagsIn(
  [, ...words]: readonly string[],
  bare: readonly string[],
  withValue: readonly string[],
): Map<string, string> | undefined {
  const values = new Map<string, string>()
  for (let at = 0; at < words.length; at++) {
    const flag = words[at]!
    const form = withValue.includes(flag) || named.includes(flag) ? forms.get(flag) : undefined
    if (values.has(flag) || (form === undefined && !bare.includes(flag))) return undefined
    const value = form === undefined ? flag : words[++at]
    if (value === undefined || form?.test(value) === false) return undefined
    values.set(flag, value)
  }
  return values
}

const named = ['--session', '--agent']

const forms: ReadonlyMap<string, RegExp> = new Map([
  ['--session', /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/],
  ['--agent', /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/],
  ['--budget', /^[1-9][0-9]{0,8}$/],
  ['--token', /^[1-9][0-9]{0,8}$/],
  ['--json', /^\s*\{/],
])

function who(values: ReadonlyMap<string, string>): { readonly session?: string; readonly agent?: string } {
  const [session, agent] = named.map((flag) => values.get(flag))
  return { ...(session !== undefined && { session }), ...(agent !== undefined && { agent }) }
}
