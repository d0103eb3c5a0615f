import type { Here } from './open.ts'

/** How commands that prove something are run. */
export function verifyOptions({ root, values }: Pick<Here, 'root' | 'values'>) {
  return {
    cwd: root,
    env: { pass: values['process.pass'], set: values['process.env'] },
    timeoutMs: values['process.timeout'],
  }
}
