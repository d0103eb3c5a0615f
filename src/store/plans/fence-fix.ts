import { sanitizeFences } from '../../dialects/teddy/sanitize.ts'
import type { Code } from '../../plan/diagnostics/codes.ts'
import type { Diagnostic, Fix } from '../../plan/diagnostics/diagnostic.ts'

/** Offers to make the fences of a plan of teddy safe, with the first of its faults that may come from them. */
export function withFenceFix(
  diagnostics: readonly Diagnostic[],
  file: string,
  bytes: Uint8Array,
): readonly Diagnostic[] {
  const at = diagnostics.findIndex(({ code }) => ofFences.has(code))
  const fix = at === -1 ? undefined : fenceFix(file, Buffer.from(bytes).toString())
  return fix === undefined ? diagnostics : diagnostics.with(at, { ...diagnostics[at]!, fix })
}

const ofFences: ReadonlySet<Code> = new Set([
  'E_TEDDY_FENCE_SHORT',
  'E_TEDDY_FENCE_OPEN',
  'E_TEDDY_STRAY',
  'E_TEDDY_STRUCTURE',
  'E_TEDDY_BLOCK_MISSING',
  'E_TEDDY_EDIT',
])

/** One edit from the first letter that differs to the last. */
function fenceFix(file: string, text: string): Fix | undefined {
  const safe = sanitizeFences(text).text
  if (safe === text) return undefined
  let start = 0
  while (start < text.length && text[start] === safe[start]) start++
  let same = 0
  const most = Math.min(text.length, safe.length) - start
  while (same < most && text.at(-1 - same) === safe.at(-1 - same)) same++
  const edit = { file, start, end: text.length - same, text: safe.slice(start, safe.length - same) }
  return { title: 'Make every fence longer than what stands between it and its end.', edits: [edit] }
}
