import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * A copy of `src/process` and what it needs as plain JavaScript, so that a process of its own can run it and be killed.
 * `script` is a module that stands beside `process/` and `plan/`. Returns its path, and how to remove the copy.
 */
export function ownProgram(script: string): { readonly path: string; readonly remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'steadplan-own-'))
  for (const part of ['process', 'plan']) {
    for (const name of readdirSync(join('src', part), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.ts')) translate(join('src', part, name), join(directory, part, name.replace(/\.ts$/, '.js')))
    }
  }
  cpSync('package.json', join(directory, 'package.json'))
  const path = join(directory, 'script.js')
  writeFileSync(path, script)
  return { path, remove: () => rmSync(directory, { recursive: true }) }
}

function translate(from: string, to: string): void {
  const { outputText } = ts.transpileModule(readFileSync(from, 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  })
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, outputText)
}
