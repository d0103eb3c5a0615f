import { readFileSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'tsdown'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const common: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  define: { STEADPLAN_VERSION: JSON.stringify(version) },
  // Everything is bundled: one package to install, and start-up reads few files.
  deps: { alwaysBundle: /.*/ },
  // The CommonJS file of jsonc-parser requires its parts in a way that no bundler follows.
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  clean: true,
  report: false,
}

/** What can be imported piece by piece. `plan` is the package itself. */
const rooms = ['plan', 'dialects', 'rules', 'process', 'store', 'review', 'agents', 'run']

export default defineConfig([
  {
    ...common,
    name: 'commands',
    entry: ['steadplan', 'agentctl', 'teddy', 'planloop'].map((name) => `src/faces/cli/bin/${name}.ts`),
    // CommonJS: setting up the loader of ES modules costs a fifth of an empty program's start (docs/adr/0002).
    format: 'cjs',
    outDir: 'dist/bin',
    minify: true,
  },
  {
    ...common,
    name: 'library',
    entry: Object.fromEntries(rooms.map((room) => [room, `src/${room}/index.ts`])),
    format: 'esm',
    outDir: 'dist/lib',
    dts: true,
  },
])
