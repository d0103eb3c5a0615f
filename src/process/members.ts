import { readdirSync, readFileSync } from 'node:fs'

/**
 * Whether a group has a member that is not a zombie (Linux). A zombie has ended and only waits to be reaped by init.
 * In a container whose first process reaps nobody it waits for ever, and to kill(2) the group seems to live. When
 * `/proc` cannot be read, the answer is yes.
 */
export function hasLiveMember(group: number): boolean {
  const processes = list('/proc')
  return processes === undefined || processes.some((name) => /^\d+$/.test(name) && isLiveMember(name, group))
}

function list(directory: string): string[] | undefined {
  try {
    return readdirSync(directory)
  } catch {
    return undefined
  }
}

/**
 *     4242 (a (name) here) S 1 4200 …
 *                          ^ state, parent, group; the name may hold anything, so read from its last bracket
 */
function isLiveMember(pid: string, group: number): boolean {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return false // Ended since the list was made.
  }
  const [state = '', , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(itsGroup) === group && state !== 'Z' && state !== 'X'
}
