import * as fs from 'node:fs'

import type { Entry, Files, Kind, OpenFile, Stat } from './port.ts'

/**
 * The real disk, without the thread pool: most calls are answered from the kernel's caches faster than the pool could
 * hand them over, and on a good disk so is a sync (docs/adr/0001).
 */
export const realFiles: Files = {
  async open(path, how) {
    if (process.platform === 'win32' && how !== 'create') refuseLink(path)
    return openFile(fs.openSync(path, openFlags[how], 0o666))
  },
  async link(from, to) {
    fs.linkSync(from, to)
  },
  async rename(from, to) {
    await renamePatiently(() => fs.renameSync(from, to), process.platform)
  },
  async unlink(path) {
    fs.unlinkSync(path)
  },
  async mkdir(path) {
    fs.mkdirSync(path)
  },
  async rmdir(path) {
    fs.rmdirSync(path)
  },
  async list(directory) {
    return fs
      .readdirSync(directory, { withFileTypes: true })
      .map((entry): Entry => ({ name: entry.name, kind: kindOf(entry) }))
  },
  async stat(path) {
    return toStat(fs.lstatSync(path, { bigint: true }))
  },
  async realpath(path) {
    return fs.realpathSync.native(path)
  },
  async fileSystem(path) {
    return fs.statfsSync(path).type
  },
  async syncDirectory(path) {
    if (process.platform === 'win32') return
    const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
    try {
      await sync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  },
}

/** For Windows, which has no O_NOFOLLOW. Leaves a gap between looking and opening, but a link that stands is not followed. */
export function refuseLink(path: string): void {
  if (!fs.lstatSync(path).isSymbolicLink()) return
  throw Object.assign(new Error(`ELOOP: a symbolic link, open '${path}'`), { code: 'ELOOP', path })
}

// O_NOFOLLOW and O_NONBLOCK are undefined on Windows, where `| undefined` adds nothing.
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = fs.constants
const openFlags = {
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  create: O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW,
  append: O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK,
} as const

function openFile(descriptor: number): OpenFile {
  return {
    async stat() {
      return toStat(fs.fstatSync(descriptor, { bigint: true }))
    },
    async realpath() {
      return process.platform === 'linux' ? nameOfDescriptor(descriptor) : undefined
    },
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const count = fs.readSync(descriptor, buffer, filled, length - filled, position + filled)
        if (count === 0) break
        filled += count
      }
      return buffer.subarray(0, filled)
    },
    async write(bytes) {
      return fs.writeSync(descriptor, bytes)
    },
    async sync() {
      await sync(descriptor)
    },
    async truncate(length) {
      fs.ftruncateSync(descriptor, length)
    },
    async setAttributes({ mode, uid, gid }) {
      const own = fs.fstatSync(descriptor)
      if (own.uid !== uid || own.gid !== gid) ignoreRefusal(() => fs.fchownSync(descriptor, uid, gid))
      if ((own.mode & 0o777) !== mode) fs.fchmodSync(descriptor, mode)
    },
    async close() {
      fs.closeSync(descriptor)
    },
  }
}

/** Of a file that was removed since, the name is followed by ` (deleted)`; the directory before it is still right. */
function nameOfDescriptor(descriptor: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`)
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
    if (lastSyncMs <= slowMs) fs.fsyncSync(descriptor)
    else await pooledSync(descriptor)
  } finally {
    lastSyncMs = performance.now() - started
  }
}

function pooledSync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fs.fsync(descriptor, (error) => (error ? reject(error) : resolve())))
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

function toStat(stats: fs.BigIntStats): Stat {
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
