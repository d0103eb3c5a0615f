import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isDeviceName } from './device-names.ts'
import { isShortName } from './short-names.ts'
import { shortened } from './shortened.ts'

const mostBytes = 255

/**
 * Whether one part of a path, a file's or a folder's name, is the same name on every system. Asked on all of them,
 * because repositories travel. Names every reason, not only the first.
 */
export function checkName(name: string): Diagnostic | undefined {
  const against = reasons.filter(({ holds }) => holds(name)).map(({ text }) => text)
  if (against.length === 0) return undefined
  return diagnostic('E_BAD_NAME', `the name ${against.join('; ')}`, { actual: shortened(name) })
}

const reasons: readonly { readonly text: string; readonly holds: (name: string) => boolean }[] = [
  { text: 'is empty', holds: (name) => name === '' },
  { text: 'means a directory', holds: (name) => name === '.' || name === '..' },
  { text: `is longer than ${mostBytes} bytes`, holds: (name) => Buffer.byteLength(name) > mostBytes },
  { text: 'has a separator in it', holds: (name) => /[/\\]/.test(name) },
  { text: 'has a character that Windows does not allow', holds: (name) => /[<>:"|?*]/.test(name) },
  { text: 'has a control character', holds: (name) => /\p{Cc}/u.test(name) },
  { text: 'changes the direction of reading', holds: (name) => /\p{Bidi_Control}/u.test(name) },
  { text: 'has half a character', holds: (name) => /\p{Cs}/u.test(name) },
  {
    text: 'ends with a dot or a blank, which Windows drops',
    holds: (name) => /[. ]$/.test(name) && name !== '.' && name !== '..',
  },
  { text: 'is the name of a device on Windows', holds: isDeviceName },
  { text: 'has the form of a short name of Windows', holds: isShortName },
]
