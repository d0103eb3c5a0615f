import { hasLiveMember } from './members.ts'
import { pause } from './pause.ts'

/**
 * Ends the group of a process that another one of ours started, which died before it could. `isSame` says whether the
 * number still means that very process; it is asked before the first signal. From then on the number is taken as long as
 * one of the group lives (`group.ts`), and the group is followed without a longer break. Answers whether all of it is gone.
 */
export async function endOrphan(leader: number, isSame: () => boolean, graceMs = 2000): Promise<boolean> {
  if (!Number.isSafeInteger(leader) || leader <= 1 || process.platform === 'win32') return false
  if (!isSame() || !send(leader, 'SIGTERM')) return true
  if (await isGoneWithin(leader, graceMs)) return true
  send(leader, 'SIGKILL')
  return isGoneWithin(leader, lastWaitMs)
}

const lastWaitMs = 2000

async function isGoneWithin(leader: number, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; ; ) {
    if (!send(leader, 0) || (process.platform === 'linux' && !hasLiveMember(leader))) return true
    if (performance.now() >= until) return false
    await pause(lookMs)
  }
}

const lookMs = 20

/** Whether there was anybody to get it. */
function send(leader: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    process.kill(-leader, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
