import { describe, expect, it } from 'vitest'
import { readTeddy } from '../../../src/dialects/teddy/read.ts'
import { checkActions } from '../../../src/rules/actions/check.ts'
import type { Found } from '../../../src/rules/actions/facts.ts'

/** Reads and checks one action in a project in which nothing is; a directory is where a command is to run. */
function check(action: string) {
  const { plan, text = '', diagnostics } = readTeddy('plan.md', Buffer.from(`# T\n\n## Action Plan\n\n${action}`))
  const found = new Map(
    plan!.actions.flatMap((one): [string, Found][] => {
      if (one.kind === 'CREATE') return [[one.path.value, { is: 'nothing', real: `/p/${one.path.value}` }]]
      if (one.kind === 'EXECUTE' && one.cwd) return [[one.cwd.value, { is: 'directory', real: `/p/${one.cwd.value}` }]]
      return []
    }),
  )
  const checked = checkActions(plan!, { file: 'plan.md', text, facts: { found }, isMeant: () => true })
  // What stands above the action is not of interest here.
  const all = [...diagnostics, ...checked.diagnostics].filter(({ range }) => range!.start.line > 4)
  return { ...checked, diagnostics: all }
}

function execute(fields: string, command = 'true'): string {
  return `### \`EXECUTE\`\n- **Description:** Run it.\n${fields}\`\`\`\`shell\n${command}\n\`\`\`\`\n`
}

function read(address: string): string {
  return `### \`READ\`\n- **Resource:** [docs](${address})\n- **Description:** Look at it.\n`
}

describe('G83: what the environment of a command may say', () => {
  it.each(['PATH', 'Path', 'LD_PRELOAD', 'NODE_OPTIONS', 'GIT_SSH_COMMAND', 'HTTPS_PROXY', 'BASH_ENV'])(
    '%s needs a yes that names it',
    (name) => {
      const { consents, diagnostics } = check(execute(`- **env:**\n  - \`${name}\`: "x"\n  - \`COLOR\`: "1"\n`))
      expect(diagnostics).toEqual([])
      expect(consents.map(({ position, what }) => [position, what])).toEqual([[1, name]])
    },
  )

  it.each(['A B', 'A=B', '1A', 'A-B', '', 'Ä'])('%j is no name', (name) => {
    const { diagnostics } = check(execute(`- **env:**\n  - \`${name}\`: "x"\n`))
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_FIELD_VALUE'])
  })
})

describe('G88: what nobody sees', () => {
  it.each<[string, (character: string) => string]>([
    ['in a command', (character) => execute('', `rm ${character}x`)],
    ['in a directory', (character) => execute(`- **cwd:** a${character}b\n`)],
    ['in a variable', (character) => execute(`- **env:**\n  - \`A\`: "x${character}"\n`)],
    ['in an address', (character) => read(`https://example.com/${character}`)],
    [
      'in a path',
      (character) =>
        `### \`CREATE\`\n- **File Path:** [a${character}b](/a${character}b)\n- **Description:** X.\n\`\`\`\`\nx\n\`\`\`\`\n`,
    ],
  ])('%s is an error that names it, at its place', (_where, action) => {
    for (const [character, code] of [
      ['\u202e', 'E_INVISIBLE'],
      ['\u2066', 'E_INVISIBLE'],
      ['\u200b', 'E_INVISIBLE'],
      ['\u{e0041}', 'E_INVISIBLE'],
      ['\0', 'E_CONTROL_CHARACTER'],
      ['\x1b', 'E_CONTROL_CHARACTER'],
    ] as const) {
      const found = check(action(character)).diagnostics.filter((one) => one.code === code)
      expect(found[0]?.severity).toBe('error')
      expect(found[0]?.message).toContain(
        `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`,
      )
      expect(found[0]?.range?.start.line).toBeGreaterThan(4)
    }
  })
})

describe('G89: addresses are taken apart and not compared by their beginnings', () => {
  it.each<[address: string, expected: [severity: string, host: string] | undefined]>([
    ['https://example.com/docs', undefined],
    ['https://EXAMPLE.com:443/docs', undefined],
    ['http://[::1]:8080/', undefined],
    ['https://user@example.com/', ['error', 'example.com']],
    ['https://example.com:pass@evil.example/', ['error', 'evil.example']],
    ['https://example.com\\@evil.example/', ['warning', 'example.com']],
    ['https://ex\u0430mple.com/', ['warning', 'xn--exmple-4nf.com']],
    ['https://example\u3002com/', ['warning', 'example.com']],
    ['http://0x7f.1/', ['warning', '127.0.0.1']],
    ['https://%65xample.com/', ['warning', 'example.com']],
    ['https://', ['error', 'no address']],
    ['https://a b/', ['error', 'no address']],
    ['https://example.com:99999/', ['error', 'no address']],
  ])('%s', (address, expected) => {
    const { diagnostics } = check(read(address))
    const own = diagnostics.filter(({ code }) => code === 'E_TEDDY_URL')
    expect(own.map(({ severity }) => severity)).toEqual(expected === undefined ? [] : [expected[0]])
    if (expected !== undefined) expect(own[0]?.message).toContain(expected[1])
  })
})
