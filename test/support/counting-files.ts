import type { Files, OpenFile } from '../../src/store/files/port.ts'

/** A call to the disk: which it was, and on what. */
export interface Call {
  readonly name: string
  readonly path: string
}

/**
 * Counts every call to a disk and asks before each what should become of it: nothing, or an error that `before` throws.
 * `after` is told when a call has been done. Killing the process in either of them is what the crash tests do.
 */
export function countingFiles(
  files: Files,
  {
    before = () => {},
    after = () => {},
  }: { before?: (call: Call, index: number) => void; after?: (call: Call, index: number) => void },
): { readonly files: Files; readonly calls: readonly Call[] } {
  const calls: Call[] = []
  const counted = async <T>(name: string, path: string, act: () => Promise<T>): Promise<T> => {
    const call = { name, path }
    const index = calls.push(call)
    before(call, index)
    try {
      return await act()
    } finally {
      after(call, index)
    }
  }
  const countedFile = (file: OpenFile, path: string): OpenFile => ({
    stat: () => file.stat(),
    read: (position, length) => counted('read', path, () => file.read(position, length)),
    write: (bytes) => counted('write', path, () => file.write(bytes)),
    sync: () => counted('sync', path, () => file.sync()),
    truncate: (length) => counted('truncate', path, () => file.truncate(length)),
    setAttributes: (attributes) => counted('setAttributes', path, () => file.setAttributes(attributes)),
    close: () => counted('close', path, () => file.close()),
  })
  return {
    calls,
    files: {
      open: (path, how) => counted(`open to ${how}`, path, async () => countedFile(await files.open(path, how), path)),
      link: (from, to) => counted('link', to, () => files.link(from, to)),
      rename: (from, to) => counted('rename', to, () => files.rename(from, to)),
      unlink: (path) => counted('unlink', path, () => files.unlink(path)),
      mkdir: (path) => counted('mkdir', path, () => files.mkdir(path)),
      rmdir: (path) => counted('rmdir', path, () => files.rmdir(path)),
      list: (directory) => counted('list', directory, () => files.list(directory)),
      stat: (path) => counted('stat', path, () => files.stat(path)),
      realpath: (path) => files.realpath(path),
      fileSystem: (path) => files.fileSystem(path),
      syncDirectory: (path) => counted('syncDirectory', path, () => files.syncDirectory(path)),
    },
  }
}

export function diskError(code: string): Error {
  return Object.assign(new Error(code), { code })
}
