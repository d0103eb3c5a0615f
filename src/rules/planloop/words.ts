/** The words of a text, in small letters, without what stands around them. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9_'-]+/)
    .filter((word) => /[a-z0-9]/.test(word))
}

/** Words with which tasks and hints say what is to be done. */
export function isVerb(word: string): boolean {
  return alwaysVerbs.has(word) || sometimesVerbs.has(word) || hintVerbs.has(word)
}

/** Where one of these begins a part of a title, it is a thing to do. */
export function isAlwaysVerb(word: string): boolean {
  return alwaysVerbs.has(word)
}

/** These are nouns as well: "add search and filter options" is one thing to do. */
export function isSometimesVerb(word: string): boolean {
  return sometimesVerbs.has(word)
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const alwaysVerbs = list(
  `add adapt adjust allow append apply assign attach bring clean collect combine configure connect convert create
  declare define delete deploy detect develop disable divide eliminate enable enforce enhance ensure establish expose
  extend extract generate handle implement improve include initialise initialize insert install integrate introduce
  investigate keep let make migrate modify normalise normalize optimise optimize parse persist prepare prevent provide
  refactor reduce register remove rename render replace resolve restructure retrieve rewrite scaffold send serialise
  serialize setup simplify upgrade validate verify wire write`,
)

const sometimesVerbs = list(
  `accept access answer benchmark bind block build bump cache calculate call capture change check close code compare compile
  complete copy cover debug design display document download drop edit emit escape exclude export fail fetch filter fill
  finish fix flag focus format group guard hash hide hook ignore import index inline inspect invoke join limit link list
  load lock log look mark map measure merge mock monitor move name open order pack parse pass patch pick plan poll port
  post print process profile publish pull push query queue raise read record refresh reject release report request reset
  respond restore retry return reuse review revert roll route run save scan schedule search secure seed select serve set
  share show shut sign skip sort split start stop store stream structure stub style submit support switch sync tag test
  throttle tidy track translate trigger turn type undo unify unit update upload use wait warn watch wrap`,
)

const hintVerbs = list(
  `are avoid base begin believe check confirm consider consult cross-check do does don't examine expect find follow get
  go has have is learn leave match mind mirror must need note observe prefer put refer reference remember respect see should
  stay stick study take treat try understand`,
)
