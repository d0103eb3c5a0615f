import { describe, expect, it } from 'vitest'
import { checkTasks } from '../../../src/rules/planloop/check-tasks.ts'
import { task } from './tasks.ts'

/** What the gates say about a title alone. */
function judged(title: string, strict = false): string[] {
  return checkTasks([task({ title })], { existing: new Set(['spec.md']) }, { strict })
    .map(({ code, severity }) => `${code} ${severity}`)
    .sort()
}

const many = ['E_TASK_MANY error']
const maybeMany = ['E_TASK_MANY warning']
const vague = ['E_TITLE_VAGUE warning']
const large = ['E_TASK_LARGE warning']

describe('titles that ask for two things', () => {
  it.each([
    'Implement user login and create database tables.',
    'Implement user login, and create the database tables',
    'Add the `users` table and write the migration',
    'Add the users table; create the login route',
    'Add the users table. Create the login route.',
    'Create the schema, then add the routes',
    'Rename `a` to `b` and remove the alias',
    'Set up the linter & configure CI jobs',
    'Create the schema, add the routes, write the docs',
  ])('%s', (title) => expect(judged(title)).toEqual(many))
})

describe('titles that may ask for two things', () => {
  it.each([
    'Add the `--json` flag and update the docs',
    'Let admins list users and create invoices',
    'Change the parser to use streams and remove buffering',
    'Return 404 when the user is missing and create an audit entry',
    'Add the form and test the parser',
  ])('%s', (title) => {
    expect(judged(title)).toEqual(maybeMany)
    expect(judged(title, true)).toEqual(many)
  })
})

describe('titles that ask for one thing', () => {
  it.each([
    'Add `username` and `password_hash` fields to User model',
    'Add `username` and `password_hash` fields to User model.',
    'Create `/login` API endpoint.',
    'Optimize `GET /users` endpoint to respond in under 100ms for 1000 users.',
    'Set up database schema',
    'Create API endpoints for users',
    'Implement user registration',
    'Implement read and write commands',
    'Create and test the parser',
    'Add search and filter options to the list',
    'Support create, update and delete of notes',
    'Add the parser and test it',
    'Write the value and its unit into the header row',
    'Return an error when the name is missing and create is disabled',
    'Handle "and create the table" in the parser',
    "Reject 'drop and create' in migrations",
    'Add error handling and return types to `src/api.ts`',
    'Add login, logout and password reset pages',
    'Passwörter mit Argon2 speichern',
    'ユーザー登録を実装する `src/a.ts`',
  ])('%s', (title) => expect(judged(title, true)).toEqual([]))
})

describe('vague titles', () => {
  it.each([
    'Improve the API performance.',
    'Improve performance',
    'Enhance the user experience',
    'Work on the backend',
    'Fix bugs',
    'Refactor the code',
    'Finish the remaining features',
    'Test everything',
    'Add tests',
    'Update docs',
    'Login',
    'Add error handling, logging, etc.',
    'Clean up various things',
  ])('%s', (title) => {
    expect(judged(title)).toEqual(vague)
    expect(judged(title, true)).toEqual(['E_TITLE_VAGUE error'])
  })
})

describe('titles of tasks that are too large', () => {
  it.each([
    'Rewrite the entire backend in Rust',
    'Port the whole parser to WebAssembly',
    `Add the ${'very '.repeat(40)}long page`,
  ])('%s', (title) => expect(judged(title)).toEqual(large))
})

it('looks at long titles in no time', () => {
  const title = `Add ${"and create 'the ".repeat(20_000)}`
  expect(judged(title)).toContain('E_TASK_LARGE warning')
})
