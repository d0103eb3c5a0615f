import type { CST } from 'yaml'
import { excerpt } from '../excerpt.ts'
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'
import type { Span } from '../tree.ts'

/** What we refuse or remark although YAML allows it; and of comments what the parser would say, which never sees them. */
export function checkToken(type: CST.TokenType | null, place: Span, source: Source, findings: Findings): void {
  if (type === 'anchor' || type === 'alias') {
    const actual = written(source, place)
    findings.add('E_YAML_ALIAS', `\`${actual}\` is an ${type}.`, place, { actual, hint })
  } else if (type === 'tag') {
    const actual = written(source, place)
    findings.add('E_YAML_TAG', `The tag \`${actual}\` is not obeyed; the value is taken as text.`, place, { actual })
  } else if (type === 'comment' && clings(source.text, place.start)) {
    findings.add('E_YAML', 'A comment needs a blank before its `#`.', place)
  }
}

const hint = 'Write the value out where it is used. If it is meant as text, put it in quotes.'

function written({ text }: Source, { start, end }: Span): string {
  return excerpt(text.slice(start, end))
}

//     "value"#comment
//            ^
function clings(text: string, at: number): boolean {
  return text[at] === '#' && at > 0 && !'\r\n\ufeff'.includes(text[at - 1]!)
}
