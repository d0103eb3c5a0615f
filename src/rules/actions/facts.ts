/** What stands where an action points to, as it was found before anything was carried out. */
export type Found =
  | (Somewhere & { readonly is: 'nothing' })
  | (Somewhere & { readonly is: 'text'; readonly text: string })
  /** A file that no action changes, so that nobody has looked into it. */
  | (Somewhere & { readonly is: 'file' })
  /** A file that is no text in UTF-8, or is too large to be one. */
  | (Somewhere & { readonly is: 'bytes'; readonly why: string })
  | (Somewhere & { readonly is: 'directory' })
  /** It lies outside of the project, or is neither a file nor a directory, or the disk does not let us look. */
  | { readonly is: 'refused'; readonly code: RefusalCode; readonly why: string }

export type RefusalCode = 'E_OUTSIDE' | 'E_NOT_A_FILE' | 'E_BAD_NAME' | 'E_DISK'

interface Somewhere {
  /** In which two spellings of one file are the same. */
  readonly real: string
  /** When another program obeys what stands there. */
  readonly protection?: Protection
}

export interface Protection {
  /** What is protected, as people write it: `.git`. */
  readonly path: string
  readonly why: string
}

/** What we keep of plans. Whoever could write here could forge approvals, so that no yes allows it. */
export const ownState = '.steadplan'

/**
 * What the project says about everything that a plan names. The caller has asked the disk, and nobody asks it again here.
 */
export interface ProjectFacts {
  /** By the path as the plan writes it. */
  readonly found: ReadonlyMap<string, Found>
  /** What is remembered; absent where nobody keeps memos, and they are not checked. */
  readonly memos?: readonly string[]
  /** What is in the context, paths from the root and addresses; absent where there is none. */
  readonly context?: readonly string[]
}

/** Bytes of a file that is changed, before and after. */
export const fileCap = 8 * 1024 * 1024
