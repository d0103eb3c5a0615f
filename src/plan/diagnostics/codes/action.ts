import type { CodeTable } from './entry.ts'

export const actionCodes = {
  E_FETCH: {
    severity: 'error',
    meaning:
      'An address in the web could not be read: nobody answers, the answer says no or is no text, or it leads where it must not.',
    next: 'Open the address in a browser, and correct it where it is wrong.',
  },
  E_RESEARCH: {
    severity: 'error',
    meaning: 'A search came to no answer that can be read.',
    next: 'Try the search page or the command by hand; a SearXNG has to allow `format=json`.',
  },
  E_RESEARCH_UNSET: {
    severity: 'error',
    meaning: 'The plan wants to search the web, and nobody has said how.',
    next: 'Set `research.url` to a SearXNG, as in `steadplan config set --user research.url https://search.example/search`, or `research.command` to a command that searches.',
  },
  E_TAKE_BACK: {
    severity: 'error',
    meaning:
      'A file could not be put back as it was before the run. What it held is kept, and nothing goes on before it is back.',
    next: 'Remove what stands in its place, or put it back by hand from where it is kept, then run the same command again.',
  },
} as const satisfies CodeTable
