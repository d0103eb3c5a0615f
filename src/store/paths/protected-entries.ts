/**
 * Files that another program executes or obeys without anybody asking it to: when a folder is opened or entered, at the
 * next commit, push, install or login, or when an agent starts. A plan that may write them may do everything, whatever
 * else it was approved for.
 *
 * Left out on purpose:
 * - what runs only when somebody runs the project, and what ordinary work edits every day: `package.json`, `Makefile`,
 *   `Dockerfile`, build scripts, configuration of linters and test runners, `.gitignore`, `.editorconfig`, `.env`;
 * - text that models read: `AGENTS.md`, `CLAUDE.md`, `README.md`. A plan is such a text itself;
 * - a bare git repository under another name, which no list of names can find.
 */
export interface ProtectedEntry {
  /** As people write it, with a star for anything. */
  readonly path: string
  readonly parts: readonly string[]
  readonly why: string
}

const groups: readonly { readonly why: string; readonly paths: readonly string[] }[] = [
  {
    why: 'version control runs hooks, filters and programs that it names',
    paths: [
      '.git', // also a file: it names the directory that the hooks and the configuration come from
      '.gitattributes', // chooses filters and merge drivers
      '.gitmodules', // names addresses, and could name commands before git learned better
      '.gitconfig',
      '.config/git',
      '.githooks',
      '.husky',
      '.lefthook',
      'lefthook.yml',
      '.pre-commit-config.yaml',
      '.hg',
      '.hgrc',
      '.jj',
    ],
  },
  {
    why: 'it runs on a build server, with its secrets, at the next push',
    paths: [
      '.github/workflows',
      '.github/actions',
      '.gitea/workflows',
      '.forgejo/workflows',
      '.gitlab-ci.yml',
      '.circleci',
      '.buildkite',
      '.travis.yml',
      'azure-pipelines.yml',
      'bitbucket-pipelines.yml',
      'Jenkinsfile',
    ],
  },
  {
    why: 'an editor obeys it as soon as the folder is opened',
    paths: [
      '.vscode',
      '*.code-workspace',
      '.idea',
      '.fleet',
      '.zed',
      '.devcontainer',
      '.devcontainer.json',
      '.exrc',
      '.vimrc',
      '.nvimrc',
      '.nvim.lua',
      '.dir-locals.el',
      '.emacs*',
    ],
  },
  {
    why: 'an agent takes its permissions, hooks and tools from it',
    paths: [
      '.claude',
      '.claude.json',
      '.mcp.json',
      '.cursor',
      '.cursorrules',
      '.codex',
      '.gemini',
      '.pi',
      '.amazonq',
      '.clinerules',
      '.continue',
      '.kiro',
      '.opencode',
      'opencode.json',
      '.qwen',
      '.roo',
      '.windsurf',
      '.aider.conf.yml',
      '.github/copilot-instructions.md',
    ],
  },
  {
    why: 'a shell runs it when it starts or enters the folder',
    paths: [
      '.bashrc',
      '.bash_*',
      '.profile',
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.zlogout',
      '.kshrc',
      '.cshrc',
      '.tcshrc',
      '.login',
      '.logout',
      '.config/fish',
      '*profile.ps1',
      '.envrc',
      '.direnvrc',
      'mise.toml',
      '.mise.toml',
    ],
  },
  {
    why: 'it runs at login, or lets somebody log in',
    paths: [
      '.ssh',
      '.gnupg',
      '.xprofile',
      '.xinitrc',
      '.xsession*',
      '.config/autostart',
      '.config/systemd',
      'Library/LaunchAgents',
      '.docker/config.json', // names programs that hand out passwords
      '.kube/config',
    ],
  },
  {
    why: 'a package manager obeys it before anything of the project runs',
    paths: [
      '.npmrc',
      '.yarnrc*',
      '.yarn/plugins',
      '.yarn/releases',
      '.pnpmfile.cjs',
      '.pnpmfile.mjs',
      'pnpmfile.js',
      'bunfig.toml',
      '.cargo',
      '.mvn',
      '.bundle',
      '.gemrc',
      '.condarc',
    ],
  },
  {
    why: 'it says which plans were approved and what they may do',
    paths: ['.steadplan', 'steadplan.json', '.agentflow', '.planloop', '.teddy'],
  },
]

export const protectedEntries: readonly ProtectedEntry[] = groups.flatMap(({ why, paths }) =>
  paths.map((path) => ({ path, parts: path.toLowerCase().split('/'), why })),
)
