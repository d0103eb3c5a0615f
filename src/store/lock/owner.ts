import type { ProcessIdentity } from '../../plan/lease.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'

/** What a lock file says: which process holds it, since when, and to do what. */
export interface Owner extends ProcessIdentity {
  readonly nonce: string
  readonly since: string
  readonly command: string
}

const ownerCap = 4096

export function newOwner(machine: Machine, command: string): Owner {
  const since = new Date(machine.now().wallMs).toISOString()
  return { nonce: machine.nonce(), ...machine.self(), since, command: command.slice(0, 500) }
}

export function ownerBytes(owner: Owner): Uint8Array {
  return Buffer.from(`${JSON.stringify(owner)}\n`)
}

/** The owner in a lock file; undefined when there is no such file, `unreadable` when it says nothing sensible. */
export async function readOwner(machine: Machine, path: string): Promise<Owner | 'unreadable' | undefined> {
  const bytes = await readWhole(machine.files, path, ownerCap)
  return bytes && parseOwner(Buffer.from(bytes).toString())
}

export function describeOwner(owner: Owner): string {
  return `pid ${owner.pid} on ${owner.host.split('/')[0]} (${owner.command}) since ${owner.since}`
}

function parseOwner(text: string): Owner | 'unreadable' {
  try {
    const owner: unknown = JSON.parse(text)
    return isOwner(owner) ? owner : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false
  const { nonce, pid, ...texts } = value as Record<string, unknown>
  return (
    typeof nonce === 'string' &&
    /^[0-9a-f]{32}$/.test(nonce) &&
    Number.isInteger(pid) &&
    ['host', 'boot', 'pidSpace', 'start', 'since', 'command'].every((key) => typeof texts[key] === 'string')
  )
}
