import type { CodeTable } from './entry.ts'

export const teddyCodes = {
  E_TEDDY_STRUCTURE: {
    severity: 'error',
    meaning:
      'The headings of the plan are not those that a plan has: one `#` title, then `## Rationale`, `## Memos` where there are any, and `## Action Plan`, each once and in this order.',
    next: 'Compare what was found with what was expected, and add, rename or move the headings.',
  },
  E_TEDDY_FENCE_OPEN: {
    severity: 'error',
    meaning: 'A code block is never closed. Either the fence below it is missing, or the plan was cut off here.',
    next: 'Look whether the end of the plan is missing. If not: `teddy preprocess` puts the fence where the structure says.',
  },
  E_TEDDY_FENCE_SHORT: {
    severity: 'warning',
    meaning:
      'The fence of a code block is not longer than a run of the same marks inside, so where it ends can be doubted.',
    next: '`teddy preprocess` makes such fences longer.',
  },
  E_TEDDY_BLOCK_MISSING: {
    severity: 'error',
    meaning: 'A code block that this part of the plan consists of is not there, or holds nothing.',
    next: 'Write it between two fences.',
  },
  E_TEDDY_STRAY: {
    severity: 'error',
    meaning:
      'Text or a code block stands where nothing reads it. Often the block before it was ended too early by a fence inside.',
    next: 'Remove it; or, when it belongs to the block above, let `teddy preprocess` mend the fences.',
  },
  E_TEDDY_RATIONALE: {
    severity: 'error',
    meaning:
      'The rationale does not have its four sections in their order: Synthesis, Justification, Expected Outcome, State Dashboard.',
    next: 'Write the four headings as they are expected, and something below each of them.',
  },
  E_TEDDY_MEMO: {
    severity: 'error',
    meaning: 'A line of the memos begins neither with `[+]` nor with `[-]`, or says nothing.',
    next: 'Write one memo per line: `[+] a fact to keep` or `[-] a fact to forget`, and ` # why` behind it if you like.',
  },
  E_TEDDY_ACTION_UNKNOWN: {
    severity: 'error',
    meaning: 'There is no action of this name.',
    next: 'Use one of the actions that are named, in capitals.',
  },
  E_TEDDY_LINK: {
    severity: 'error',
    meaning:
      'What stands in place of a path is no single link to a file of the project, nor an address in the web where one may stand.',
    next: 'Write one link: the path from the root in square brackets, and in round ones the same with a `/` before it.',
  },
  E_TEDDY_LINK_TEXT: {
    severity: 'warning',
    meaning: 'The text of a link names another file than its target. The target counts.',
    next: 'Look which of the two was meant, and write it in both places.',
  },
  E_TEDDY_EDIT: {
    severity: 'error',
    meaning:
      'An EDIT is made of pairs: a `FIND:` with a code block, then a `REPLACE:` with one. One of a pair is missing, looks for nothing, or changes nothing.',
    next: 'Write at least one whole pair. To write a new file use CREATE.',
  },
  E_TEDDY_NO_SESSION: {
    severity: 'error',
    meaning: 'No session is there, none of this name, or several of which none is meant more than the others.',
    next: 'Begin one with `teddy start -m "what is wanted"`, or name one with `--session`; `teddy status` lists them.',
  },
  E_TEDDY_SESSION_EXISTS: {
    severity: 'error',
    meaning: 'A session of this name is there already. Nothing of it was changed.',
    next: 'Go on with it, or choose another name.',
  },
  E_TEDDY_TURN: {
    severity: 'error',
    meaning:
      'The turn that the session is in does not allow this: it has a plan already, or has none, or was the last.',
    next: 'Look where it stands with `teddy status`.',
  },
  E_TEDDY_META: {
    severity: 'error',
    meaning: 'The `meta.yaml` of a turn is not as it was written, so nobody knows whose turn it is.',
    next: 'Mend the file that is named. The other files of the turn are not touched.',
  },
  E_TEDDY_MEMOS: {
    severity: 'error',
    meaning: 'The file of the memos is not a list of texts, one behind each dash, so none can be added or taken out.',
    next: 'Mend the file. The memos of the turn are taken up by the next command.',
  },
  E_TEDDY_NOT_IN_CONTEXT: {
    severity: 'error',
    meaning: 'What is named cannot be put into the context of a session, or is not in it.',
    next: 'Look what is in it with `teddy context`.',
  },
  E_NO_CLIPBOARD: {
    severity: 'error',
    meaning:
      'The clipboard can be neither read nor written: no program for it is installed, or none of them could do it.',
    next: 'Install one of the programs that are named, or give a file or standard input instead.',
  },
} as const satisfies CodeTable
