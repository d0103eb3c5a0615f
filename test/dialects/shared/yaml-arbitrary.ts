import fc from 'fast-check'

/** Keys, as a person or a program that means harm would choose them. */
export const key = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.constantFrom('__proto__', 'constructor', 'no', '1', ''),
)
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
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
    'x #y',
    ' lead',
    'trail ',
    '---',
    '',
  ),
  fc.array(fc.constantFrom('line', '  more', '', '# x', '---'), { maxLength: 6 }).map((lines) => lines.join('\n')),
)
export const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    text,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}))
/** All the ways in which the library can write a string. */
export const styles = fc.constantFrom(
  { lineWidth: 40 },
  { defaultStringType: 'QUOTE_DOUBLE' as const },
  { defaultStringType: 'QUOTE_SINGLE' as const },
  { defaultStringType: 'BLOCK_LITERAL' as const },
  { defaultStringType: 'BLOCK_FOLDED' as const },
  { collectionStyle: 'flow' as const },
)
