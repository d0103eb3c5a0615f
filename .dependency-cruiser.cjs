/** Imports point one way: what a room may not import, by room. docs/ARCHITECTURE.md says why. */
const above = {
  plan: ['dialects', 'rules', 'process', 'store', 'agents', 'run', 'review', 'planner', 'faces'],
  dialects: ['rules', 'process', 'store', 'agents', 'run', 'review', 'planner', 'faces'],
  rules: ['process', 'store', 'agents', 'run', 'review', 'planner', 'faces'],
  process: ['dialects', 'rules', 'store', 'agents', 'run', 'review', 'planner', 'faces'],
  store: ['process', 'agents', 'run', 'review', 'planner', 'faces'],
  agents: ['run', 'review', 'planner', 'faces'],
  review: ['agents', 'run', 'planner', 'faces'],
  run: ['planner', 'faces'],
  planner: ['run', 'faces'],
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(above).map(([room, rooms]) => ({
      name: `${room}-imports-upwards`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: `^src/(${rooms.join('|')})/` },
    })),
    {
      name: 'rules-of-plans-in-any-dialect',
      comment: 'a rule holds however a plan is written; only the actions of teddy have rules of their own',
      severity: 'error',
      from: { path: '^src/rules/', pathNot: '^src/rules/actions/' },
      to: { path: '^src/dialects/' },
    },
    {
      name: 'no-io-in-pure-rooms',
      comment: 'plan, dialects and rules take data in and give data out',
      severity: 'error',
      from: { path: '^src/(plan|dialects|rules)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(buffer|util)$' },
    },
    {
      name: 'disk-only-through-the-port',
      comment: 'the fault tests see every call of the port; a write beside it is one that nobody has seen fail',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(store/files/real|store/machine/real|faces/cli/bin/router|process/)' },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'programs-only-through-process',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/process/' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'not-to-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|bench|scripts)/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts'], conditionNames: ['import', 'types', 'default'] },
  },
}
