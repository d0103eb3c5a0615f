import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'
import { clipboardWith } from './person.ts'

describe.runIf(process.platform === 'linux')('the programs of Linux', () => {
  it('xclip: what was copied is pasted, byte for byte', async () => {
    const kept = join(temporaryDirectory(), 'kept')
    const clipboard = clipboardWith({ xclip: `case "$3" in -in) cat > '${kept}';; -out) cat '${kept}';; esac` })
    await clipboard.copy('# Plän 🟢\r\n```\n')
    expect(await clipboard.paste(1000)).toBe('# Plän 🟢\r\n```\n')
  })

  it('a program that stays to hand out the text is not ended', async () => {
    const kept = join(temporaryDirectory(), 'kept')
    const clipboard = clipboardWith({
      xsel: `cat > '${kept}.part'; (sleep 0.5; mv '${kept}.part' '${kept}') > /dev/null 2>&1 &`,
    })
    await clipboard.copy('text')
    while (!existsSync(kept)) await sleep(20)
    expect(readFileSync(kept, 'utf8')).toBe('text')
  })

  it('on Wayland wl-paste is asked first, otherwise xclip; one that fails gives way to the next', async () => {
    const programs = { 'wl-paste': 'echo wayland', xclip: 'echo x', xsel: 'echo xsel' }
    expect(await clipboardWith(programs, { WAYLAND_DISPLAY: 'wayland-0' }).paste(100)).toBe('wayland\n')
    expect(await clipboardWith(programs).paste(100)).toBe('x\n')
    expect(await clipboardWith({ ...programs, xclip: 'exit 1' }).paste(100)).toBe('xsel\n')
  })

  it('none installed: all of them are named, for both ways', async () => {
    const expected = {
      code: 'E_NO_CLIPBOARD',
      message: expect.stringContaining('xclip, xsel, wl-copy/wl-paste, clip.exe'),
    }
    await expect(clipboardWith({}).paste(100)).rejects.toMatchObject(expected)
    await expect(clipboardWith({}).copy('text')).rejects.toMatchObject(expected)
  })

  it('none that works: what they said', async () => {
    const clipboard = clipboardWith({ xclip: 'echo "Error: no display" >&2; exit 1' })
    await expect(clipboard.paste(100)).rejects.toMatchObject({
      code: 'E_NO_CLIPBOARD',
      message: expect.stringContaining('xclip: Error: no display'),
    })
  })

  it('no more is taken than of a file', async () => {
    const clipboard = clipboardWith({ xclip: 'head -c 2000 /dev/zero | tr "\\0" a' })
    await expect(clipboard.paste(1000)).rejects.toMatchObject({ code: 'E_TOO_LARGE' })
  })
})
