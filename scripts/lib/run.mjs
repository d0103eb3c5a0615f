import { spawn } from 'node:child_process'

/** Runs a program to its end. Its output is collected, or shown as it comes. */
export function run(command, args, { show = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(command, args, {
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    const end = (ok, text) => resolve({ ok, output: text, seconds: (performance.now() - started) / 1000 })
    child.on('error', (error) => end(false, String(error)))
    child.on('close', (code) => end(code === 0, output))
  })
}

/** A tool of node_modules, run by this Node. */
export function tool(name) {
  return `node_modules/.bin/${name}`
}
