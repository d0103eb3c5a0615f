import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const steadplan = join(import.meta.dirname, '../../dist/bin/steadplan.cjs')

/** A project in a folder of its own, with a home of its own: nothing of yours is read or written. */
export function scratchProject({ steps, define = {}, programs, variables, mark }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'steadplan-agents-')))
  const cwd = join(root, 'project')
  write(join(cwd, 'plans/two-files/plan.md'), '---\ntitle: Two files\n---\n\nTwo small files are to be there.\n')
  for (const [index, text] of steps.entries()) write(join(cwd, `plans/two-files/tasks/0${index + 1}-step.md`), text)
  const settings = { approval: { policy: 'auto' }, agents: { define }, process: { env: { [markName]: mark } } }
  write(join(root, 'config/steadplan/config.json'), JSON.stringify(settings))
  const path = [programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin']
  const env = {
    ...{ PATH: path.join(delimiter), HOME: join(root, 'home'), USER: 'ann', LANG: 'C.UTF-8' },
    ...{ XDG_CONFIG_HOME: join(root, 'config'), XDG_STATE_HOME: join(root, 'state') },
    ...{ AGENTFLOW_HOME: join(root, 'agentflow'), ...variables(join(root, 'home')) },
  }
  mkdirSync(env.HOME, { recursive: true })
  return { root, cwd, run: (...args) => runIt(args, cwd, env), records: () => recordsOf(cwd) }
}

const markName = 'STEADPLAN_TEST_AGENTS'

/** Every process that carries the mark, by its number. Undefined where that cannot be seen. */
export function marked(mark) {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && environmentOf(name).includes(`${markName}=${mark}`),
  )
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs the command of the package as somebody would. Whatever happens, it is over after two minutes. */
function runIt(args, cwd, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [steadplan, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

/** Everything that the log of the plan keeps. */
function recordsOf(cwd) {
  const files = readdirSync(cwd, { recursive: true }).filter((path) => path.endsWith('log.jsonl'))
  const lines = files.flatMap((path) => readFileSync(join(cwd, path), 'utf8').trimEnd().split('\n'))
  return lines.map((line) => JSON.parse(line))
}
