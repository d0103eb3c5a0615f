/** What is added when an answer had faults: the answer, everything that is wrong with it, and what to do. */
export function againText(answer: string, faults: string, form: string): string {
  return `## Your last answer

${answer}

## What is wrong with it

${faults}

Answer once more, with ${form} as a whole and every one of these faults mended. Keep what was right. Say nothing else.
`
}
