/** For something that does not work as it should. */
export const bugfix = `
The fault is mended when a test that showed it passes, when its cause is named, and when the same cause does no harm
elsewhere.

## Reproduce the fault

Find the shortest way that leads to the fault every time. Write down what was done, what happened and what should have
happened, with the version and the system.

## Hold it with a test

Write a test that fails because of the fault and for no other reason.

## Find the cause

Follow the fault to the line that is wrong, not only to the line that fails. Say in one sentence why it happens, and since
when.

## Mend it

Change the cause, not the symptom. Keep everything else as it is. The new test passes, and so does the whole suite.

## Look for the same mistake elsewhere (after: Find the cause)

Search the code for the same pattern. Mend each place with a test of its own, or write down why it does no harm there.

## Tell who is affected (after: Mend it, Look for the same mistake elsewhere)

Add a line to the list of changes that says what went wrong, who could notice it, and what they have to do.
`
