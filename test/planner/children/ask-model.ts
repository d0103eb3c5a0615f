import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { openPlanner } from '../../../src/planner/open-planner.ts'

/** Asks a model, wherever this program is, and prints the answer or the fault as JSON. */
const { source, url } = JSON.parse(process.argv[2] ?? '{}') as { source: string; url: string }

try {
  const planner = openPlanner(
    {
      'planner.source': source,
      'planner.url': url,
      'planner.command': '',
      'planner.key': '',
      'planner.timeout': 10_000,
    },
    { env: { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }, cwd: process.cwd(), environment: {} },
  )
  const { text } = await planner.ask({ system: 's', prompt: 'p' })
  process.stdout.write(`${JSON.stringify({ text })}\n`)
} catch (error) {
  if (!isFault(error)) throw error
  process.stdout.write(`${JSON.stringify(error.diagnostics[0])}\n`)
}
