/** The form of a list of tasks, for a model. */
export const taskForm = `Answer with one JSON object, and nothing before or after it:

\`\`\`json
{
  "tasks": [
    {
      "ref": "config-file",
      "title": "Read the settings of the tool from \`tool.json\`",
      "type": "feature",
      "dependencies": [],
      "context_hints": ["Read the section 'Settings' of \`spec.md\`.", "Follow how \`src/cli.ts\` reads its options."],
      "relevant_file_paths": ["spec.md", "src/cli.ts", "src/settings.ts"],
      "creates": ["src/settings.ts", "test/settings.test.ts"],
      "files": ["src/settings.ts", "src/cli.ts", "test/settings.test.ts"],
      "verify": ["npm test -- settings"]
    }
  ]
}
\`\`\`

- \`ref\`: a short name of your own for the task, a letter first, then letters, digits, \`-\`, \`_\` and \`.\`; no two are the same.
- \`type\`: \`feature\`, \`bugfix\`, \`chore\` or \`test\`.
- \`dependencies\`: the \`ref\` of each task that has to be finished first; for a task that is in the plan already, its number.
- \`context_hints\` and \`relevant_file_paths\`: at least one each.
- \`creates\` (files that the task makes), \`files\` (files that it touches) and \`verify\` (commands that must pass, each one program
  with its arguments) are left out where there are none. No other fields.`
