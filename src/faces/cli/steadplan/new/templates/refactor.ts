/** For a better form of something whose behaviour stays. */
export const refactor = `
Nothing that a user can see changes. The work is done when the code has the new form everywhere, the old form is gone, and
every test that passed before passes unchanged.

## Hold the behaviour

See which of the behaviour is held by tests, and add tests for what is not. They pass before anything is changed.

## Decide on the new form

Say what is wrong with the present form and what will be better. Show the new form on one example, from start to end.

## Move one place over (after: Hold the behaviour, Decide on the new form)

Change one place to the new form, with all its tests. Look at it again before going on: now it is cheap to decide
differently.

## Move the rest over

Change the other places one by one. The suite passes after each of them.

## Remove the old form

Delete what nobody uses any more: code, settings, tests and documents. Search for the old names.
`
