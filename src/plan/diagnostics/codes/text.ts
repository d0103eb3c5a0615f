import type { CodeTable } from './entry.ts'

export const textCodes = {
  E_EMPTY: {
    severity: 'error',
    meaning: 'The file has no content at all. A file that was cut off by a crash looks like this.',
    next: 'Restore the last version from the history, or write the file again.',
  },
  E_TOO_LARGE: {
    severity: 'error',
    meaning: 'The file is larger than the cap for its kind, so it was not read.',
    next: 'Split it, or raise the cap under `limits` in the configuration.',
  },
  E_TOO_DEEP: {
    severity: 'error',
    meaning: 'Values are nested deeper than the cap.',
    next: 'Flatten the structure, or raise `limits.nesting` in the configuration.',
  },
  E_TOO_MANY_KEYS: {
    severity: 'error',
    meaning: 'One mapping has more keys than the cap.',
    next: 'Split the mapping.',
  },
  E_ENCODING: {
    severity: 'error',
    meaning: 'The file is not valid UTF-8 text.',
    next: 'Save the file as UTF-8.',
  },
  E_CONTROL_CHARACTER: {
    severity: 'error',
    meaning: 'The text holds a control character that no plan needs, such as NUL or ESC.',
    next: 'Delete the character.',
  },
  E_INVISIBLE: {
    severity: 'error',
    meaning:
      'The text holds a character that is not shown but changes what is read: a direction override, a zero-width character, a tag character.',
    next: 'Delete the character; it is shown as <U+XXXX>.',
  },
  E_YAML: {
    severity: 'error',
    meaning: 'The YAML cannot be read as written.',
    next: 'Mend the line that is shown.',
  },
  E_YAML_ALIAS: {
    severity: 'error',
    meaning: 'The YAML uses an anchor, an alias or a merge key. Plans are read without them.',
    next: 'Write the value out where it is used.',
  },
  E_YAML_TAG: {
    severity: 'warning',
    meaning: 'The YAML uses a tag. Tags are not obeyed; the value is taken as text.',
    next: 'Remove the tag.',
  },
  E_DUPLICATE_KEY: {
    severity: 'error',
    meaning: 'A key stands twice in one mapping, so one of the values would be lost.',
    next: 'Keep one of them.',
  },
  E_JSON: {
    severity: 'error',
    meaning: 'The JSON cannot be read as written.',
    next: 'Mend the place that is shown.',
  },
  E_NUMBER: {
    severity: 'error',
    meaning: 'A number is too large or too precise to be kept exactly.',
    next: 'Write it as a string.',
  },
  E_FRONTMATTER_OPEN: {
    severity: 'error',
    meaning: 'The front matter opens with `---` and is never closed.',
    next: 'Add a line `---` after the last field.',
  },
  E_FRONTMATTER_MISSING: {
    severity: 'error',
    meaning: 'The file does not open with front matter.',
    next: 'Start the file with a line `---`, the fields, and another line `---`.',
  },
  E_FRONTMATTER_LANGUAGE: {
    severity: 'error',
    meaning: 'The front matter names a language after `---`. Only YAML is read and nothing in a plan is run.',
    next: 'Use a bare `---` and YAML.',
  },
} as const satisfies CodeTable
