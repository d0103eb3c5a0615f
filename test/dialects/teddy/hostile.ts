/** The inputs of group E, as long as asked for. Each tries to make a reader of Markdown slow, or to mislead it. */
export const hostile: Readonly<Record<string, (length: number) => string>> = {
  'E65 nested quotes': (length) => '> '.repeat(length / 2),
  'E65 nested lists': (length) => lines(length, (at) => `${' '.repeat((at % 500) * 2)}- a`),
  'E65 brackets': (length) => resource('['.repeat(length)),
  'E65 links': (length) => resource('[a]('.repeat(length / 4)),
  'E65 comments': (length) => 'a <!-- '.repeat(length / 7),
  'E65 open comments': (length) => '<!-- \n'.repeat(length / 6),
  'E65 CDATA': (length) => 'a <![CDATA['.repeat(length / 11),
  'E65 emphasis': (length) => resource('*a '.repeat(length / 3)),
  'E66 addresses': (length) => resource(`http://x/${'*'.repeat(length)}a`),
  'E67 one long fence': (length) => `${plan('CREATE')}${'`'.repeat(length)}`,
  'E67 open fences': (length) => plan('EDIT') + '`FIND:`\n```\n'.repeat(length / 12),
  'E67 open fences, each shorter': (length) =>
    plan('CREATE') + lines(length, (at, count) => `${'`'.repeat(Math.max(3, count - at))}x\n### \`CREATE\``),
  'E67 open fences and blank lines': (length) =>
    `${plan('CREATE')}${lines(length / 2, (at, count) => `${'`'.repeat(Math.max(3, count - at))}x`)}${'\n'.repeat(length / 2)}`,
  'E67 closed fences': (length) => plan('RESEARCH') + '```\na ``` b\n```\n'.repeat(length / 16),
  'E67 bare fences': (length) => plan('RESEARCH') + '```\n'.repeat(length / 4),
  'E67 fences in messages': (length) => plan('CHAT_WITH_USER') + '```a\n### READ\n'.repeat(length / 14),
  'E67 fences of both kinds': (length) => plan('CREATE') + '```\n~~~\n'.repeat(length / 8),
  'E67 fences in lists': (length) => plan('EXECUTE') + '- a\n      ```x\n'.repeat(length / 15),
  'E68 headings': (length) => '## Memos\n'.repeat(length / 9),
  'E68 titles': (length) => '# a\n'.repeat(length / 4),
  'E68 actions': (length) => plan('READ') + '### READ\n'.repeat(length / 9),
  fields: (length) => plan('READ') + '- **Resource:** a\n'.repeat(length / 18),
  'fields that go on': (length) => `${plan('READ')}- **Resource:** a\n${'  a\n'.repeat(length / 4)}`,
  marks: (length) => plan('EDIT') + '`FIND:`\n'.repeat(length / 8),
  memos: (length) => `# T\n## Memos\n${'[+] a # b # c\n'.repeat(length / 14)}`,
  'blank lines': (length) => '\n'.repeat(length),
  rules: (length) => `${plan('CREATE')}\`\`\`\n${'---\n'.repeat(length / 4)}`,
}

function plan(action: string): string {
  return `# T\n## Rationale\n\`\`\`\na\n\`\`\`\n## Action Plan\n### \`${action}\`\n`
}

function resource(value: string): string {
  return `${plan('READ')}- **Resource:** ${value}\n`
}

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
