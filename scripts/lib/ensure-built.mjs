import { readFileSync, writeFileSync } from 'node:fs'
import { run, tool } from './run.mjs'
import { isUpToDate, writeStamp } from './stamp.mjs'

const stamp = 'dist/.built-from'
const inputs = ['src', 'tsdown.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json', 'scripts/lib']

/** Builds `dist/` from `src/`, unless it is built already. */
export async function ensureBuilt() {
  if (isUpToDate(stamp, inputs)) return
  process.stderr.write('building …\n')
  const { ok, output } = await run(tool('tsdown'), [])
  if (!ok) {
    process.stderr.write(output)
    process.exit(1)
  }
  writeLicenses()
  writeStamp(stamp, inputs)
}

/** What is bundled into dist/ keeps its licence there. */
const bundled = ['@agentclientprotocol/sdk', 'commander', 'diff', 'get-east-asian-width', 'jsonc-parser', 'yaml', 'zod']

function writeLicenses() {
  const texts = bundled.map((name) => {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
    return `${name} ${version}\n\n${licenseOf(name).trim()}\n`
  })
  writeFileSync('dist/LICENSES.txt', `Bundled into this package:\n\n${texts.join('\n----\n\n')}`)
}

function licenseOf(name) {
  for (const file of ['LICENSE', 'LICENSE.md', 'license']) {
    try {
      return readFileSync(`node_modules/${name}/${file}`, 'utf8')
    } catch {}
  }
  throw new Error(`${name} has no licence file`)
}
