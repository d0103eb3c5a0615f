import type { CST } from 'yaml'
import { excerpt } from '../excerpt.ts'
import type { Findings } from '../findings.ts'
import type { Span } from '../tree.ts'

/** Refuses or remarks what YAML allows and we do not. */
export function checkToken(type: CST.TokenType | null, text: string, place: Span, findings: Findings): void {
  if (type === 'anchor' || type === 'alias') {
    const actual = excerpt(text)
    findings.add('E_YAML_ALIAS', `\`${actual}\` is an ${type}.`, place, { actual, hint })
  } else if (type === 'tag') {
    const actual = excerpt(text)
    findings.add('E_YAML_TAG', `The tag \`${actual}\` is not obeyed; the value is taken as text.`, place, { actual })
  }
}

const hint = 'Write the value out where it is used. If it is meant as text, put it in quotes.'

/** What the parser would say of a comment, which never sees one. `text` is what is read, `at` the place of the comment. */
export function checkComment(text: string, at: number, place: Span, findings: Findings): void {
  //     "value"#comment
  //            ^
  const clings = text[at] === '#' && at > 0 && !'\r\n\ufeff'.includes(text[at - 1]!)
  if (clings) findings.add('E_YAML', 'A comment needs a blank before its `#`.', place)
}
