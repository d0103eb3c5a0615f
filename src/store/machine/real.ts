import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, unlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessIdentity } from '../../plan/lease.ts'
import { realFiles } from '../files/real.ts'
import type { Fate, Machine } from './port.ts'

let identity: ProcessIdentity | undefined

export const realMachine: Machine = {
  files: realFiles,
  self: () => (identity ??= identify(process.pid)),
  identify,
  fate: (of) => fateOf(of, realMachine.self()),
  now() {
    const { host, boot } = realMachine.self()
    return { wallMs: Date.now(), monotonicMs: Number(process.hrtime.bigint() / 1_000_000n), host, boot }
  },
  nonce: () => nonces().toString('hex'),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  removeAtExit(path) {
    if (toRemove.length === 0) process.once('exit', removeAll)
    toRemove.push(path)
  },
}

let pool = Buffer.alloc(0)

/** Asking the system for random bytes costs the same for many as for few. */
function nonces(): Buffer {
  if (pool.length === 0) pool = randomBytes(4096)
  const taken = pool.subarray(0, 16)
  pool = pool.subarray(16)
  return taken
}

const toRemove: string[] = []

function removeAll(): void {
  for (const path of toRemove) {
    try {
      unlinkSync(path)
    } catch {
      // Somebody else removed it, or it stays behind and `doctor` removes it.
    }
  }
}

function identify(pid: number): ProcessIdentity {
  return {
    host: [hostname(), readText('/etc/machine-id')].filter(Boolean).join('/'),
    boot: readText('/proc/sys/kernel/random/boot_id'),
    pidSpace: readLink('/proc/self/ns/pid'),
    pid,
    start: procStat(pid).start,
  }
}

/**
 * Dead only when that can be proved from here: on this machine, and the machine has been restarted since, or nobody in
 * this pid space has the pid, or whoever has it started at another time. Age proves nothing: machines sleep, debuggers
 * stop.
 */
function fateOf(of: ProcessIdentity, self: ProcessIdentity): Fate {
  if (of.host !== self.host) return 'unknown'
  if (of.boot !== self.boot) return 'dead'
  if (of.pidSpace !== self.pidSpace) return 'unknown'
  if (!exists(of.pid)) return 'dead'
  const { state, start } = procStat(of.pid)
  return of.start === start && !ended.includes(state) ? 'alive' : 'dead'
}

function exists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** A zombie and a process on its way out: they hold nothing any more, but their parent has not asked for them yet. */
const ended = ['Z', 'X']

/**
 * Fields 3 and 22 of `/proc/<pid>/stat`. Field 2 is the program's name in parentheses and may itself hold blanks and
 * parentheses, so counting starts after the last one:
 *
 *     4711 (a) b) S 1 4711 …
 *               ^
 */
function procStat(pid: number): { state: string; start: string } {
  const stat = readText(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', start: fields[19] ?? '' }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
