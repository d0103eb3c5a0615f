import { run } from './run.mjs'
import { isUpToDate, writeStamp } from './stamp.mjs'

const stamp = 'node_modules/.steadplan-installed'
const inputs = ['package-lock.json']

/** Installs what package-lock.json asks for, unless it is installed already. */
export async function ensureInstalled() {
  if (isUpToDate(stamp, inputs)) return
  process.stderr.write('installing what is missing …\n')
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Not `npm ci`: the lock file does not list the binaries of tools for every system, and nothing less would do for it.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const { ok, output } = await run(command, [...first, ...args])
  if (!ok) {
    process.stderr.write(output)
    process.exit(1)
  }
  writeStamp(stamp, inputs)
}
