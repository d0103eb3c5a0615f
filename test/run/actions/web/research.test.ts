import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isFault } from '../../../../src/plan/diagnostics/fault.ts'
import { research } from '../../../../src/run/actions/web/research.ts'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'
import { makeProject } from '../make-project.ts'
import { research as researchAction, short } from '../teddy-project.ts'
import { serve, text } from './loopback.ts'

let cwd: string
beforeEach(() => {
  cwd = temporaryDirectory()
})

const ask = (query: string, provider: { readonly url?: string; readonly command?: string }) =>
  research(query, {
    provider: { url: '', command: '', ...provider },
    cwd,
    env: {},
    timeoutMs: 5000,
    cap: 100_000,
    signal: new AbortController().signal,
  })

async function whyNot(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!isFault(error)) throw error ?? new Error('nothing was thrown')
  return error.message
}

describe('a search page', () => {
  it('is asked for JSON, and the best results come as text', async () => {
    const asked: string[] = []
    const results = Array.from({ length: 12 }, (_, n) => ({
      title: `Title ${n}`,
      url: `https://example.org/${n}`,
      content: 'Some\nwords.',
      engine: 'x',
    }))
    const url = await serve((request, response) => {
      asked.push(request.url!)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ query: 'x', results }))
    })
    const found = await ask('markdown & "parsers" ?format=html', { url: `${url}/search` })
    expect(asked).toEqual(['/search?q=markdown+%26+%22parsers%22+%3Fformat%3Dhtml&format=json'])
    expect(found.split('\n').slice(0, 4)).toEqual([
      '1. Title 0',
      '   https://example.org/0',
      '   Some words.',
      '2. Title 1',
    ])
    expect(found).toMatch(/\n… and 2 more$/)
  })

  it.each([
    ['{"results": []}', 'Nothing was found.'],
    ['{"results": [{"title": 5, "url": null}, 3, null, {"title": "ok"}]}', '1. \n2. ok'],
  ])('%s', async (body, expected) => {
    expect(await ask('x', { url: await serve(text(body, 'application/json')) })).toBe(expected)
  })

  it.each([
    ['<html>', 'text/html', 200, /no list of results/],
    ['[]', 'application/json', 200, /no list of results/],
    ['', 'text/plain', 403, /answers 403/],
  ])('that answers %j (%s, %i) says so', async (body, type, status, expected) => {
    expect(await whyNot(ask('x', { url: await serve(text(body, type, status)) }))).toMatch(expected)
  })

  it('that answers with too much says so', async () => {
    const url = await serve(text(`{"results": [${' '.repeat(200_000)}]}`, 'application/json'))
    expect(await whyNot(ask('x', { url }))).toContain('more than 100000 bytes')
  })
})

describe('a command', () => {
  it('gets the query on standard input, and what it prints is the answer', async () => {
    expect(await ask('two words', { command: 'cat' })).toBe('two words\n')
  })

  it('gets it in its place, and its JSON is read as that of a page', async () => {
    writeFileSync(join(cwd, 'search.sh'), 'printf \'{"results": [{"title": "%s"}]}\' "$1"')
    expect(await ask('two words', { command: "sh search.sh '{query}'" })).toBe('1. two words')
  })

  it.each([
    ["printf '%s|' '{query}'", '--upload-pack=x', ' --upload-pack=x|'],
    ["printf '%s|' -- '{query}'", '-rf', '--|-rf|'],
    ["printf '%s|' 'q={query}'", '-rf', 'q=-rf|'],
    ["printf '%s|' '{query}'", '$(id); `id` && x', '$(id); `id` && x|'],
    ["printf '%s|' '{query}'", '$& $1 {query}', '$& $1 {query}|'],
  ])('G81 %s with %j: an argument, never an option or a script', async (command, query, expected) => {
    expect(await ask(query, { command })).toBe(expected)
  })

  it('that fails says how', async () => {
    expect(await whyNot(ask('x', { command: 'ls no-such-file' }))).toMatch(/ls ended with exit code \d.*no-such-file/)
    expect(await whyNot(ask('x', { command: 'no-such-program-here' }))).toContain('no-such-program-here')
  })
})

describe('RESEARCH', () => {
  it('answers each query', async () => {
    const project = await makeProject([researchAction('one', 'two')])
    const { actions } = await project.run({ acting: { research: { url: '', command: 'cat' } } })
    expect(actions.map(short)).toEqual(['RESEARCH succeeded'])
    expect(actions[0]!.output?.text).toBe('Query: one\n\none\n\n\nQuery: two\n\ntwo\n\n')
  })

  it('of which one fails, fails', async () => {
    const project = await makeProject([researchAction('one', 'two')])
    const { actions } = await project.run({ acting: { research: { url: '', command: 'false' } } })
    expect(actions[0]).toMatchObject({ status: 'failed', why: expect.stringContaining('E_RESEARCH') })
  })
})
