import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs'

import type { Entry, Files, Kind, OpenFile, Stat } from './port.ts'

/**
 * The real disk, without the thread pool: most calls are answered from the kernel's caches faster than the pool could
 * hand them over, and on a good disk so is a sync (docs/adr/0001).
 */
export const realFiles: Files = {
  async open(path, how) {
    if (process.platform === 'win32' && how !== 'create') refuseLink(path)
    return openFile(openSync(path, openFlags[how], 0o666))
  },
  async link(from, to) {
    linkSync(from, to)
  },
  async rename(from, to) {
    await renamePatiently(() => renameSync(from, to), process.platform)
  },
  async unlink(path) {
    unlinkSync(path)
  },
  async mkdir(path) {
    mkdirSync(path)
  },
  async rmdir(path) {
    rmdirSync(path)
  },
  async list(directory) {
    return readdirSync(directory, { withFileTypes: true }).map(
      (entry): Entry => ({ name: entry.name, kind: kindOf(entry) }),
    )
  },
  async stat(path) {
    return toStat(lstatSync(path, { bigint: true }))
  },
  async realpath(path) {
    return realpathSync.native(path)
  },
  async fileSystem(path) {
    return statfsSync(path).type
  },
  async syncDirectory(path) {
    if (process.platform === 'win32') return
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
    try {
      await sync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  },
}

/** For Windows, which has no O_NOFOLLOW. Leaves a gap between looking and opening, but a link that stands is not followed. */
export function refuseLink(path: string): void {
  if (!lstatSync(path).isSymbolicLink()) return
  throw Object.assign(new Error(`ELOOP: a symbolic link, open '${path}'`), { code: 'ELOOP', path })
}

// O_NOFOLLOW and O_NONBLOCK are undefined on Windows, where `| undefined` adds nothing.
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants
const openFlags = {
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  create: O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW,
  append: O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK,
} as const

function openFile(descriptor: number): OpenFile {
  return {
    async stat() {
      return toStat(fstatSync(descriptor, { bigint: true }))
    },
    async realpath() {
      return process.platform === 'linux' ? nameOfDescriptor(descriptor) : undefined
    },
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const count = readSync(descriptor, buffer, filled, length - filled, position + filled)
        if (count === 0) break
        filled += count
      }
      return buffer.subarray(0, filled)
    },
    async write(bytes) {
      return writeSync(descriptor, bytes)
    },
    async sync() {
      await sync(descriptor)
    },
    async truncate(length) {
      ftruncateSync(descriptor, length)
    },
    async setAttributes({ mode, uid, gid }) {
      const own = fstatSync(descriptor)
      if (own.uid !== uid || own.gid !== gid) ignoreRefusal(() => fchownSync(descriptor, uid, gid))
      if ((own.mode & 0o777) !== mode) fchmodSync(descriptor, mode)
    },
    async close() {
      closeSync(descriptor)
    },
  }
}

/** Of a file that was removed since, the name is followed by ` (deleted)`; the directory before it is still right. */
function nameOfDescriptor(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return undefined
  }
}

/** Only root may give a file away. Whoever is not root and may write the plan becomes the owner of what it writes. */
function ignoreRefusal(change: () => void): void {
  try {
    change()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Longer than this a process that serves others must not stand still. */
const slowMs = 5
let lastSyncMs = 0

/** In place on a disk that answers quickly; in the thread pool when the last one was slow. */
async function sync(descriptor: number): Promise<void> {
  const started = performance.now()
  try {
    if (lastSyncMs <= slowMs) fsyncSync(descriptor)
    else await pooledSync(descriptor)
  } finally {
    lastSyncMs = performance.now() - started
  }
}

function pooledSync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(descriptor, (error) => (error ? reject(error) : resolve())))
}

/**
 * On Windows a scanner or a reader that has the target open makes a rename fail for a moment. Waiting is the only safe
 * answer: deleting the target first, or writing into it, would show readers a plan that is not there or not whole.
 */
export async function renamePatiently(
  rename: () => void,
  platform: NodeJS.Platform,
  wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<void> {
  for (let pause = 10; ; pause = Math.min(pause + 10, 100)) {
    try {
      return rename()
    } catch (error) {
      const passing = ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (platform !== 'win32' || !passing || pause >= 100) throw error
      await wait(pause)
    }
  }
}

function toStat(stats: BigIntStats): Stat {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o777,
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    inode: stats.ino,
    modifiedMs: Number(stats.mtimeMs),
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Kind {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other'
}
