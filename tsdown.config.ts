import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const common: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  define: { STEADPLAN_VERSION: JSON.stringify(version) },
  // Everything is bundled: one package to install, and start-up reads few files. Only the optional peers are not: whoever
  // wants them installs them.
  deps: { alwaysBundle: /^(?!ai$|@ai-sdk\/)/, neverBundle: [/^ai$/, /^@ai-sdk\//] },
  // The CommonJS file of jsonc-parser requires its parts in a way that no bundler follows.
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  clean: true,
  report: false,
}

/** What can be imported piece by piece. `plan` is the package itself. */
const rooms = ['plan', 'dialects', 'rules', 'process', 'store', 'review', 'agents', 'run', 'planner']

/**
 * What is called very often. Each is built apart from the rest, into as few files as it can be: to find and read the many
 * small ones that commands share takes longer than what is to be done (docs/adr/0002).
 */
const shortWays: ReadonlyMap<string, string> = new Map([
  ['src/faces/cli/agentctl/quick.ts', 'agentctl'],
  ['src/faces/cli/planloop/quick.ts', 'planloop'],
  ['src/faces/cli/steadplan/loop/quick.ts', 'steadplan'],
])

/** The commands require a short way as it was built apart. */
const leaveShortWays = {
  name: 'leave-short-ways',
  resolveId(source: string, importer: string | undefined) {
    const path = importer === undefined ? source : relative(process.cwd(), resolve(dirname(importer), source))
    const name = shortWays.get(path.replaceAll('\\', '/'))
    return name === undefined ? undefined : { id: `./quick/${name}.cjs`, external: true }
  },
}

// CommonJS: setting up the loader of ES modules costs a fifth of an empty program's start (docs/adr/0002).
const command: UserConfig = { ...common, format: 'cjs', minify: true, dts: false }

export default defineConfig([
  {
    ...command,
    name: 'commands',
    entry: ['steadplan', 'agentctl', 'teddy', 'planloop'].map((name) => `src/faces/cli/bin/${name}.ts`),
    outDir: 'dist/bin',
    plugins: [leaveShortWays],
    outputOptions: { dynamicImportInCjs: false },
  },
  ...[...shortWays].map(
    ([path, name]): UserConfig => ({
      ...command,
      name: `short way of ${name}`,
      entry: { [name]: path },
      outDir: 'dist/bin/quick',
      outputOptions: {
        codeSplitting: {
          groups: [
            { name: `${name}-all`, test: /[\\/]quick\.ts$/, priority: 2 },
            { name: `${name}-done`, test: /[\\/]quick-done\.ts$/, priority: 1 },
            { name: `${name}-status`, test: /[\\/]quick-status\.ts$/, priority: 1 },
            { name: `${name}-update`, test: /[\\/]quick-update\.ts$/, priority: 1 },
          ],
        },
      },
    }),
  ),
  {
    ...common,
    name: 'library',
    entry: Object.fromEntries(rooms.map((room) => [room, `src/${room}/index.ts`])),
    format: 'esm',
    outDir: 'dist/lib',
    dts: true,
  },
])
