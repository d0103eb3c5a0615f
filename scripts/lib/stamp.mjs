import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/** Whether the files named, folders with all below them, are what they were when the stamp was last written. */
export function isUpToDate(stamp, paths) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(paths)
}

export function writeStamp(stamp, paths) {
  writeFileSync(stamp, hashOf(paths))
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow).sort()) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(`${path}/${name}`))
}
