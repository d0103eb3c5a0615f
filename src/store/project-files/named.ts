import type { Action, TeddyPlan } from '../../dialects/teddy/plan.ts'

/** For what a plan names a path: to look whether it is there, or also for what is in it. */
export type Need = 'place' | 'text'

/** Every path that the actions of a plan name, as they write it. */
export function namedPaths({ actions }: TeddyPlan): ReadonlyMap<string, Need> {
  const needs = new Map<string, Need>()
  for (const action of actions) {
    for (const [path, need] of pathsOf(action)) {
      if (path !== '' && needs.get(path) !== 'text') needs.set(path, need)
    }
  }
  return needs
}

function pathsOf(action: Action): (readonly [string, Need])[] {
  switch (action.kind) {
    case 'CREATE':
      return [[action.path.value, action.overwrite ? 'text' : 'place']]
    case 'EDIT':
      return [[action.path.value, 'text']]
    case 'READ':
    case 'PRUNE':
      return action.resource.kind === 'file' ? [[action.resource.target, 'place']] : []
    case 'EXECUTE':
      return action.cwd === undefined ? [] : [[action.cwd.value, 'place']]
    case 'INVOKE':
    case 'CONCLUDE':
      return action.handoff.filter(({ kind }) => kind === 'file').map(({ target }) => [target, 'place'])
    case 'RESEARCH':
    case 'CHAT_WITH_USER':
      return []
  }
}
