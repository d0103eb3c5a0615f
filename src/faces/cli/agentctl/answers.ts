import type { Topic } from '../../../store/sessions/plain/topic-text.ts'

/*
 * What the commands answer that are called most often, the same by whichever way they are reached. What it takes to show
 * unusual characters safely is loaded for those alone.
 */

export async function topicAnswer(topic: Topic, json: boolean): Promise<string> {
  return json ? asJson(topic) : `topic: ${await shown(topic.topic)}\n`
}

export async function directoryAnswer(
  { thread_id, plan_dir }: { readonly thread_id: string; readonly plan_dir: string },
  json: boolean,
): Promise<string> {
  return json ? asJson({ thread_id, plan_dir }) : `${await shown(plan_dir)}\n`
}

async function shown(text: string): Promise<string> {
  return isPlain(text) ? text : (await import('../../../plan/diagnostics/visible.ts')).visible(text)
}

async function asJson(value: object): Promise<string> {
  if (isPlain(JSON.stringify(value))) return `${JSON.stringify(value, null, 2)}\n`
  return `${(await import('../../../plan/diagnostics/json-text.ts')).jsonText(value, 2)}\n`
}

/** Printable ASCII. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
