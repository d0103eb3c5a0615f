const front = `# A page about installing
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

### \`CREATE\`
- **File Path:** [docs/install.md](/docs/install.md)
- **Description:** A page with a block in it.

`

const inside = '# Install\n```sh\nnpm install\n```\n'

const rest = `
### \`READ\`
- **Resource:** [docs/install.md](/docs/install.md)
- **Description:** See how it looks.
`

/** A plan whose outer fence is as long as the one inside, and the same as it should be. */
export const ambiguous = `${front}\`\`\`markdown\n${inside}\`\`\`\n${rest}`
export const safe = `${front}\`\`\`\`markdown\n${inside}\`\`\`\`\n${rest}`
