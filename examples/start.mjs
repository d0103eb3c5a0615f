/**
 * What `npm start` shows: the example plan of a small project is checked, shown, approved and carried out, by an agent that
 * is a real program speaking the Agent Client Protocol and plays from a script. Everything else is as it is for you: the
 * commands are those of the package, and the project is a copy of examples/greeting that is thrown away at the end.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const examples = import.meta.dirname
const steadplan = join(examples, '../dist/bin/steadplan.cjs')
const root = realpathSync(mkdtempSync(join(tmpdir(), 'steadplan-start-')))
const project = join(root, 'greeting')
const environment = scratchEnvironment()
async function start() {
  cpSync(join(examples, 'greeting'), project, { recursive: true })
  say('A small project with a plan in plans/add-greeting/, one file per step. Somebody mistyped two words in it.\n')
  const task = join(project, 'plans/add-greeting/tasks/03-command.md')
  const text = readFileSync(task, 'utf8')
  writeFileSync(task, text.replace('[names, sentence]', '[name, sentence]').replace('subtasks:', 'subtask:'))
  await run('check')

  say('\nMended. This is what is to be done:\n')
  writeFileSync(task, text)
  await run('graph')

  say('\nSomebody says yes to it. The yes is bound to these bytes: whatever changes after it needs a new one.\n')
  await run('approve', '--yes')

  say(
    '\nNow it is carried out, two steps at a time. An agent that says "done" is not believed: its commands have to pass.\n',
  )
  await run('run')
  await run('list', '--all')
  say(yours)
}

const yours = `
Yours next, in a project of your own:

  steadplan new "Add a login"     # writes plans/add-a-login-…/, one file per step
  steadplan check                 # names every fault
  steadplan review                # reads like a pull request; approve or reject at the end
  steadplan agents                # which agents are installed here
  steadplan run                   # carries it out

Here \`steadplan\` is \`node ${relative(process.cwd(), steadplan)}\`; \`npm link\` puts it on your path.
`

try {
  await start()
} finally {
  rmSync(root, { recursive: true })
}

/** A home of its own: nothing of yours is read or written, and this one example may be approved by a program. */
function scratchEnvironment() {
  const agent = {
    kind: 'acp',
    argv: [process.execPath, join(examples, 'agent/agent.mjs'), join(examples, 'agent/greeting.json')],
  }
  const settings = { approval: { policy: 'auto' }, agents: { default: 'scripted', define: { scripted: agent } } }
  mkdirSync(join(root, 'config/steadplan'), { recursive: true })
  writeFileSync(join(root, 'config/steadplan/config.json'), JSON.stringify(settings))
  const places = { XDG_CONFIG_HOME: 'config', XDG_STATE_HOME: 'state', AGENTFLOW_HOME: 'agentflow' }
  const { PATH, HOME, TERM = 'dumb', NO_COLOR, LANG = 'C.UTF-8' } = process.env
  return {
    ...{ PATH, HOME, TERM, LANG, USER: 'ann' },
    ...(NO_COLOR && { NO_COLOR }),
    ...Object.fromEntries(Object.entries(places).map(([name, place]) => [name, join(root, place)])),
  }
}

async function run(...args) {
  say(`$ steadplan ${args.join(' ')}`)
  const child = spawn(process.execPath, [steadplan, ...args], { cwd: project, env: environment, stdio: 'inherit' })
  await once(child, 'close')
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
