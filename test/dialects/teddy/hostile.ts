/**
 * The inputs of group E, as long as asked for. Each tries to make a reader of Markdown slow, or to mislead it. Lines are
 * as long as lines are read at all, so that none of them is refused before it does its harm.
 */
export const hostile: Readonly<Record<string, (length: number) => string>> = {
  'E65 nested quotes': (length) => longLines('> '.repeat(length / 2)).join('\n'),
  'E65 nested lists': (length) => lines(length, (at) => `${' '.repeat((at % 500) * 2)}- a`),
  'E65 nested fields': (length) =>
    `${plan('INVOKE')}- **Agent:** a\n${lines(length, (at) => `${' '.repeat(2 + (at % 500))}- [a](/a)`)}`,
  'E65 brackets': (length) => resources('['.repeat(length)),
  'E65 links': (length) => resources('[a]('.repeat(length / 4)),
  'E65 comments': (length) => longLines('a <!-- '.repeat(length / 7)).join('\n'),
  'E65 open comments': (length) => '<!-- \n'.repeat(length / 6),
  'E65 closed comments': (length) => plan('PROMPT') + '<!-- a\n-->\n'.repeat(length / 11),
  'E65 CDATA': (length) => longLines('a <![CDATA['.repeat(length / 11)).join('\n'),
  'E65 emphasis': (length) => resources('*a '.repeat(length / 3)),
  'E65 stars': (length) => resources('*'.repeat(length)),
  'E65 quotes around quotes': (length) => resources('"'.repeat(length)),
  'E65 backticks in a path': (length) => resources('`a'.repeat(length / 2)),
  'E65 parentheses in a link': (length) => resources(`[a](${'('.repeat(length / 2)}${')'.repeat(length / 2)}`),
  'E65 percents in a link': (length) => resources(`[a](/${'%61'.repeat(length / 3)})`),
  'E65 names in bold': (length) => longLines('**a'.repeat(length / 3), '# T\n- ').join('\n'),
  'E66 addresses': (length) => resources(`http://x/${'*'.repeat(length)}a`),
  'E66 mail': (length) => resources('mailto:a@b.c '.repeat(length / 13)),
  'E67 one long fence': (length) => longLines('`'.repeat(length), plan('CREATE')).join('\n'),
  'E67 runs in a line': (length) => longLines('``` '.repeat(length / 4), plan('PROMPT')).join('\n'),
  'E67 open fences': (length) => plan('EDIT') + '`FIND:`\n```\n'.repeat(length / 12),
  'E67 open fences, each longer': (length) => plan('RESEARCH') + lines(length, (at) => `${'`'.repeat(3 + at)}x`),
  'E67 open fences, each shorter': (length) =>
    plan('CREATE') + lines(length, (at, count) => `${'`'.repeat(Math.max(3, count - at))}x\n### \`CREATE\``),
  'E67 open fences and blank lines': (length) =>
    `${plan('CREATE')}${lines(length / 2, (at, count) => `${'`'.repeat(Math.max(3, count - at))}x`)}${'\n'.repeat(length / 2)}`,
  'E67 fences, each longer': (length) => plan('RESEARCH') + lines(length, (at) => '`'.repeat(3 + at)),
  'E67 closed fences': (length) => plan('RESEARCH') + '```\na ``` b\n```\n'.repeat(length / 16),
  'E67 bare fences': (length) => plan('RESEARCH') + '```\n'.repeat(length / 4),
  'E67 fences in messages': (length) => plan('CHAT_WITH_USER') + '```a\n### READ\n'.repeat(length / 14),
  'E67 fences to mend in one message': (length) =>
    `${plan('PROMPT')}${'```\n ````x\n```\n'.repeat(length / 15)}\`\`\`\n### READ\n`,
  'E67 blocks behind the block of a file': (length) =>
    `${plan('CREATE')}- **File Path:** a\n\`\`\`ts\na\n\`\`\`\n${'and\n```sh\nx\n```\nor\n~~~sh\ny\n~~~\n'.repeat(length / 34)}`,
  'E67 fences of both kinds': (length) => plan('CREATE') + '```\n~~~\n'.repeat(length / 8),
  'E67 fences in lists': (length) => plan('EXECUTE') + '- a\n      ```x\n'.repeat(length / 15),
  'E67 fences around all of it': (length) =>
    `\`\`\`markdown\n${plan('CREATE')}${'```\n# A\n'.repeat(length / 8)}\`\`\`\n`,
  'E68 headings': (length) => '## Memos\n'.repeat(length / 9),
  'E68 headings that nobody knows': (length) => plan('READ') + '## a\n### B\n'.repeat(length / 11),
  'E68 headings in a message': (length) => plan('PROMPT') + '### CREAT\n## Memos\n'.repeat(length / 19),
  'E68 lines meant as headings': (length) =>
    plan('CREATE') + '**EDIT**\n### Create\n\n- **File Path:** a\n# Memos\nMemos\n---\n```x\n'.repeat(length / 61),
  'E68 lines meant as headings in a message': (length) =>
    plan('PROMPT') + '**EDIT**\n\n### Create\n\n\n'.repeat(length / 23),
  'E68 titles': (length) => '# a\n'.repeat(length / 4),
  'E68 titles without a blank': (length) => '#a\n'.repeat(length / 3),
  'E68 long headings': (length) => longLines(`${'#'.repeat(5)} ${'# '.repeat(length / 2)}`).join('\n'),
  'E68 actions': (length) => plan('READ') + '### READ\n'.repeat(length / 9),
  'E70 pairs': (length) => plan('EDIT') + '`FIND:`\n```\na\n```\n`REPLACE:`\n```\na\n```\n'.repeat(length / 40),
  'E70 marks': (length) => plan('EDIT') + '`FIND:`\n'.repeat(length / 8),
  'E70 marks and text': (length) => plan('EDIT') + 'a\n#### FIND\n'.repeat(length / 12),
  'names in the header': (length) => `# T\n${'- a: b\n'.repeat(length / 7)}`,
  fields: (length) => plan('READ') + '- **Resource:** a\n'.repeat(length / 18),
  'fields that nobody knows': (length) => plan('READ') + '- **Resuorce:** a\n'.repeat(length / 18),
  'fields that go on': (length) => `${plan('READ')}- **Resource:** a\n${'  a\n'.repeat(length / 4)}`,
  'items that go on': (length) => `${plan('CONCLUDE')}- **Handoff Resources:**\n  - a\n${'  a\n'.repeat(length / 4)}`,
  variables: (length) => `${plan('EXECUTE')}- **env:**\n${'  - A=1\n'.repeat(length / 8)}`,
  memos: (length) => `# T\n## Memos\n${'[+] a # b # c\n'.repeat(length / 14)}`,
  'memos that are none': (length) => `# T\n## Memos\n\`\`\`\n${'a\n'.repeat(length / 2)}\`\`\`\n`,
  'sections of a rationale': (length) => `# T\n## Rationale\n\`\`\`\n${'# Synthesis\n'.repeat(length / 12)}\`\`\`\n`,
  'text between actions': (length) => plan('READ') + 'a\n\n'.repeat(length / 3),
  'blank lines': (length) => '\n'.repeat(length),
  'blank lines of Windows': (length) => `# T\r\n${' \r\n'.repeat(length / 3)}`,
  rules: (length) => `${plan('CREATE')}\`\`\`\n${'---\n'.repeat(length / 4)}`,
  'rules of blanks': (length) => longLines(`-${' -'.repeat(length / 2)}`, plan('CREATE')).join('\n'),
  'one long line': (length) => longLines('a'.repeat(length)).join('\n'),
  'lines of nothing but blanks': (length) => longLines(' '.repeat(length), '# T\n').join('\n'),
}

function plan(action: string): string {
  return `# T\n## Rationale\n\`\`\`\na\n\`\`\`\n## Action Plan\n### \`${action}\`\n`
}

function resources(value: string): string {
  return `# T\n## Action Plan\n${longLines(value, '### READ\n- **Resource:** ').join('\n')}\n`
}

/** A long text as lines that are still read, each with something before it. */
function longLines(text: string, before = ''): string[] {
  const all: string[] = []
  for (let at = 0; at < text.length; at += longest) all.push(before + text.slice(at, at + longest))
  return all
}

const longest = 500_000

/** As many lines as fit. */
function lines(length: number, line: (at: number, count: number) => string): string {
  const count = Math.floor(Math.sqrt(length))
  const all: string[] = []
  for (let size = 0, at = 0; size < length; at++) {
    const one = line(at, count)
    all.push(one)
    size += one.length + 1
  }
  return all.join('\n')
}
