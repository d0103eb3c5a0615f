import type { TreeNode } from './tree.ts'

export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data }

/**
 * The plain values of a tree, for a schema to check. Its objects have no prototype: a key such as `__proto__` or
 * `constructor` is a key like any other and reaches nothing.
 */
export function toData(node: TreeNode): Data {
  switch (node.kind) {
    case 'scalar':
      return scalarData(node)
    case 'list':
      return node.items.map(toData)
    case 'map': {
      const object: Record<string, Data> = Object.create(null)
      for (const [key, { value }] of node.entries) object[key] = toData(value)
      return object
    }
  }
}

function scalarData({ type, value }: { type: 'string' | 'number' | 'boolean' | 'null'; value: string }): Data {
  switch (type) {
    case 'string':
      return value
    case 'number':
      return Number(value)
    case 'boolean':
      return value === 'true'
    case 'null':
      return null
  }
}
