import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BuiltLoop } from './built.ts'

const files = {
  'spec.md': '# Spec\n\n## Database Schema\n\n## User API\n',
  'src/models/user.py': 'class User: pass\n',
  'src/api/existing_routes.py': 'ROUTES = []\n',
  'docs/agents.md': '# House rules\n\nBe kind.\n',
}

/** A field of what was answered last. */
const helpers = `
field() { node -p "const answer = JSON.parse(require('fs').readFileSync('answer.json', 'utf8')); $1"; }
expect() { actual="$(field "$1")"; test "$actual" = "$2" || { echo "$1 is $actual, not $2"; cat answer.json; exit 9; }; }
ask() { "$@" > answer.json; }
refused() { if "$@" > answer.json; then echo "taken: $*"; exit 9; fi; }
`

describe('the workflow of the format, step by step, in a shell', () => {
  it('from the goal to the final summary', () => {
    const loop = new BuiltLoop(files)
    const { code, out, err } = loop.script(`${helpers}
      # 1. a person begins
      ask planloop start --goal "Implement the features described in spec.md"
      expect answer.status session_created
      expect answer.next_command 'planloop status --json'

      # 2. first contact: the instructions
      ask planloop status --json
      expect answer.now.reason sync_instructions
      node -e "const { now } = JSON.parse(require('fs').readFileSync('answer.json', 'utf8'))
               require('fs').writeFileSync('docs/agents.md', now.instructions_content)"
      grep -q 'Be kind.' docs/agents.md

      # 3. the plan is the first task
      ask planloop status --json
      expect answer.now.reason ready_for_task
      expect answer.now.current_task.id 1
      expect answer.now.current_task.status TODO
      refused planloop update --json '{
        "add_tasks": [
          {
            "title": "Set up database schema",
            "context_hints": [
              "Read the Database Schema section in \`spec.md\`.",
              "Review existing models in \`src/models/\` for conventions."
            ]
          }
        ],
        "update_tasks": [ {"id": 1, "status": "DONE"} ]
      }'
      expect answer.error_type plan_validation_failed
      expect answer.details.length 2
      ask planloop update --json '{
        "add_tasks": [
          {
            "title": "Set up database schema",
            "type": "feature",
            "context_hints": [
              "Read the Database Schema section in \`spec.md\`.",
              "Review existing models in \`src/models/\` for conventions."
            ],
            "relevant_file_paths": ["spec.md", "src/models/"]
          },
          {
            "title": "Create API endpoints for users",
            "type": "feature",
            "dependencies": [2],
            "context_hints": [
              "Endpoints should follow the pattern in \`src/api/existing_routes.py\`.",
              "Refer to the User API section of \`spec.md\` for required fields."
            ],
            "relevant_file_paths": ["src/api/existing_routes.py"]
          }
        ],
        "update_tasks": [ {"id": 1, "status": "DONE"} ]
      }'
      expect answer.status success

      # 4. the loop
      ask planloop status --json
      expect answer.now.current_task.id 2
      expect answer.now.current_task.context_hints.length 2
      expect answer.plan.tasks.length 3
      ask planloop update --json '{"update_tasks": [{"id": 2, "status": "DONE"}]}'
      ask planloop alert --json --id test_failure --level blocker --task 2 --message "Tests failed"
      ask planloop status --json
      expect answer.now.reason waiting_on_signal
      expect answer.signal.task_id 2
      ask planloop alert --json --id test_failure --clear
      ask planloop status --json --compact
      expect answer.now.current_task.id 3
      expect answer.plan undefined
      echo '{"update_tasks": [{"id": 3, "status": "DONE"}]}' | planloop update --json - > answer.json
      ask planloop status --json
      expect answer.now.reason plan_completed
      ask planloop update --json '{"final_summary": "Both are done."}'
      ask planloop status --json
      expect answer.final_summary 'Both are done.'
      expect answer.next_command undefined
      echo finished`)
    expect({ code, out, err }).toEqual({ code: 0, out: 'finished\n', err: '' })
  })

  it('the plan of the planning guide passes every gate', () => {
    const guide = readFileSync('docs/planning-guide.md', 'utf8')
    const [spec, plan] = ['markdown', 'json'].map(
      (kind) => new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!,
    )
    const loop = new BuiltLoop({ 'spec.md': spec!, 'plan.json': plan!, 'package.json': '{}', 'lib/cli.js': '' })
    const { code, out, err } = loop.script(`
      planloop start --goal "Build what spec.md says" > /dev/null
      planloop sync > /dev/null
      planloop update --file plan.json --strict
      planloop plan`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(
      '  5  TODO  after 3, 4  Name files that cannot be read on stderr, with exit code 1 at the end',
    )
    expect(out).not.toContain('warning')
  })
})

describe('an agent that only does what it is told', () => {
  /** It runs `next_command` as it stands, and knows nothing but how to write the plan that it is asked for. */
  function follow(loop: BuiltLoop, most: number): string[] {
    const told: string[] = []
    let command: string | undefined = 'planloop status --json'
    for (let calls = 0; command !== undefined; calls++) {
      if (calls > most) throw new Error(`lost:\n${told.join('\n')}`)
      const { out } = loop.script(`${command} || true`)
      const answer = JSON.parse(out)
      told.push(`${command} -> ${answer.now?.reason ?? answer.error_type ?? answer.status}`)
      command = answer.next_command
    }
    return told
  }

  it('finishes a plan', () => {
    const loop = new BuiltLoop({ ...files, 'plan.json': '' })
    const add_tasks = ['Set up database schema', 'Create API endpoints for users', 'Document the API in `spec.md`'].map(
      (title, at) => ({
        title,
        type: 'feature',
        ref: `task-${at}`,
        dependencies: at === 0 ? [] : [`task-${at - 1}`],
        context_hints: ['Read `spec.md`.'],
        relevant_file_paths: ['spec.md'],
        verify: ['test -e spec.md'],
      }),
    )
    loop.write('plan.json', JSON.stringify({ add_tasks, update_tasks: [{ id: 1, status: 'DONE' }] }))
    expect(loop.run('start', '--goal', 'Implement spec.md').code).toBe(0)
    expect(loop.run('alert', '--id', 'lint', '--message', 'It does not lint.').code).toBe(0)
    const told = follow(loop, 40)
    const status = 'planloop status --json'
    const report = (id: number) =>
      `planloop update --json '{"update_tasks": [{"id": ${id}, "status": "DONE", "result": "..."}]}' -> success`
    expect(told).toEqual([
      `${status} -> sync_instructions`,
      'planloop sync --json -> success',
      `${status} -> waiting_on_signal`,
      'planloop alert --json --id lint --clear -> success',
      `${status} -> ready_for_task`,
      'planloop update --json --file plan.json -> success',
      ...[2, 3, 4].flatMap((id) => [`${status} -> ready_for_task`, report(id)]),
      `${status} -> plan_completed`,
      `planloop update --json '{"final_summary": "..."}' -> success`,
      `${status} -> plan_completed`,
    ])
  })

  it('finds its way from an error', () => {
    const loop = new BuiltLoop(files)
    const { next_command } = JSON.parse(loop.run('status', '--json').out)
    expect(next_command).toBe('planloop start --goal "..."')
    loop.run('start', '--goal', 'Implement spec.md')
    loop.run('sync')
    const { code, out } = loop.run('update', '--json', '{"add_tasks": [}')
    expect(code).toBe(1)
    expect(JSON.parse(loop.script(JSON.parse(out).next_command).out).now.reason).toBe('ready_for_task')
  })

  it('several of them at once finish a plan, each task once', async () => {
    const loop = new BuiltLoop({ ...files })
    loop.run('start', '--goal', 'Implement spec.md')
    loop.run('sync')
    const add_tasks = Array.from({ length: 9 }, (_, at) => ({
      title: `Add part ${at + 1}`,
      type: 'feature',
      context_hints: ['Read `spec.md`.'],
      relevant_file_paths: ['spec.md'],
    }))
    loop.write('plan.json', JSON.stringify({ add_tasks, update_tasks: [{ id: 1, status: 'DONE' }] }))
    expect(loop.run('update', '--file', 'plan.json').code).toBe(0)
    const given: number[] = []
    for (let round = 0; round < 3; round++) {
      const names = ['ann', 'bob', 'eve']
      const said = await loop.atOnce(names.map((name) => ['status', '--json', '--compact', '--agent', name]))
      const ids = said.map(({ out }) => JSON.parse(out).now.current_task.id as number)
      given.push(...ids)
      const reports = ids.map((id, at) => [
        'update',
        '--agent',
        names[at]!,
        '--json',
        `{"update_tasks": [{"id": ${id}, "status": "DONE"}]}`,
      ])
      for (const { code, out } of await loop.atOnce(reports)) expect({ code, out }).toMatchObject({ code: 0 })
    }
    expect(given.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(JSON.parse(loop.run('status', '--json').out).now.reason).toBe('plan_completed')
  })
})

describe('the command line', () => {
  it('answers in JSON who asks for JSON, also when the command line is wrong', () => {
    const loop = new BuiltLoop()
    for (const args of [
      ['status', '--json', '--wrong'],
      ['nothing', '--json'],
      ['alert', '--json'],
      ['status', '--json', '--budget', 'x'],
    ]) {
      const { code, out, err } = loop.run(...args)
      expect({ code, err }).toEqual({ code: 2, err: '' })
      expect(JSON.parse(out)).toMatchObject({ status: 'error', error_type: 'usage', next_command: 'planloop --help' })
    }
    expect(loop.run('nothing')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('unknown command') })
    expect(loop.run()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Usage: planloop') })
    expect(loop.run('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('says that there is no session, in JSON and in text', () => {
    const loop = new BuiltLoop()
    expect(JSON.parse(loop.run('status', '--json').out)).toMatchObject({ error_type: 'no_session' })
    expect(loop.run('status')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('planloop start --goal'),
    })
  })

  it('is reached through steadplan too', () => {
    const loop = new BuiltLoop()
    const { out } = loop.script(
      `'${process.execPath}' '${join(process.cwd(), 'dist/bin/steadplan.cjs')}' planloop --help`,
    )
    expect(out).toContain('Usage: planloop')
  })
})
