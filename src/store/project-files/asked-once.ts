import type { Files } from '../files/port.ts'

/**
 * The same disk, asked once where each path leads and what stands there. The answers hold for the moment of asking, as
 * any answer does; what is opened is asked again, by its handle.
 */
export function askedOnce(files: Files): Files {
  return { ...files, realpath: once((path) => files.realpath(path)), stat: once((path) => files.stat(path)) }
}

function once<Answer>(ask: (path: string) => Promise<Answer>): (path: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (path) => {
    const known = answers.get(path)
    if (known !== undefined) return known
    const answer = ask(path)
    answers.set(path, answer)
    return answer
  }
}
