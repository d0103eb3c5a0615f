/**
 * `npm run test:agents`: the real adapters of Codex and Claude Code carry out a small plan, offline. They are fetched from
 * the npm registry into `.build/agents` (about 1 GB), and speak with a model that is a server on this machine.
 *
 * Arguments: the names of agents, to run only those.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { agents } from './test-agents/agents.mjs'
import { startGate } from './test-agents/gate.mjs'
import { install } from './test-agents/install.mjs'
import { startModel } from './test-agents/model.mjs'
import { marked, scratchProject } from './test-agents/project.mjs'

const only = process.argv.slice(2)
const mark = `${process.pid}-${Date.now()}`
const write = task('write', 'files: [one.txt]\n', 'grep -q one one.txt')
const shell = task('shell', 'depends_on: [write]\nfiles: [two.txt]\n', 'grep -q two two.txt')
const hang = task('hang', '', 'grep -q two two.txt')
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'NO_PROXY', 'no_proxy']
let passed = 0
let failed = 0
let skipped = 0

await ensureInstalled()
await ensureBuilt()
const installed = await install('model')
if (installed.why === undefined) {
  const model = await startModel(installed.folder)
  const gate = await startGate()
  for (const agent of agents) if (only.length === 0 || only.includes(agent.name)) await testOne(agent, model, gate)
  if (gate.wanted.size > 0) say(`  refused on the way out: ${[...gate.wanted].sort().join(', ')}`)
  gate.stop()
  await model.stop()
} else skip(installed.why)
say(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
// A request that the model never answered must not keep us here.
process.exit(failed === 0 ? 0 : 1)

async function testOne(agent, model, gate) {
  const { name } = agent
  const { folder, why, wanted } = await install(name)
  if (why !== undefined) return skip(`${name}: ${why}`)
  say(`\n${name} (${wanted})`)
  const programs = join(folder, 'node_modules/.bin')
  const project = (steps, options = {}) =>
    scratchProject({
      steps,
      mark,
      // One of them goes by a description of its own; the others are known by name and found on the path.
      ...(agent.program && { define: { [name]: described(agent, programs) } }),
      programs,
      variables: (home) => ({ ...outside(gate), ...agent.variables(home, options.isStranger ? undefined : model.url) }),
    })

  await inProject(model, project([write]), async ({ run }) => {
    const { code, output } = await run('agents', 'test', name)
    check('answers with a word when it is tested', code === 0 && output.includes('ready'), output)
    check('tells its version', output.includes(wanted.slice(wanted.lastIndexOf('@') + 1)), output)
  })

  await inProject(model, project([write, shell]), async ({ run, records, read }) => {
    await run('approve', '--yes')
    const { code, output } = await run('run', '--agent', name)
    check('carries out a plan of two steps', code === 0 && output.includes('two-files is completed'), output)
    check('changes the files', read('one.txt') === 'one' && read('two.txt') === 'two', output)
    check('is refused the shell, and goes on without it', read('shell.txt') === undefined, output)
    check('changes nothing by a shell for which it does not ask', read('quiet.txt') === undefined, output)
    const results = records().filter(({ type }) => type === 'step.result')
    const told = JSON.stringify(results, undefined, 2)
    const conversations = new Set(results.map(({ conversation }) => conversation))
    check('each step has its conversation', conversations.size === 2 && !conversations.has(undefined), told)
    const said = ['The first file is written.', 'The second file is written.']
    check(
      'what it said is kept',
      said.every((text, index) => results[index]?.text.includes(text)),
      told,
    )
    check('the refusal is kept, with its reason', /touch shell\.txt.*`execute` is not among/.test(told), told)
    check(
      'files are told',
      said.every((_, index) => results[index]?.files.length === 1),
      told,
    )
    if (agent.tellsTokens)
      check(
        'tokens are told',
        results.every(({ inputTokens }) => inputTokens > 0),
        told,
      )
  })

  await inProject(model, project([write, shell]), async ({ run, records, read }) => {
    await run('approve', '--yes')
    const { code, output } = await run('run', '--agent', name, '--tools', '+execute')
    check('may use the shell when it is listed', code === 0 && read('shell.txt') === '', output)
    check('and then nothing is refused', !JSON.stringify(records()).includes('is not among'), output)
  })

  await inProject(model, project([hang]), async ({ run }) => {
    await run('approve', '--yes')
    const { code, output } = await run('run', '--agent', name, '--max-time', '4s')
    check('is stopped while its model thinks', code === 1 && output.includes('hang interrupted'), output)
  })

  await inProject(model, project([write], { isStranger: true }), async ({ run }) => {
    await run('approve', '--yes')
    const { code, output } = await run('run', '--agent', name, '--retries', '0')
    check('says that it wants a login when it has none', code === 1 && output.includes('wants a login'), output)
  })
}

function task(id, more, verify) {
  return `---\nid: ${id}\ntitle: Do it\n${more}verify:\n  - ${verify}\n---\n\nDo as you are told.\n`
}

function described({ program, passes }, programs) {
  return { kind: 'acp', argv: [join(programs, program)], pass: [...passes, ...proxies] }
}

function outside({ url }) {
  return { ...Object.fromEntries(proxies.map((name) => [name, url])), NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }
}

async function inProject(model, project, act) {
  model.directory = project.cwd
  const read = (name) => {
    const path = join(project.cwd, name)
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : undefined
  }
  try {
    await act({ ...project, read })
    await nothingIsLeft()
  } finally {
    rmSync(project.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function nothingIsLeft() {
  // A process that was killed is seen for a moment longer.
  for (let tries = 0; tries < 20 && marked(mark)?.length > 0; tries++) await sleep(100)
  const left = marked(mark)
  if (left === undefined) skip('whether a process is left cannot be seen on this system')
  else check('leaves no process behind', left.length === 0, `left: ${left.join(', ')}`)
  for (const pid of left ?? []) process.kill(Number(pid), 'SIGKILL')
}

function check(what, holds, seen) {
  holds ? passed++ : failed++
  say(`  ${holds ? '✓' : '✗'} ${what}`)
  if (!holds) say(seen.replaceAll(/^/gm, '      '))
}

function skip(why) {
  skipped++
  say(`  – skipped: ${why}`)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
