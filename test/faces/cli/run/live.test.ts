import { describe, expect, test } from 'vitest'
import { newPicture, noteEvent } from '../../../../src/faces/cli/steadplan/run/picture.ts'
import { liveView } from '../../../../src/faces/cli/steadplan/run/view/live.ts'
import { pictureLines } from '../../../../src/faces/cli/steadplan/run/view/picture-lines.ts'
import type { Terminal } from '../../../../src/faces/cli/terminal.ts'
import { visible } from '../../../../src/plan/diagnostics/visible.ts'
import { displayWidth } from '../../../../src/plan/diagnostics/width.ts'
import type { Plan, Step } from '../../../../src/plan/types.ts'
import type { RunEvent } from '../../../../src/run/events.ts'

const plain = (_: unknown, text: string) => text

function terminalOf(write: (text: string) => void, width = 80): Terminal {
  return { out: write, err: write, paint: { out: plain, err: plain }, width, isInteractive: true }
}

function planOf(steps: readonly (readonly [id: string, ...dependsOn: string[]])[]): Plan {
  const all: Step[] = steps.map(([id, ...dependsOn]) => ({ id, title: id, text: '', dependsOn }))
  return { key: 'login', dialect: 'agentflow', title: 'Login', narrative: '', steps: all }
}

const said = (step: string, text: string): RunEvent => ({ type: 'update', step, update: { kind: 'said', text } })

describe('the picture', () => {
  test('shows waves, what runs with its time and last line, and totals', () => {
    const picture = newPicture('login', planOf([['a'], ['b'], ['c', 'a', 'b']]), () => 'pending', 0)
    noteEvent(picture, { type: 'begun', step: 'a' }, 0)
    noteEvent(picture, { type: 'begun', step: 'b' }, 1000)
    noteEvent(picture, said('a', 'first\nReading src/app.ts\n'), 1000)
    noteEvent(picture, { type: 'verifying', step: 'b', command: 'npm test' }, 2000)
    expect(
      pictureLines(
        picture,
        65_000,
        terminalOf(() => {}),
        24,
      ),
    ).toEqual([
      'login: 0 of 3 done, 2 running, 1 min 05 s',
      '  wave 1  ▶▶',
      '  wave 2  ○',
      `▶ ${'a'.padEnd(24)} ${'1 min 05 s'.padStart(11)}  Reading src/app.ts`,
      `▶ ${'b'.padEnd(24)} ${'1 min 04 s'.padStart(11)}  verifying: npm test`,
    ])
    noteEvent(picture, { type: 'ended', step: 'a', status: 'complete' }, 66_000)
    noteEvent(picture, { type: 'ended', step: 'b', status: 'failed' }, 66_000)
    expect(
      pictureLines(
        picture,
        66_000,
        terminalOf(() => {}),
        24,
      )[0],
    ).toBe('login: 1 of 3 done, 1 failed, 1 min 06 s')
  })

  test('H90: no line is wider than the terminal, acts on it, or is one too many, at ten thousand steps', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => [`step-${n}-${'wide '.repeat(10)}`] as const)
    const picture = newPicture('login\u001b[2J', planOf(ids), () => 'pending', 0)
    for (const [id] of ids.slice(0, 64)) {
      noteEvent(picture, { type: 'begun', step: id }, 0)
      noteEvent(picture, said(id, `\u001b]0;owned\u0007\u009b2J\r${'漢字'.repeat(10_000)}`), 0)
    }
    const lines = pictureLines(
      picture,
      5000,
      terminalOf(() => {}, 80),
      24,
    )
    expect(lines.length).toBeLessThan(24)
    for (const line of lines) {
      expect(line).toBe(visible(line))
      expect(displayWidth(line)).toBeLessThan(80)
    }
  })
})

describe('the view', () => {
  test('keeps lines of what ended, leaves nothing else behind, and gives the cursor back', () => {
    let out = ''
    const picture = newPicture('login', planOf([['a'], ['b']]), () => 'pending', 0)
    const view = liveView({ terminal: terminalOf((text) => (out += text)), picture, nowMs: () => 0 }, () => 24)
    view.event({ type: 'begun', step: 'a' })
    view.event(said('a', 'Working.'))
    view.say('Stopping')
    view.event({ type: 'ended', step: 'a', status: 'failed', why: 'no luck' })
    view.close()
    view.close()
    view.say('afterwards')
    expect(screenAfter(out)).toEqual(['Stopping', '✗ a failed after 0 ms: no luck', 'afterwards'])
    expect(out.split('\u001b[?25h')).toHaveLength(2)
    expect(out.indexOf('\u001b[?25l')).toBeLessThan(out.indexOf('\u001b[?25h'))
  })

  test('what did not change is not drawn again', async () => {
    let writes = 0
    const picture = newPicture('login', planOf([['a']]), () => 'pending', 0)
    const view = liveView({ terminal: terminalOf(() => writes++), picture, nowMs: () => 0 }, () => 24)
    const before = writes
    await new Promise((resolve) => setTimeout(resolve, 350))
    expect(writes).toBe(before)
    view.close()
  })
})

/** What a terminal shows after it was given a text, as far as our own codes go. */
function screenAfter(text: string): string[] {
  const rows: string[] = ['']
  let at = 0
  // With a letter that stands nowhere else in place of the escape character.
  const given = text.replaceAll('\u001b', 'Ǝ')
  for (const [token, up, kind] of given.matchAll(/Ǝ\[(?:\?\d+[hl]|(\d*)([AKJ]))|\r|\n|[^Ǝ\r\n]+/g)) {
    if (kind === 'A') at -= Number(up)
    else if (kind === 'J') rows.length = at + 1
    else if (token === '\n') rows[++at] ??= ''
    else if (kind === undefined && token !== '\r' && !token.startsWith('Ǝ')) rows[at] = token
    if (kind === 'J') rows[at] = ''
  }
  return rows.filter((row) => row !== '')
}
