/** The plan of the tour: what it takes to add a login to a small web service. */
export const title = 'Add a login'

export const steps = [
  { id: 'schema', dependsOn: [], text: 'Create the table `users`.' },
  { id: 'tokens', dependsOn: [], text: 'Issue and check signed tokens.' },
  { id: 'service', dependsOn: ['schema', 'tokens'], text: 'Register and log in.' },
  { id: 'handlers', dependsOn: ['service'], text: 'Wire POST /login and POST /register.' },
  { id: 'page', dependsOn: [], text: 'Build the login page.' },
  { id: 'tests', dependsOn: ['handlers', 'page'], text: 'Log in through the page, end to end.' },
]

export function planText(intro) {
  return `# ${title}\n\n${intro}\n`
}

export function stepText({ id, dependsOn, text }) {
  return `---\nid: ${id}\ndepends_on: [${dependsOn.join(', ')}]\n---\n\n${text}\n`
}

export function stepPath({ id }, index) {
  return `tasks/${String(index + 1).padStart(2, '0')}-${id}.md`
}
