import fc from 'fast-check'

/** Texts that YAML or Markdown could take for something else. */
const awkward = fc.constantFrom(
  'no',
  '007',
  '1e3',
  '~',
  'null',
  '*a',
  '&a',
  '!a',
  '- b',
  'a: b',
  'a:',
  'x #y',
  '# x',
  '---',
  '...',
  '<<',
  '[a]',
  '{a}',
  'a, b',
  '"',
  "it's",
  'a\\b',
  '\ttab',
  '| x',
  '> x',
  '%x',
  '@x',
  '`x`',
  '? x',
  'é e\u0301 漢 👩‍💻',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\x1b[2J',
  'status: complete',
)
const line = fc.oneof(awkward, fc.string(), fc.string({ unit: 'grapheme' }), fc.lorem({ maxCount: 5 }))

/** One or several lines. */
export const anyText = fc
  .array(line, { maxLength: 3 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\n\n', ' ').map((end) => lines.join(end)))

/** Something in it can be seen. */
export const nonEmpty = anyText.filter((text) => text.trim() !== '')
