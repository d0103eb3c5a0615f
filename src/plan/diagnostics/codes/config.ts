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
      'The project asks for settings that can run programs or send a key, or brings prompts for a model, and nobody on this machine has agreed to them as they are now. They are not obeyed.',
    next: 'Read them, then `steadplan config trust`.',
  },
  E_TRUST_FILE: {
    severity: 'warning',
    meaning: 'The file that keeps which settings of which project you agreed to is damaged, so nothing is trusted.',
    next: 'Agree again with `steadplan config trust`; the damaged file is moved aside, not lost.',
  },
} as const satisfies CodeTable
