import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { cycles } from '../../plan/graph/cycles.ts'
import { buildGraph } from '../../plan/graph/graph.ts'
import { pathText } from '../../plan/graph/path-text.ts'
import { type CheckedTask, labelOf, nameOf, type WrittenTask } from './checked-task.ts'

/** Every dependency leads to another task, and none of them back. */
export function order(tasks: readonly CheckedTask[], written: readonly WrittenTask[]): DataFault[] {
  if (written.every(({ task }) => task.dependencies.length === 0)) return []
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return [...impossible(byId, written), ...circles(byId, written)]
}

function impossible(byId: ReadonlyMap<number, CheckedTask>, written: readonly WrittenTask[]): DataFault[] {
  return written.flatMap(({ task, path }) =>
    task.dependencies.flatMap((id, which) => {
      const place = `${path}.dependencies[${which}]`
      if (id === task.id) return [dataFault('E_SELF_DEPENDENCY', place, `${labelOf(task)} depends on itself.`)]
      if (byId.has(id)) return []
      const message = `${labelOf(task)} depends on task ${id}, which is not in the plan.`
      const hint = 'Take an id that `planloop status --json` lists, or the `ref` of a task in the same payload.'
      return [dataFault('E_DANGLING', place, message, { actual: `${id}`, hint })]
    }),
  )
}

function circles(byId: ReadonlyMap<number, CheckedTask>, written: readonly WrittenTask[]): DataFault[] {
  const steps = [...byId.values()].map(({ id, dependencies }) => ({ id: `${id}`, dependsOn: dependencies.map(String) }))
  const pathOf = new Map(written.map(({ task, path }) => [`${task.id}`, path]))
  return cycles(buildGraph(steps)).flatMap((group) =>
    group.cycles.map((ids, which) => {
      const names = ids.map((id) => nameOf(byId.get(Number(id))!))
      const place = ids.map((id) => pathOf.get(id)).find((path) => path !== undefined)
      const isLastOfMore = group.more && which === group.cycles.length - 1
      const message = `Tasks wait for each other in a circle: ${pathText(names)}.`
      return dataFault('E_CYCLE', place === undefined ? '' : `${place}.dependencies`, message, {
        hint: isLastOfMore ? 'There are more circles than are named. Remove one dependency of each.' : oneOfThem,
      })
    }),
  )
}

const oneOfThem = 'Remove one of the dependencies on the way.'
