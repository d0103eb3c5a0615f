export { isFault } from '../../dist/lib/plan.mjs'
export * from '../../dist/lib/store.mjs'
