type Argv = readonly [program: string, ...args: string[]]

export interface ClipboardProgram {
  /** As a person installs it. */
  readonly name: string
  readonly paste: Argv
  readonly copy: Argv
  /** How the program wants its text; UTF-8 without it. */
  readonly encode?: (text: string) => Uint8Array
}

/** The programs that can reach the clipboard, those first that fit best. */
export function clipboardPrograms(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly ClipboardProgram[] {
  if (platform === 'darwin') return [mac]
  if (platform === 'win32') return [windows]
  // In the Linux of Windows, its programs can be called as well.
  const linux = env.WAYLAND_DISPLAY ? [wayland, ...x11] : [...x11, wayland]
  return [...linux, windows]
}

const mac: ClipboardProgram = { name: 'pbcopy/pbpaste', paste: ['pbpaste'], copy: ['pbcopy'] }

/*
 * On Linux the program that copies stays, to hand the text over when somebody pastes. In a session of its own it is not
 * among what we end.
 */
const wayland: ClipboardProgram = {
  name: 'wl-copy/wl-paste',
  paste: ['wl-paste', '--no-newline'],
  copy: ['setsid', '--wait', 'wl-copy'],
}

const x11: readonly ClipboardProgram[] = [
  {
    name: 'xclip',
    paste: ['xclip', '-selection', 'clipboard', '-out'],
    copy: ['setsid', '--wait', 'xclip', '-selection', 'clipboard', '-in'],
  },
  {
    name: 'xsel',
    paste: ['xsel', '--clipboard', '--output'],
    copy: ['setsid', '--wait', 'xsel', '--clipboard', '--input'],
  },
]

const windows: ClipboardProgram = {
  name: 'clip.exe',
  paste: [
    'powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    '[Console]::OutputEncoding = [Text.Encoding]::UTF8; [Console]::Out.Write((Get-Clipboard -Raw))',
  ],
  copy: ['clip.exe'],
  encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
}
