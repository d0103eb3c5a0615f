/** A plan of teddy with these actions, and nothing wrong around them. */
export function planOf(...actions: readonly string[]): string {
  return `${head}\n${actions.join('\n')}`
}

const head = `# A page about installing
- **Status:** Green
- **Plan Type:** Implementation
- **Agent:** Pathfinder

## Rationale
\`\`\`text
### 1. Synthesis
a
### 2. Justification
b
### 3. Expected Outcome
c
### 4. State Dashboard
d
\`\`\`

## Action Plan
`

export function create(path: string, content: string, ...fields: readonly string[]): string {
  return action('CREATE', [`**File Path:** [${path}](/${path})`, '**Description:** Make it.', ...fields], code(content))
}

export function edit(path: string, find: string, replace: string): string {
  const fields = [`**File Path:** [${path}](/${path})`, '**Description:** Change it.']
  return action('EDIT', fields, `\`FIND:\`\n${code(`${find}\n`)}\`REPLACE:\`\n${code(`${replace}\n`)}`)
}

export function execute(command: string, ...fields: readonly string[]): string {
  const own = ['**Description:** Run it.', '**Expected Outcome:** It ends well.', ...fields]
  return action('EXECUTE', own, code(`${command}\n`))
}

export function read(target: string): string {
  return action('READ', [`**Resource:** ${target}`, '**Description:** Look at it.'], '')
}

function action(kind: string, fields: readonly string[], rest: string): string {
  return `### \`${kind}\`\n${fields.map((field) => `- ${field}\n`).join('')}\n${rest}`
}

function code(text: string): string {
  return `\`\`\`\`\`\n${text}\`\`\`\`\`\n`
}
