/** For something that was not there before. */
export const feature = `
The change is done when somebody who did not write it can use it as described, when tests hold it that fail without it,
and when the documentation says it. What is not named in a step is left as it is.

## Describe the behaviour

Write down what a user will see: what they do, what happens then, and what happens when they get it wrong. Settle the names
of commands, fields and files now, because they are hard to change later. List what is deliberately left out.

## Find the places that change

Read the code that the change touches and the tests that hold it. Name the files and the functions to change, and what
depends on them. Keep to the way the neighbouring code is written.

## Write tests that fail

Turn the described behaviour into tests, with the mistakes a user can make among them. Run them and see each one fail for
the reason it should.

## Make the change

Write the smallest change that makes the tests pass. Run the whole suite, not only the new tests.

## Document it (after: Describe the behaviour)

Put the described behaviour where users look for it, with one example that can be copied and run. Add a line to the list of
changes.

## Try it as a user would (after: Make the change, Document it)

Start from a clean checkout and follow the documentation word by word. Mend what does not work as it says, in the code or in
the text.
`
