import type { ProcessGroup } from './group.ts'
import { pause } from './pause.ts'

/** Asks the group to end, waits, then makes it end. Says whether all of it is gone. */
export async function endGroup(group: ProcessGroup, graceMs: number): Promise<boolean> {
  group.signal('SIGTERM')
  if (await isGoneWithin(graceMs, group)) return true
  group.signal('SIGKILL')
  return isGoneWithin(lastWaitMs, group)
}

/** The same for what a program left behind when it ended. First it gets a moment to finish: a `tee` may still write. */
export async function endLeftovers(group: ProcessGroup, graceMs: number): Promise<boolean> {
  return (await isGoneWithin(settleMs, group)) || endGroup(group, graceMs)
}

const settleMs = 100

/** SIGKILL cannot be refused, so who is there after this is stuck in the kernel or belongs to another user. */
const lastWaitMs = 2000

async function isGoneWithin(ms: number, group: ProcessGroup): Promise<boolean> {
  const until = performance.now() + ms
  for (let wait = 2; ; wait = Math.min(wait * 2, 100)) {
    if (group.isGone()) return true
    const left = until - performance.now()
    if (left <= 0) return false
    await pause(Math.min(wait, left))
  }
}
