import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { build } from 'rolldown'

/** Bundles the programs that tests start as processes of their own, `children/*.ts`, into `.build/children/`. */
export default async function buildChildren(): Promise<void> {
  const programs = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^|\/)children\/[^/]+\.ts$/.test(path),
  )
  await build({
    input: Object.fromEntries(programs.map((path) => [basename(path, '.ts'), `test/${path}`])),
    platform: 'node',
    external: [/^ai$/, /^@ai-sdk\//],
    logLevel: 'warn',
    output: { dir: '.build/children', format: 'esm', entryFileNames: '[name].mjs' },
  })
}
