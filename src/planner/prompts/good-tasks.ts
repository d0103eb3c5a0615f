/** What makes a task a good one: the same words for who writes tasks and for who judges them. */
export const goodTasks = `- It does one thing. Two things that could be finished apart are two tasks.
- Its title says what will be different when it is done, so that anybody can tell whether it is: not "improve the parser" but
  "report every fault of a file in one run".
- It is as large as one commit that leaves the project working. What is larger is broken down; what would not stand alone is
  part of another task.
- Its \`context_hints\` tell whoever carries it out, and knows nothing else, where to look and what to follow. Each begins with a
  verb or names a file or a section: "Read the section 'Formats' of \`spec.md\`", "Follow the pattern in \`src/list.ts\`". Only files
  stand in backticks.
- Its \`relevant_file_paths\` are the files it will read or change, from the root of the project. They are there now, or this task
  or one that it depends on makes them and says so in \`creates\`.
- Its \`dependencies\` are all tasks that have to be finished before it can begin, and no others. There are no circles.
- Where a command can prove it, that command stands in \`verify\`.`
