import { describe, expect, test } from 'vitest'
import { mermaidText } from '../../../../src/faces/cli/steadplan/look/graph/mermaid.ts'
import { graphText } from '../../../../src/faces/cli/steadplan/look/graph/text.ts'
import { graphPlan } from '../../../../src/faces/cli/steadplan/look/graph.ts'
import type { GraphOptions } from '../../../../src/faces/cli/steadplan/look.ts'
import { criticalPath } from '../../../../src/plan/graph/critical-path.ts'
import { cycles } from '../../../../src/plan/graph/cycles.ts'
import { buildGraph, firstOfEachId } from '../../../../src/plan/graph/graph.ts'
import { waves } from '../../../../src/plan/graph/waves.ts'
import type { Step } from '../../../../src/plan/types.ts'
import { Person, task } from './person.ts'

const graph = (options: GraphOptions = {}) => {
  return (terminal: Person['terminal'], context: Person['context']) => graphPlan(terminal, context, undefined, options)
}

function login(): Person {
  const ann = new Person()
  ann.plan('login', 'Login', {
    '01-set-up': task('set-up', 'status: complete'),
    '02-docs': task('docs', 'depends_on: [set-up]', 'status: skipped'),
    '03-form': task('form', 'depends_on: [set-up]', 'status: failed'),
    '04-try-it': task('try-it', 'depends_on: [docs, form]'),
  })
  return ann
}

describe('steadplan graph', () => {
  test('wave below wave, with the longest chain', async () => {
    expect(await login().says(graph())).toBe(`Wave 1
┃ ✓ done         set-up
Wave 2
┃ – skipped      docs  ◀ set-up
  ✗ failed       form  ◀ set-up
Wave 3
┃ ○ waiting      try-it  ◀ docs, form

┃ the longest chain: 3 steps
`)
  })

  test('as mermaid', async () => {
    expect(await login().says(graph({ format: 'mermaid' }))).toBe(`flowchart TD
  s0["Do set-up#46;<br/>set-up<br/>done"]
  s1["Do docs#46;<br/>docs<br/>skipped"]
  s2["Do form#46;<br/>form<br/>failed"]
  s3["Do try-it#46;<br/>try-it<br/>waiting"]
  s0 ==> s1
  s0 --> s2
  s1 ==> s3
  s2 --> s3
  classDef pending fill:#ffffff,stroke:#888888,color:#222222
  class s3 pending
  classDef complete fill:#dcfce7,stroke:#16a34a,color:#14532d
  class s0 complete
  classDef failed fill:#fee2e2,stroke:#dc2626,color:#7f1d1d
  class s2 failed
  classDef skipped fill:#f3f4f6,stroke:#9ca3af,color:#6b7280
  class s1 skipped
`)
  })

  test.each<GraphOptions>([{ json: true }, { format: 'json' }])('for programs (%j)', async (options) => {
    expect(await login().json(graph(options))).toMatchObject({
      name: 'login',
      steps: [{ id: 'set-up', status: 'complete', dependsOn: [] }, {}, {}, {}],
      waves: [['set-up'], ['docs', 'form'], ['try-it']],
      criticalPath: ['set-up', 'docs', 'try-it'],
      cycles: [],
    })
  })

  test('circles are named, and the rest is drawn', async () => {
    const ann = new Person()
    ann.plan('login', 'Login', {
      '01-a': task('a', 'depends_on: [b]'),
      '02-b': task('b', 'depends_on: [a]'),
      '03-c': task('c'),
      '04-d': task('d', 'depends_on: [nobody]'),
    })
    const said = await ann.says(graph())
    expect(said).toContain('Wave 1\n┃ ○ waiting      c\n')
    expect(said).toContain('Can never start\n  ○ waiting      a  ◀ b\n')
    expect(said).toContain('d  ◀ nobody (no such step)')
    expect(said).toContain('wait for each other: a → b → a')
    expect(await ann.says(graph({ format: 'mermaid' }))).toContain('  s1 --> s0\n')
  })

  test('H92: no text of a plan breaks out of its label', () => {
    const evil = [
      '"] --> s0; click s0 "javascript:alert(1)"',
      '`md` **b** _i_',
      '</script><img src=x onerror=alert(1)>',
      '#quot;#35; &quot; &amp;',
      'a\nclick s0 call x()\r\u2028%%{init: {"a": 1}}%%',
      '1. list',
      '- list',
      'end',
      '__proto__',
      '\u001b[2J\u202e',
      'fa:fa-car $$x$$ {a} (b) |c| \\n',
    ]
    const steps = evil.map((title, at) => ({
      id: at === 0 ? '"];x' : `${title}${at}`,
      title,
      text: '',
      dependsOn: at === 0 ? [] : ['"];x'],
    }))
    const text = mermaidText(drawing(steps))
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(flowchart TD| {2}s\d+\["(?:[\p{L}\p{M}\p{N} ,-]|#\d+;|<br\/>)*"\]| {2}s\d+ (-->|==>) s\d+| {2}(classDef|class) [\w ,:#]+)$/u,
      )
      expect(line.replace(/ (-->|==>) /, '')).not.toMatch(/(^|["> ])-|\d\. /)
    }
  })

  test('10,000 steps are drawn up to a bound', () => {
    const steps = Array.from({ length: 10_000 }, (_, at) => ({
      id: `s-${at}`,
      title: '',
      text: '',
      dependsOn: at % 2 ? [`s-${at - 1}`] : [],
    }))
    const lines = graphText(drawing(steps), { ...new Person().terminal, width: 60 })
    expect(lines.length).toBeLessThan(600)
    expect(lines).toContain('… and 9,500 more steps: steadplan graph big --json')
  })

  test('H90: ids and dependencies of any length and kind stay inside of 60 columns', async () => {
    const ann = new Person()
    ann.width = 60
    ann.plan('login', 'Login', {
      '01-a': task(`"\\e[2J${'界'.repeat(3000)}"`, `depends_on: [${'x, '.repeat(500)}"\\u202e"]`),
    })
    await ann.says(graph())
    expect(ann.isSafe).toBe(true)
    expect(ann.out.split('\n').every((line) => line.length <= 90)).toBe(true)
  })
})

function drawing(steps: Step[]) {
  const built = buildGraph(steps)
  return {
    name: 'big',
    steps: firstOfEachId(steps),
    statusOf: () => 'pending' as const,
    waves: waves(built),
    longest: criticalPath(built),
    cycles: cycles(built),
  }
}
