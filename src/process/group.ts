/**
 * A process group: a program we started (its leader) and everything that came of it and did not leave the group.
 *
 * **Why a signal never reaches a stranger.** A group has the number of its leader, and numbers are given out again.
 * Three facts keep us right:
 *
 * 1. Until the leader is reaped, its number is taken. Node reaps it and emits `exit` in one go, and `leaderEnded()` is
 *    called in that event; up to there the number can mean nobody else.
 * 2. After that, the number stays taken as long as one member of the group lives (POSIX says so of fork; measured on
 *    Linux). So a group that answers is ours, unless it was empty since we last looked. Silence is final: we never
 *    signal that number again.
 * 3. If it was empty in between and the number was given out again, there is a process with that very number, which our
 *    group cannot have after its leader is reaped. We look for it right before each signal.
 *
 * What remains is a stranger who, between two looks (100 ms apart unless we were held up), got the number after all
 * others had been used up, made a group, left members in it and ended. We accept that.
 *
 * **What a group cannot hold.** A process that makes itself a session of its own (a daemon, `setsid`) has left;
 * SIGTERM comes before SIGKILL so that whoever started it can end it. Windows has no groups: there the tree below the
 * program is ended while the program lives, and what it left behind is out of reach.
 */
import { spawnSync } from 'node:child_process'
import { hasLiveMember } from './members.ts'

type Signal = 'SIGTERM' | 'SIGKILL'
type Kill = (pid: number, signal: Signal | 0) => unknown

const defaultKill: Kill = (pid, signal) => process.kill(pid, signal)

export class ProcessGroup {
  readonly id: number
  readonly #kill: Kill
  readonly #platform: NodeJS.Platform
  #leaderEnded = false
  #gone = false

  constructor(leader: number, kill = defaultKill, platform = process.platform) {
    // To kill(2), 0 is our own group, -1 everybody, and 1 is init.
    if (!Number.isSafeInteger(leader) || leader <= 1) throw new RangeError(`not a process of ours: ${leader}`)
    this.id = leader
    this.#kill = kill
    this.#platform = platform
  }

  /** To be called in the `exit` event of the leader, and at no other time. */
  leaderEnded(): void {
    this.#leaderEnded = true
    if (this.#platform === 'win32') this.#gone = true
  }

  signal(signal: Signal): void {
    if (this.#isKnownGone()) return
    if (this.#platform === 'win32') endTree(this.id)
    else this.#send(-this.id, signal)
  }

  isGone(): boolean {
    if (!this.#leaderEnded) return false
    if (this.#isKnownGone()) return true
    if (this.#send(-this.id, 0) === 'there' && this.#platform === 'linux' && !hasLiveMember(this.id)) {
      // Zombies only, as far as one can see while others fork. A signal to a group is not split by a fork: it decides.
      this.#send(-this.id, 'SIGKILL')
      this.#gone = true
    }
    return this.#gone
  }

  /** With fact 3 above. */
  #isKnownGone(): boolean {
    if (!this.#gone && this.#leaderEnded && this.#send(this.id, 0) !== 'nobody') this.#gone = true
    return this.#gone
  }

  #send(pid: number, signal: Signal | 0): 'there' | 'nobody' | 'not ours' {
    try {
      this.#kill(pid, signal)
      return 'there'
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') return 'not ours'
      if (pid === -this.id && this.#leaderEnded) this.#gone = true
      return 'nobody'
    }
  }
}

function endTree(pid: number): void {
  const { SystemRoot = 'C:\\Windows' } = process.env
  const argv = ['/pid', String(pid), '/T', '/F']
  spawnSync(`${SystemRoot}\\System32\\taskkill.exe`, argv, { stdio: 'ignore', windowsHide: true })
}
