export const nextHelp = `
Gives one step and claims it for the agent that is named, for as long as \`lease.ttl\` says (5 minutes unless configured).
Asked again while the claim holds, it gives the same step again and the time starts anew: an agent that works longer than
that, or has forgotten what it was doing, asks again. Each agent needs a name of its own: two of the same name are told
apart by nothing and would get the same step.

Only what was approved is given out. A step whose holder is not heard of any more is given to the next who asks, with a
word about who was at work on it.

Exit codes: 0 a step is given, or every step is done; 3 try again later: others hold what has to end first, or a run
carries out the plan; 1 a person is needed: steps failed, wait for a yes, or are left to a person.

Examples:
  steadplan next --agent codex-1
  steadplan next login --agent codex-1 --budget 2000 --json`

const endCodes = `
Exit codes: 0 recorded; 1 refused; 3 somebody else holds the lock: try again.`

export const doneHelp = `
The commands in \`verify\` of the step are run here and now, and the claim is kept meanwhile. When one does not pass, the end
of what it wrote is shown, the step stays with its holder, and \`done\` can be said again. A person at a terminal may say it
of a step that nobody holds. Who is too late, because the claim ran out and the step was given away, is refused.

Exit codes: 0 it is done; 1 a command did not pass, or refused; 3 somebody else holds the lock: try again.

Examples:
  steadplan done schema --agent codex-1
  steadplan done login schema --agent codex-1 --result "The table is called users."
  some-command | steadplan done login schema --agent codex-1 --result-file -`

export const failHelp = `
For the holder of the step, or for a person where it was interrupted and nobody holds it.
${endCodes}

Examples:
  steadplan fail schema --why "There is no database to try it on." --agent codex-1`

export const skipHelp = `
For the holder of the step, or for a person at a terminal where nobody holds it.
${endCodes}

Examples:
  steadplan skip docs --why "They are written already."`

export const addHelp = `
Writes one more task file into a plan in plans/, behind the last one. Nothing that was approved changes, and the new step is
given out once the person has approved it.

Exit codes: 0 added; 1 refused, with every reason; 3 somebody else holds the lock: try again.

Examples:
  steadplan add "Remove the old endpoint"
  steadplan add "Test the upload" --plan login --after schema,handlers --verify "npm test -- upload"`
