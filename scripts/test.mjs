/**
 * Everything that has to hold: `npm test`, or `npm run test:long` with the long rounds in full.
 *
 * Arguments: `--long`; `--nodes` adds a short run on other versions of Node; `--only NAME` runs one of the checks.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { run, tool } from './lib/run.mjs'

const isLong = process.argv.includes('--long')
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined

const checks = [
  ['types', 'node_modules/ts7/bin/tsc', ['-p', '.']],
  ['format and lint', tool('biome'), ['check', '--error-on-warnings', '.']],
  ['typed lint', tool('oxlint'), ['--type-aware', '--deny-warnings', 'src', 'test', 'bench']],
  ['direction of imports', tool('depcruise'), ['src', '--config', '.dependency-cruiser.cjs']],
  ['dead code', tool('knip'), []],
  ['package', tool('publint'), ['--strict', '--pack', 'npm']],
  [
    'types of the package',
    tool('attw'),
    ['--pack', '.', '--profile', 'esm-only', '--exclude-entrypoints', './config.schema.json'],
  ],
  ...(process.argv.includes('--nodes') ? [['Node 22 and 24', process.execPath, ['scripts/smoke.mjs']]] : []),
]

await ensureInstalled()
await ensureBuilt()

let passed = 0
let failed = 0
for (const [name, command, args] of checks) {
  if (only !== undefined && only !== name) continue
  const { ok, output, seconds } = await run(command, args)
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`)
  if (!ok) process.stdout.write(`${output}\n`)
  ok ? passed++ : failed++
}

if (only === undefined || only === 'tests') {
  mkdirSync('.build', { recursive: true })
  const report = '.build/tests.json'
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { ok } = await run(tool('vitest'), args, { show: true, env: isLong ? { STEADPLAN_LONG: '1' } : {} })
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  passed += numPassedTests
  failed += ok ? 0 : Math.max(numFailedTests, numFailedTestSuites, 1)
}

process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
