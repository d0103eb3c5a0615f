import { describe, expect, it } from 'vitest'
import { checkProtected, isProtected } from '../../../src/store/paths/protected.ts'
import { protectedEntries } from '../../../src/store/paths/protected-entries.ts'

describe('F77: what another program later executes or obeys is protected', () => {
  it.each([
    ['.git/config', '.git'],
    ['.git/hooks/pre-commit', '.git'],
    ['.git', '.git'],
    ['.gitattributes', '.gitattributes'],
    ['.gitmodules', '.gitmodules'],
    ['.github/workflows/ci.yml', '.github/workflows'],
    ['.vscode/settings.json', '.vscode'],
    ['all.code-workspace', '*.code-workspace'],
    ['.idea/workspace.xml', '.idea'],
    ['.claude/settings.json', '.claude'],
    ['.cursor/mcp.json', '.cursor'],
    ['.codex/config.toml', '.codex'],
    ['.gemini/settings.json', '.gemini'],
    ['.pi/settings.json', '.pi'],
    ['.mcp.json', '.mcp.json'],
    ['.envrc', '.envrc'],
    ['.husky/pre-commit', '.husky'],
    ['.devcontainer/devcontainer.json', '.devcontainer'],
    ['/home/me/.bashrc', '.bashrc'],
    ['.bash_profile', '.bash_*'],
    ['.zshenv', '.zshenv'],
    ['Microsoft.PowerShell_profile.ps1', '*profile.ps1'],
    ['.ssh/authorized_keys', '.ssh'],
    ['.npmrc', '.npmrc'],
    ['.yarnrc', '.yarnrc*'],
    ['.yarnrc.yml', '.yarnrc*'],
    ['.pnpmfile.cjs', '.pnpmfile.cjs'],
    ['.steadplan/plans/a/log.jsonl', '.steadplan'],
    ['steadplan.json', 'steadplan.json'],
  ])('%s by %s', (path, entry) => {
    expect(isProtected(path)?.path).toBe(entry)
    expect(checkProtected(path)).toMatchObject({ code: 'E_PROTECTED', actual: path })
  })

  it.each(protectedEntries.map(({ path }) => path))('in any case, at any depth: %s', (path) => {
    const example = path.replace('*', 'x')
    for (const spelled of [example, example.toUpperCase(), `packages/web/${example}`, `${example}/below`]) {
      expect(isProtected(spelled)?.path, spelled).toBe(path)
    }
  })

  it.each([
    ['other letters', '.GIT/config'],
    ['mixed letters', '.GiT/config'],
    ['the directory before it', './.git/config'],
    ['empty parts', './/.git//config'],
    ['a way round', 'src/../.git/config'],
    ['a way round within', '.git/hooks/../config'],
    ['backslashes', 'src\\..\\.git\\config'],
    ['a dot at the end', '.git./config'],
    ['dots and blanks at the end', '.git. . ./config'],
    ['a stream of the folder', '.git::$INDEX_ALLOCATION/config'],
    ['a stream of the file', '.git:x'],
    ['a drive', 'C:\\work\\.git\\config'],
    ['a drive without a separator', 'C:.git\\config'],
    ['a long path of Windows', '\\\\?\\C:\\work\\.git\\config'],
    ['its short name', 'GIT~1/config'],
    ['its second short name', 'git~2\\config'],
    ['wide letters', '．ｇｉｔ/config'],
    ['styled letters', '.𝐠𝐢𝐭/config'],
    ['a joiner that HFS+ drops', '.g\u200cit/config'],
    ['a byte order mark', '\ufeff.git/config'],
    ['a soft hyphen', '.gi\u00adt/config'],
    ['a variation selector', '.git\ufe0f/config'],
    ['an i without a dot', '.gıt/config'],
    ['a submodule', 'vendor/lib/.git/hooks/post-checkout'],
  ])('.git behind %s', (_, path) => {
    expect(isProtected(path)?.path).toBe('.git')
  })

  it.each([
    ['a Kelvin sign', '.hus\u212ay/pre-push', '.husky'],
    ['a long s', '.hu\u017fky/pre-push', '.husky'],
    ['the two Unicode forms', '.claud\u0065/settings.json'.normalize('NFD'), '.claude'],
    ['the hashed short name', 'VS1F2C~3/settings.json', '.vscode'],
    ['the short name of a file', 'MCP~1.JSO', '.mcp.json'],
    ['a way round in two parts', '.github/x/../workflows/ci.yml', '.github/workflows'],
  ])('others behind %s', (_, path, entry) => {
    expect(isProtected(path)?.path).toBe(entry)
  })

  it('takes a long path in stride', () => {
    expect(isProtected(`${'a. '.repeat(50_000)}/${'b/'.repeat(50_000)}.git/config`)?.path).toBe('.git')
  })

  it.each([
    '',
    '.',
    '..',
    '/',
    '.gitignore',
    '.github/ISSUE_TEMPLATE/bug.md',
    '.github/dependabot.yml',
    'git/config',
    'docs/.gitkeep',
    'package.json',
    'Makefile',
    '.env',
    'AGENTS.md',
    'src/vscode/index.ts',
    'plans/add-login/plan.md',
    'settings.json',
    'workflows/ci.yml',
    'profile.ts',
    'steadplan.md',
    'src/.claudette',
    'notes~1.md',
  ])('lets %s pass', (path) => {
    expect(isProtected(path)).toBeUndefined()
    expect(checkProtected(path)).toBeUndefined()
  })
})
