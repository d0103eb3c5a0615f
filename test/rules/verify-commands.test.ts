import { expect, it } from 'vitest'
import { readAgentflow } from '../../src/dialects/agentflow/read.ts'
import { verifyCommands } from '../../src/rules/verify-commands.ts'

it('G80: names every command that would need a shell, at its place', () => {
  const task = [
    '---',
    'id: a',
    'title: A',
    'depends_on: []',
    'verify:',
    '  - npm test',
    '  - npm test | tee log',
    '  - "echo $HOME"',
    "  - sh -c 'a | b'",
    '---',
    'Do it.',
    '',
  ].join('\n')
  const texts = new Map([['tasks/01-a.md', Buffer.from(task)]])
  const { plan } = readAgentflow(texts, { key: 'x', prefix: 'plans/x/', isHome: true })
  const found = verifyCommands(plan)
  expect(found.map(({ code, actual, range }) => [code, actual, range && { line: range.start.line }])).toEqual([
    ['E_BAD_COMMAND', 'npm test | tee log', { line: 7 }],
    ['E_BAD_COMMAND', 'echo $HOME', { line: 8 }],
  ])
  expect(found[0]?.file).toBe('plans/x/tasks/01-a.md')
  expect(found[0]?.hint).toContain("sh -c '…'")
})
