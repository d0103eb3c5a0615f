import type { CodeTable } from './entry.ts'

export const pathCodes = {
  E_BAD_ID: {
    severity: 'error',
    meaning: 'The id has characters or a length that ids may not have. It was refused before any path was made of it.',
    next: 'Use letters, digits, `-`, `_` and `.`, at most 128 characters, no dot at either end nor two in a row.',
  },
  E_OUTSIDE: {
    severity: 'error',
    meaning: 'The path leads out of the directory it has to stay in, by `..`, an absolute path or a symbolic link.',
    next: 'Use a path inside the project.',
  },
  E_NOT_A_FILE: {
    severity: 'error',
    meaning:
      'There is something at the path, but not a regular file: a directory, a device, a pipe or a symbolic link.',
    next: 'Put a regular file there.',
  },
  E_NAME_TAKEN: {
    severity: 'error',
    meaning:
      'Something already has the name that was made up for a new file, so it was foreseen or copied. It was neither followed nor overwritten.',
    next: 'Look who put it there, remove it and try again.',
  },
  E_PROTECTED: {
    severity: 'error',
    meaning: 'The path is one that another program later executes or obeys, such as `.git/config` or editor settings.',
    next: 'Choose another path, or allow this one by name.',
  },
  E_BAD_NAME: {
    severity: 'error',
    meaning: 'The file name is one that some system cannot hold or reads as something else (`CON`, `a.md.`, `a:b`).',
    next: 'Rename the file.',
  },
} as const satisfies CodeTable
