import type { CodeTable } from './entry.ts'

export const configCodes = {
  E_CONFIG: {
    severity: 'error',
    meaning: 'A setting has a value that it cannot have, or is not known.',
    next: '`steadplan config list` shows all settings; the schema is in `config.schema.json`.',
  },
  E_UNTRUSTED: {
    severity: 'warning',
    meaning:
      'The project asks for settings that can run programs, and nobody on this machine has agreed to them as they are now. They are not obeyed.',
    next: 'Read them, then `steadplan config trust`.',
  },
} as const satisfies CodeTable
