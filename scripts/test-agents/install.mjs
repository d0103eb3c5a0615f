import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const isOldNode = Number(process.versions.node.split('.')[0]) < 22

/** What was seen to run, in these very versions. Each has a folder of its own: two of them have a program of one name. */
const packages = {
  model: '@copilotkit/aimock@1.43.0',
  codex: '@agentclientprotocol/codex-acp@2.6.0',
  'codex-zed': '@zed-industries/codex-acp@0.16.0',
  'claude-code': `@agentclientprotocol/claude-agent-acp@${isOldNode ? '0.49.0' : '0.99.1'}`,
}

/** Installs one of them below `.build/agents`, unless it is there. Gives its folder, or why there is none. */
export async function install(name) {
  const wanted = packages[name]
  const folder = join('.build/agents', name)
  const stamp = join(folder, 'installed')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    process.stderr.write(`installing ${wanted} …\n`)
    mkdirSync(folder, { recursive: true })
    const at = wanted.lastIndexOf('@')
    const dependencies = { [wanted.slice(0, at)]: wanted.slice(at + 1) }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const npm = process.env.npm_execpath
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    try {
      await promisify(execFile)(command, [...first, 'install', ...options], { timeout: 600_000 })
    } catch (error) {
      return { why: `${wanted} could not be installed: ${reasonOf(error.stderr || error.message)}` }
    }
    writeFileSync(stamp, wanted)
  }
  return { folder: realpathSync(folder), wanted }
}

/** npm says first what went wrong and last where it wrote it down. */
function reasonOf(text) {
  return text.trim().split('\n')[0]
}
