import { describe, expect, it } from 'vitest'
import { commandFaults } from '../../src/process/command.ts'

function faults(argv: readonly string[], platform: NodeJS.Platform = 'linux', cwd = '/'): string[] {
  return commandFaults(argv, cwd, platform).map((one) => `${one.code}: ${one.message}`)
}

describe('a command before it is started', () => {
  it('may hold anything in its arguments but a NUL', () => {
    expect(faults(['git', '--upload-pack=x', '-rf', '$(id)', '`id`', '; id', 'a\nb\r', '', '"&calc', '*'])).toEqual([])
  })

  it.each([[[]], [['']], [[' ']], [['\n']]])('names a program: not %j', (argv) => {
    expect(faults(argv)).toEqual(['E_BAD_COMMAND: The command names no program.'])
  })

  it('has all its faults named at once', () => {
    expect(faults(['a\0', 'b', 'c\0'], 'linux', 'here')).toEqual([
      'E_BAD_COMMAND: Argument 0 of the command holds a NUL.',
      'E_BAD_COMMAND: Argument 2 of the command holds a NUL.',
      'E_BAD_COMMAND: The directory to run the command in is not absolute: "here".',
    ])
  })

  it.each(['', '.', '../..', 'a/b', '/tmp/\0'])('G83 is not run in %j', (cwd) => {
    expect(faults(['true'], 'linux', cwd)).toHaveLength(1)
  })

  it.each([
    'x.bat',
    'X.BAT',
    'x.cmd',
    'x.CmD',
    'C:\\tools\\x.bat',
    'tools/x.cmd',
    'C:x.bat',
    'x.bat.',
    'x.bat ',
    'x.bat. . ',
    'x.bat::$DATA',
    'a.b.cmd',
  ])('G82 is no batch file on Windows: %j', (program) => {
    expect(faults([program, '"&calc'], 'win32')).toHaveLength(1)
    expect(faults([program, '"&calc'], 'linux')).toEqual([])
  })

  it.each(['git', 'git.exe', 'C:\\bat\\node.exe', 'x.bat.exe', 'x.bat\\node', 'batcmd', 'bat', 'cmd.exe'])(
    'G82 may be a program on Windows: %j',
    (program) => {
      expect(faults([program], 'win32')).toEqual([])
    },
  )
})
