import { dirname } from 'node:path'
import type { Entry, Files, OpenFile, Stat } from '../../src/store/files/port.ts'

/**
 * A disk in memory that forgets like a real one. What is written goes to a cache; `sync` on a file makes its bytes durable,
 * `syncDirectory` the names in a directory; nothing else does. At `powerOff` every write and every change of a name since
 * then is kept, lost or garbled, as `choose` says, one by one and in any combination.
 */
export class MemoryDisk {
  #inodes = new Map<number, Inode>()
  #directories = new Map<string, Directory>([['/', { durable: new Map(), current: new Map(), pending: [] }]])
  #nextInode = 1

  /** A copy that shares nothing that can change. */
  clone(): MemoryDisk {
    const copy = new MemoryDisk()
    copy.#nextInode = this.#nextInode
    for (const [id, inode] of this.#inodes) copy.#inodes.set(id, { ...inode, pending: [...inode.pending] })
    for (const [path, { durable, current, pending }] of this.#directories) {
      copy.#directories.set(path, { durable: new Map(durable), current: new Map(current), pending: [...pending] })
    }
    return copy
  }

  /** All names with the content behind them, for comparing two disks. */
  describe(): string {
    const lines = [...this.#directories].flatMap(([path, { current }]) =>
      [...current].map(
        ([name, id]) => `${path}/${name}=${this.#inodes.get(id)?.bytes.toString('latin1') ?? 'directory'}`,
      ),
    )
    return lines.sort().join('\n')
  }

  powerOff(choose: Choose): MemoryDisk {
    const after = new MemoryDisk()
    after.#nextInode = this.#nextInode
    for (const [id, inode] of this.#inodes) {
      const bytes = surviving(inode, choose)
      after.#inodes.set(id, { ...inode, bytes, durable: bytes, pending: [] })
    }
    for (const [path, { durable, pending }] of this.#directories) {
      const names = new Map(durable)
      for (const { name, id } of pending) {
        if (choose(2) === 0) continue
        if (id === undefined) names.delete(name)
        else names.set(name, id)
      }
      after.#directories.set(path, { durable: names, current: new Map(names), pending: [] })
    }
    return after.#withoutUnreachable()
  }

  files(): Files {
    return {
      open: async (path, how) => this.#open(path, how),
      link: async (from, to) => {
        const id = this.#find(from)
        if (this.#has(to)) throw error('EEXIST', to)
        this.#name(to, id)
      },
      rename: async (from, to) => {
        const id = this.#find(from)
        this.#name(to, id)
        this.#name(from, undefined)
      },
      unlink: async (path) => {
        this.#find(path)
        this.#name(path, undefined)
      },
      mkdir: async (path) => {
        if (this.#directories.has(path) || this.#has(path)) throw error('EEXIST', path)
        this.#name(path, directoryId)
        this.#directories.set(path, { durable: new Map(), current: new Map(), pending: [] })
      },
      rmdir: async (path) => {
        if (this.#directory(path).current.size > 0) throw error('ENOTEMPTY', path)
        this.#name(path, undefined)
        this.#directories.delete(path)
      },
      list: async (path) =>
        [...this.#directory(path).current].map(
          ([name, id]): Entry => ({ name, kind: id === directoryId ? 'directory' : 'file' }),
        ),
      stat: async (path) => {
        if (this.#directories.has(path)) return this.#stat(directoryId)
        return this.#stat(this.#find(path))
      },
      realpath: async (path) => path,
      fileSystem: async () => 0xef53,
      syncDirectory: async (path) => {
        const directory = this.#directory(path)
        directory.durable = new Map(directory.current)
        directory.pending = []
      },
    }
  }

  #open(path: string, how: 'read' | 'create' | 'append'): OpenFile {
    if (how === 'create') {
      if (this.#has(path)) throw error('EEXIST', path)
      const id = this.#nextInode++
      this.#inodes.set(id, { bytes: Buffer.alloc(0), durable: Buffer.alloc(0), pending: [] })
      this.#name(path, id)
    }
    const id = this.#find(path)
    const inode = () => this.#inodes.get(id)!
    return {
      stat: async () => this.#stat(id),
      read: async (position, length) => inode().bytes.subarray(position, position + length),
      write: async (bytes) => {
        const file = inode()
        file.pending.push({ at: file.bytes.length, bytes: Buffer.from(bytes) })
        file.bytes = Buffer.concat([file.bytes, bytes])
        return bytes.length
      },
      sync: async () => {
        const file = inode()
        file.durable = file.bytes
        file.pending = []
      },
      truncate: async (length) => {
        const file = inode()
        file.pending.push({ at: length, bytes: undefined })
        file.bytes = file.bytes.subarray(0, length)
      },
      setAttributes: async () => {},
      close: async () => {},
    }
  }

  #stat(id: number): Stat {
    const kind = id === directoryId ? 'directory' : 'file'
    const size = this.#inodes.get(id)?.bytes.length ?? 0
    return { kind, size, mode: 0o644, uid: 0, gid: 0, inode: BigInt(id), modifiedMs: 0 }
  }

  #directory(path: string): Directory {
    const directory = this.#directories.get(path)
    if (directory === undefined) throw error('ENOENT', path)
    return directory
  }

  #has(path: string): boolean {
    return this.#directory(dirname(path)).current.has(nameOf(path))
  }

  #find(path: string): number {
    const id = this.#directory(dirname(path)).current.get(nameOf(path))
    if (id === undefined) throw error('ENOENT', path)
    return id
  }

  #name(path: string, id: number | undefined): void {
    const directory = this.#directory(dirname(path))
    const name = nameOf(path)
    directory.pending.push({ name, id })
    if (id === undefined) directory.current.delete(name)
    else directory.current.set(name, id)
  }

  #withoutUnreachable(): MemoryDisk {
    for (const path of this.#directories.keys()) {
      const parent = this.#directories.get(dirname(path))
      if (path !== '/' && parent?.current.get(nameOf(path)) !== directoryId) this.#directories.delete(path)
    }
    return this
  }
}

/** Answers a number from 0 up to, not including, `options`. */
export type Choose = (options: number) => number

interface Inode {
  bytes: Buffer
  durable: Buffer
  pending: { readonly at: number; readonly bytes: Buffer | undefined }[]
}

interface Directory {
  durable: Map<string, number>
  current: Map<string, number>
  pending: { readonly name: string; readonly id: number | undefined }[]
}

const directoryId = -1

/** Each write since the last sync is done, dropped (leaving a hole if a later one is done), cut short or garbled. */
function surviving({ durable, pending }: Inode, choose: Choose): Buffer {
  let bytes = Buffer.from(durable)
  for (const { at, bytes: written } of pending) {
    const fate = choose(4)
    if (fate === 0) continue
    if (written === undefined) {
      bytes = bytes.subarray(0, at)
      continue
    }
    const kept =
      fate === 1 ? written : fate === 2 ? written.subarray(0, choose(written.length + 1)) : garbled(written, choose)
    const grown = Buffer.alloc(Math.max(bytes.length, at + kept.length))
    bytes.copy(grown)
    kept.copy(grown, at)
    bytes = grown
  }
  return bytes
}

function garbled(bytes: Buffer, choose: Choose): Buffer {
  const copy = Buffer.from(bytes)
  const from = choose(copy.length)
  const to = Math.min(copy.length, from + 1 + choose(512))
  for (let i = from; i < to; i++) copy[i] = choose(256)
  return copy
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function error(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code })
}
