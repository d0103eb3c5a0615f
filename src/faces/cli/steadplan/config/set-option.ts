import { InvalidArgumentError, Option } from 'commander'
import { isKey } from '../../../../store/config/settings.ts'
import { nearKey } from '../../../../store/config/unknown-key.ts'
import { exitCodes } from '../../exit-codes.ts'

/** `--set lock.wait=5s`, as often as wanted. The value of the option is a map by key. */
export function setOption(): Option {
  return new Option('--set <key=value>', 'use this value for a setting, this once (repeatable)')
    .argParser(collect)
    .default(new Map<string, string>(), 'none')
}

function collect(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  // The value may hold further `=`.
  const at = text.indexOf('=')
  if (at < 0) throw usage('A key and a value are needed: key=value.')
  const key = text.slice(0, at)
  if (!isKey(key)) throw usage(`There is no such setting.${meant(nearKey(key))}`)
  return new Map([...before, [key, text.slice(at + 1)]])
}

function usage(message: string): InvalidArgumentError {
  const error = new InvalidArgumentError(message)
  error.exitCode = exitCodes.usage
  return error
}

function meant(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean ${name}?`
}
