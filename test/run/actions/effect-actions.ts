import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StepId } from '../../../src/plan/types.ts'
import type { Resolution } from '../../../src/run/recovery.ts'
import { create, edit, execute, read } from './teddy-project.ts'

/** Actions of all kinds that can be counted: each command appends its own line, each edit fits only once. */
export function effectActions(pauseS = 0): string[] {
  const command = (name: string) => execute(`sleep ${pauseS}; echo ${name} >> effects.txt; sleep ${pauseS}`)
  return [
    command('one'),
    create('made/a.txt', 'a1\n'),
    edit('made/a.txt', ['a1', 'a2']),
    execute('echo up >> servers.txt; sleep 60', '- **Background:** true\n'),
    edit('b.txt', ['b', 'bb']),
    command('two'),
    read('b.txt'),
    create('b.txt', 'c\n', '- **Overwrite:** true\n'),
    edit('made/a.txt', ['a2', 'a3']),
    command('three'),
  ]
}

export const effects = ['one', 'two', 'three']

/** What a person would decide who looks whether the line is there. */
export function decideByEffect(root: string, steps: readonly { readonly id: StepId; readonly text: string }[]) {
  return (id: StepId): Resolution => {
    const { text } = steps.find((step) => step.id === id)!
    const name = effects.find((effect) => text.includes(`echo ${effect} `))
    return name !== undefined && linesOf(root, 'effects.txt').includes(name) ? 'keep' : 'redo'
  }
}

export function linesOf(root: string, file: string): string[] {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
}
