import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { ExecuteAction, Written } from '../../dialects/teddy/plan.ts'
import { changesWhatRuns } from '../../plan/code-variables.ts'
import { missing } from './resources.ts'
import type { CheckState } from './state.ts'
import { refuse } from './target.ts'

/** What the command itself does, nobody can say: whoever approves it sees all of it. */
export function checkExecute(state: CheckState, { cwd, env, position }: ExecuteAction): void {
  if (cwd !== undefined && cwd.value !== '') checkDirectory(state, cwd)
  for (const { name } of env) {
    if (changesWhatRuns(name)) state.consents.push({ position, what: name, why })
  }
  state.isAfterCommand = true
}

const why = 'it decides what runs without the command saying so'

function checkDirectory(state: CheckState, cwd: Written): void {
  const { findings, project } = state
  const name = `\`${excerpt(cwd.value)}\``
  const standing = project.standing(cwd.value)
  switch (standing.is) {
    case 'refused':
      refuse(state, standing, cwd, `No command can be run in ${name}`)
      break
    case 'nothing':
    case 'below':
      findings.add('E_TEDDY_MISSING', `There is no directory ${name} to run the command in.`, cwd, missing(state))
      break
    case 'text':
    case 'file':
    case 'bytes':
      findings.add('E_TEDDY_MISSING', `${name} is no directory to run the command in, but a file.`, cwd)
      break
    case 'directory':
    case 'unknown':
  }
}
