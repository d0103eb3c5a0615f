/**
 * Text of others inside of what a model is told: between fences longer than any run of backticks inside, so that it cannot
 * end by itself and go on as an instruction.
 */
export function dataBlock(text: string, info = 'text'): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${text}\n${fence}`
}
