import { isDeviceName } from '../../paths/device-names.ts'

/** An id that is certain to be allowed. `checkId` allows more, and has the words for what it does not. */
export function isPlainId(id: unknown): id is string {
  return typeof id === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(id) && !isDeviceName(id)
}
