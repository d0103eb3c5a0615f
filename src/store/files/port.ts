/**
 * The file port: every access of the store to the disk. Three implementations exist: the real one beside this file, and
 * two for tests, one that counts the calls and fails or dies at the k-th, and one that loses what was not synced.
 *
 * Failures are thrown as Node's errors, with their `code` (`ENOENT`, `ENOSPC` …).
 */
export interface Files {
  /**
   * `read` opens what is there, `create` makes a file that must not exist yet, `append` opens an existing file for
   * reading and for writing at its end. No way follows a symbolic link in the last part of the path, and none waits for
   * the other end of a pipe.
   */
  open(path: string, how: 'read' | 'create' | 'append'): Promise<OpenFile>
  link(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  mkdir(path: string): Promise<void>
  /** Removes a directory that is empty; `ENOTEMPTY` when it is not. */
  rmdir(path: string): Promise<void>
  list(directory: string): Promise<readonly Entry[]>
  stat(path: string): Promise<Stat>
  realpath(path: string): Promise<string>
  /** The number by which the system knows the kind of file system that a path is on. */
  fileSystem(path: string): Promise<number>
  /** Makes the names in a directory durable. Does nothing where the system has no such call. */
  syncDirectory(path: string): Promise<void>
}

export interface OpenFile {
  stat(): Promise<Stat>
  /** Where the file really stands, asked by its handle and not by its name; undefined where the system cannot tell. */
  realpath?(): Promise<string | undefined>
  read(position: number, length: number): Promise<Uint8Array>
  /** Answers how many bytes were taken, which may be fewer than given. */
  write(bytes: Uint8Array): Promise<number>
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  /** Takes over what another file has, as far as this process may. */
  setAttributes(attributes: Attributes): Promise<void>
  close(): Promise<void>
}

export type Kind = 'file' | 'directory' | 'link' | 'other'

export interface Entry {
  readonly name: string
  readonly kind: Kind
}

/** Who may do what with a file. */
export interface Attributes {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

export interface Stat extends Attributes {
  readonly kind: Kind
  readonly size: number
  readonly inode: bigint
  readonly modifiedMs: number
}
