import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs the package as a user would and looks at what that brings. */
export function packageBench() {
  const directory = mkdtempSync(join(tmpdir(), 'steadplan-bench-'))
  try {
    const npm = (...args) => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', directory))
    npm('install', '--prefix', directory, '--no-audit', '--no-fund', join(directory, filename))
    const modules = join(directory, 'node_modules')
    const packages = Object.entries(JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages)
    const megabytes = sizeOf(modules) / 1024 / 1024
    const scripts = packages.filter(([, one]) => one.hasInstallScript).length
    return [
      `installed size      ${megabytes.toFixed(2)} MB   bar ≤ 5${megabytes <= 5 ? '' : '  OVER'}`,
      `runtime packages    ${packages.length}         bar ≤ 8${packages.length <= 8 ? '' : '  OVER'}`,
      `install scripts     ${scripts}         bar 0${scripts === 0 ? '' : '  OVER'}`,
    ].join('\n')
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function sizeOf(path) {
  const stat = statSync(path)
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size
}
