import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ProcessGroup } from '../../src/process/group.ts'
import { hasLiveMember } from '../../src/process/members.ts'
import { isAlive, run, runShell, until } from './programs.ts'

const directory = mkdtempSync(join(tmpdir(), 'steadplan-members-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe.runIf(process.platform === 'linux')('the members of a group', () => {
  it('are found', async () => {
    let isFound = false
    const controller = new AbortController()
    await runShell('echo $$; sleep 90', {
      signal: controller.signal,
      onOutput: (_, text) => {
        isFound = hasLiveMember(Number(text))
        controller.abort()
      },
    })
    expect(isFound).toBe(true)
    expect(hasLiveMember(2 ** 30)).toBe(false)
  })

  it.runIf(existsSync('/bin/bash'))('do not count once they are zombies', async () => {
    // By job control, bash makes `true | member` a group of its own. It reaps the leader, then becomes a program that
    // reaps nobody, as the first process of many containers does.
    const file = join(directory, 'end')
    const member = 'echo $$; for i in $(seq 6000); do test -e "$FILE" && exit; sleep 0.01; done'
    const script = `set -m; echo $$; true | /bin/sh -c '${member}' & sleep 0.1; exec sleep 90`
    const controller = new AbortController()
    let printed = ''
    const running = run(['/bin/bash', '-c', script], {
      signal: controller.signal,
      env: { set: new Map([['FILE', file]]) },
      onOutput: (_, text) => {
        printed += text
      },
    })
    await until(() => printed.split('\n').length === 3)
    const [bash = 0, pid = 0] = printed.split('\n').map(Number)
    const leader = Number(fieldsOf(pid)[2])
    await until(() => !existsSync(`/proc/${leader}`))
    await until(() => readFileSync(`/proc/${bash}/comm`, 'utf8') === 'sleep\n')

    const group = new ProcessGroup(leader)
    group.leaderEnded()
    const whileItLives = group.isGone()
    writeFileSync(file, '')
    await until(() => !isAlive(pid))
    const [state] = fieldsOf(pid)
    const whenItIsAZombie = group.isGone()
    controller.abort()
    await running
    expect({ whileItLives, state, whenItIsAZombie }).toEqual({ whileItLives: false, state: 'Z', whenItIsAZombie: true })
  })
})

/** State, parent, group. */
function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
