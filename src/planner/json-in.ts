/**
 * The JSON in an answer, which may stand between fences or words:
 *
 *     Here are the tasks:
 *     ```json
 *     {"tasks": []}
 *     ```
 *
 * Undefined when nothing looks like an object.
 */
export function jsonIn(answer: string): string | undefined {
  const text = answer.trim()
  return whole(text) ?? whole(inFence(text) ?? '') ?? ofLines(text) ?? between(text)
}

function whole(text: string): string | undefined {
  return text.startsWith('{') && text.endsWith('}') ? text : undefined
}

/** What the last fenced block holds: whoever thinks aloud has examples before it. */
function inFence(text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const end = lines.findLastIndex((line) => line.trim() === '```')
  const start = end === -1 ? -1 : lines.slice(0, end).findLastIndex((line) => line.trimStart().startsWith('```'))
  return start === -1
    ? undefined
    : lines
        .slice(start + 1, end)
        .join('\n')
        .trim()
}

/** From a line that begins with a brace to one that ends with one. */
function ofLines(text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => line.startsWith('{'))
  const end = lines.findLastIndex((line) => line.trimEnd().endsWith('}'))
  return start === -1 || end < start
    ? undefined
    : lines
        .slice(start, end + 1)
        .join('\n')
        .trimEnd()
}

function between(text: string): string | undefined {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  return start === -1 || end < start ? undefined : text.slice(start, end + 1)
}
