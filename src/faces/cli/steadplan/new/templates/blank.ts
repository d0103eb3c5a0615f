/** For everything else: one step, called like the plan. */
export const blank = `
The plan is done when its steps are done and the result was looked at once more as a whole.

## {title}

Do what the title says, and show by a command or an example that it works.
`
