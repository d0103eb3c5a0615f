import { describe, expect, it } from 'vitest'
import { checkTasks } from '../../../src/rules/planloop/check-tasks.ts'
import type { CheckedTask } from '../../../src/rules/planloop/checked-task.ts'
import { pathsToAsk } from '../../../src/rules/planloop/paths-to-ask.ts'
import { task } from './tasks.ts'

const project = ['spec.md', 'src', 'src/models', 'src/models/user.py', 'src/api', 'docs']

function found(tasks: readonly CheckedTask[], options: Parameters<typeof checkTasks>[2] = {}, there = project) {
  const existing = new Set([...pathsToAsk(tasks, options)].filter((path) => there.includes(path)))
  return checkTasks(tasks, { existing }, options).map(({ code, path, message }) => `${code} ${path}: ${message}`)
}

const codes = (...args: Parameters<typeof found>) => found(...args).map((line) => line.split(' ', 1)[0])

describe('completeness', () => {
  it('names everything that is missing at once', () => {
    const empty = task({ id: 7, title: ' ', context_hints: [], relevant_file_paths: ['  '] })
    expect(found([task(), empty])).toEqual([
      'E_TASK_INCOMPLETE tasks[1].title: Task 7 is missing the `title` field, or nothing stands in it.',
      'E_TASK_INCOMPLETE tasks[1].context_hints: Task 7 is missing the `context_hints` field, or nothing stands in it.',
      'E_TASK_INCOMPLETE tasks[1].relevant_file_paths: Task 7 is missing the `relevant_file_paths` field, or nothing stands in it.',
    ])
  })

  it('calls tasks by their titles', () => {
    expect(found([task({ title: 'Add password_hash to User model', relevant_file_paths: [] })])).toEqual([
      "E_TASK_INCOMPLETE tasks[0].relevant_file_paths: Task 'Add password_hash to User model' is missing the `relevant_file_paths` field, or nothing stands in it.",
    ])
  })
})

describe('order', () => {
  it('B43 names every circle, a dependency on itself and one on nothing, all at once', () => {
    const tasks = [
      task({ id: 1, title: 'Add a route', dependencies: [2] }),
      task({ id: 2, title: 'Add b route', dependencies: [3, 99] }),
      task({ id: 3, title: 'Add c route', dependencies: [1, 2] }),
      task({ id: 4, title: 'Add d route', dependencies: [4] }),
    ]
    expect(found(tasks)).toEqual([
      "E_DANGLING tasks[1].dependencies[1]: Task 'Add b route' depends on task 99, which is not in the plan.",
      "E_SELF_DEPENDENCY tasks[3].dependencies[0]: Task 'Add d route' depends on itself.",
      "E_CYCLE tasks[0].dependencies: Tasks wait for each other in a circle: 'Add a route' → 'Add b route' → 'Add c route' → 'Add a route'.",
      "E_CYCLE tasks[1].dependencies: Tasks wait for each other in a circle: 'Add b route' → 'Add c route' → 'Add b route'.",
    ])
  })

  it('puts a circle that a change closes at the change', () => {
    const tasks = [task({ id: 1, dependencies: [2] }), task({ id: 2, title: 'Add the logout form', dependencies: [1] })]
    expect(found(tasks, { written: new Map([[2, 'update_tasks[0]']]) })).toEqual([
      "E_CYCLE update_tasks[0].dependencies: Tasks wait for each other in a circle: 'Add the login form' → 'Add the logout form' → 'Add the login form'.",
    ])
  })

  it('B44 judges a chain of 10,000 in which each needs what the one before makes', () => {
    const tasks = Array.from({ length: 10_000 }, (_, at) =>
      task({
        id: at + 1,
        title: `Add part ${at}`,
        dependencies: at === 0 ? [] : [at],
        relevant_file_paths: at === 0 ? ['spec.md'] : [`src/part-${at - 1}.ts`],
        creates: [`src/part-${at}.ts`],
      }),
    )
    expect(found(tasks)).toEqual([])
  })
})

describe('paths', () => {
  it.each<[string, Partial<CheckedTask>]>([
    ['a file', { relevant_file_paths: ['src/models/user.py'] }],
    ['a folder', { relevant_file_paths: ['src/models/', 'src/models', './src//api/../models/'] }],
    ['the project itself', { relevant_file_paths: ['.', './'] }],
    ['what the task makes', { relevant_file_paths: ['src/new/a.py', 'src/new/'], creates: ['src/new/a.py'] }],
    ['what lies in a folder that it makes', { relevant_file_paths: ['src/new/deep/a.py'], creates: ['src/new/'] }],
    ['a hint that names a file', { context_hints: ['Read `src/models/user.py:12-20` and `./spec.md#Login`.'] }],
    ['a hint that names a folder', { context_hints: ['Review the models in `src/models/` and in `src/models`.'] }],
    [
      'a hint that names a file by its last name',
      { context_hints: ['Edit `user.py`.'], relevant_file_paths: ['src/models/user.py'] },
    ],
    [
      'what only looks like a path',
      {
        context_hints: [
          'Answer `GET /users`, `/login` and `/api/v1/users.json` with `application/json`.',
          'Call `console.log`, `user.name`, `os.path`, `foo.bar()`, `a/b()`; install `@types/node`; work on `origin/main`.',
          'Match `src/**/*.ts` and `*.md`; set `$HOME/x.md`, `~/x.md`, `--config=a.json`; open `https://example.com/a.html`.',
          'See `example.com/a.html`, `v1.2`, `1/2`, `I/O`, `and/or`, `{{a}}/b.ts`, `<dir>/b.ts`, `users/:id`.',
          'An opening ` without an end, `src/nowhere.ts',
        ],
      },
    ],
  ])('lets pass %s', (_title, fields) => expect(found([task(fields)], { strict: true })).toEqual([]))

  it.each<[string, Partial<CheckedTask>, string]>([
    ['a file', { relevant_file_paths: ['src/a.py'] }, 'E_TASK_PATH tasks[0].relevant_file_paths[0]'],
    ['a folder', { relevant_file_paths: ['spec.md', 'src/x/'] }, 'E_TASK_PATH tasks[0].relevant_file_paths[1]'],
    ['a pattern', { relevant_file_paths: ['src/**/*.ts'] }, 'E_TASK_PATH tasks[0].relevant_file_paths[0]'],
    ['backslashes', { relevant_file_paths: ['src\\models\\user.py'] }, 'E_TASK_PATH tasks[0].relevant_file_paths[0]'],
    ['an absolute path', { relevant_file_paths: ['/etc/passwd'] }, 'E_OUTSIDE tasks[0].relevant_file_paths[0]'],
    ['a path that leads out', { creates: ['src/../../x'] }, 'E_OUTSIDE tasks[0].creates[0]'],
    ['a home', { files: ['~/x'] }, 'E_OUTSIDE tasks[0].files[0]'],
    ['a drive', { files: ['C:\\x'] }, 'E_OUTSIDE tasks[0].files[0]'],
    ['a hint that leads out', { context_hints: ['Read `../other/x.md`.'] }, 'E_OUTSIDE tasks[0].context_hints[0]'],
    [
      'a hint that names no file',
      { context_hints: ['Read `src/api/utils.py`.'] },
      'E_HINT_PATH tasks[0].context_hints[0]',
    ],
    [
      'a hint that names no folder',
      { context_hints: ['Read `src/x` first.'] },
      'E_HINT_PATH tasks[0].context_hints[0]',
    ],
    ['a bare name', { context_hints: ['Read `spec2.md` first.'] }, 'E_HINT_PATH tasks[0].context_hints[0]'],
  ])('refuses %s that is not there', (_title, fields, expected) => {
    const all = found([task(fields)])
    expect(all).toHaveLength(1)
    expect(all[0]!.startsWith(`${expected}: `)).toBe(true)
  })

  it('says a missing file of a hint as the contract does', () => {
    expect(found([task({ title: 'Create login endpoint', context_hints: ['Use `src/api/utils.py`.'] })])).toEqual([
      "E_HINT_PATH tasks[0].context_hints[0]: Task 'Create login endpoint' has a hint pointing to a non-existent file: `src/api/utils.py`.",
    ])
  })

  it('counts what a task makes that comes before, however far, and no other', () => {
    const maker = task({ id: 1, title: 'Add module a', creates: ['src/a.ts'] })
    const between = task({ id: 2, title: 'Add module b', dependencies: [1] })
    const user = (dependencies: number[]) =>
      task({
        id: 3,
        title: 'Add module c',
        dependencies,
        relevant_file_paths: ['src/a.ts'],
        context_hints: ['Read `src/a.ts`.'],
      })
    expect(codes([maker, between, user([2])])).toEqual([])
    expect(codes([maker, between, user([])])).toEqual(['E_TASK_PATH', 'E_HINT_PATH'])
    expect(codes([{ ...maker, status: 'CANCELLED' }, between, user([2])])).toContain('E_TASK_PATH')
  })

  it('finds what a change takes away from a task behind it', () => {
    const before = [
      task({ id: 1, title: 'Add module a', creates: ['src/a.ts'] }),
      task({ id: 2, title: 'Add module b', dependencies: [1] }),
      task({ id: 3, title: 'Add module c', dependencies: [2], relevant_file_paths: ['src/a.ts', 'src/gone.ts'] }),
    ]
    const change = (id: number, fields: Partial<CheckedTask>) => {
      const tasks = before.map((one) => (one.id === id ? { ...one, ...fields } : one))
      return found(tasks, { written: new Map([[id, 'update_tasks[0]']]), before })
    }
    const lost = [
      "E_TASK_PATH update_tasks[0]: Task 'Add module c' counts on a file that would no longer be made: `src/a.ts`.",
    ]
    expect(change(1, { creates: ['src/b.ts'] })).toEqual(lost)
    expect(change(2, { dependencies: [] })).toEqual(lost)
    expect(change(1, { context_hints: ['Read the spec.'] })).toEqual([])
  })
})

describe('hints', () => {
  it.each([
    'Read the section about login.',
    "See 'Login' in the specification",
    'Refer to chapter 2.1 for required fields.',
    'https://example.com/rfc',
    'UserModel has the fields',
    'Die Datei mit den Modellen ändern',
    'Issue #12',
  ])('lets pass: %s', (hint) => expect(codes([task({ context_hints: [hint] })], { strict: true })).toEqual([]))

  it.each(['Important!', 'Database', 'the user part', 'good quality'])('warns of: %s', (hint) => {
    const [one] = checkTasks([task({ context_hints: [hint] })], { existing: new Set(project) })
    expect(one).toMatchObject({ code: 'E_HINT_VAGUE', severity: 'warning', path: 'tasks[0].context_hints[0]' })
    const [strict] = checkTasks([task({ context_hints: [hint] })], { existing: new Set(project) }, { strict: true })
    expect(strict).toMatchObject({ code: 'E_HINT_VAGUE', severity: 'error' })
  })
})

describe('twins', () => {
  it('refuses a payload that was sent before', () => {
    const tasks = [task({ id: 4 }), task({ id: 5, title: ' add the Login form ' })]
    expect(found(tasks, { written: new Map([[5, 'add_tasks[0]']]) })).toEqual([
      "E_TASK_TWICE add_tasks[0].title: Task 'add the Login form' is in the plan already, as task 4.",
    ])
  })

  it('lets what is done be done again', () => {
    expect(codes([task({ id: 4, status: 'DONE' }), task({ id: 5 })])).toEqual([])
  })
})

it('looks only at what is written', () => {
  const old = task({ id: 1, title: '', context_hints: [], relevant_file_paths: ['gone.md'] })
  expect(found([old, task({ id: 2 })], { written: new Map([[2, 'add_tasks[0]']]) })).toEqual([])
  expect([...pathsToAsk([old, task({ id: 2 })], { written: new Map([[2, 'add_tasks[0]']]) })]).toEqual(['spec.md'])
})

it('refuses commands that need a shell', () => {
  expect(codes([task({ verify: ['npm test', 'npm test && rm -rf /'] })])).toEqual(['E_BAD_COMMAND'])
})

it('warns of tasks that name many files', () => {
  const files = Array.from({ length: 16 }, (_, at) => `src/models/${at}.py`)
  expect(codes([task({ files })])).toEqual(['E_TASK_LARGE'])
})
