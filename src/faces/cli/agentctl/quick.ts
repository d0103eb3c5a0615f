import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { realFiles } from '../../../store/files/real.ts'
import { agentflowHome } from '../../../store/sessions/agentflow-home.ts'
import { isPlainId } from '../../../store/sessions/plain/plain-id.ts'
import { readPlainRecord } from '../../../store/sessions/plain/plain-record.ts'
import { putTopic } from '../../../store/sessions/plain/put-topic.ts'
import { longestTopic, topicLength } from '../../../store/sessions/plain/topic-text.ts'
import { type SessionPlace, sessionPlace } from '../../../store/sessions/session-place.ts'
import { directoryAnswer, topicAnswer } from './answers.ts'
import { type QuickCommand, quickCommand } from './quick-command.ts'

/**
 * Answers what agents ask most often without loading the rest. Undefined when there is anything to explain, or more to do
 * than to look: then the long way is taken, which does the same and has the words for it.
 */
export async function answer(args: readonly string[]): Promise<string | undefined> {
  const { env } = process
  const command = quickCommand(args)
  if (command === undefined || env.AGENTCTL_WORKER_URL || !isPlainId(env.AGENTCTL_SESSION_ID)) return undefined
  const place = sessionPlace(agentflowHome(env, homedir()), env.AGENTCTL_SESSION_ID)
  try {
    return command.topic === undefined ? await currentDirectory(place, command) : await newTopic(place, command)
  } catch {
    return undefined
  }
}

async function currentDirectory(place: SessionPlace, { json }: QuickCommand): Promise<string | undefined> {
  const current = await readPlainRecord(realFiles, place)
  return current && directoryAnswer(current, json)
}

async function newTopic(place: SessionPlace, { topic: text = '', json }: QuickCommand): Promise<string | undefined> {
  const topic = { topic: text.trim(), at: new Date().toISOString() }
  const length = topicLength(topic.topic)
  if (length === 0 || length > longestTopic) return undefined
  for (const folder of [place.plans, dirname(place.topic)]) {
    if ((await realFiles.stat(folder)).kind !== 'directory') return undefined
  }
  await putTopic(realFiles, place.topic, topic, shortNonce())
  return topicAnswer(topic, json)
}

/** Unlikely to be there already is enough: a name that is taken leads to the long way, and nothing is written over. */
function shortNonce(): string {
  const half = () => Math.floor(Math.random() * 2 ** 52).toString(16)
  return (half() + half()).padStart(32, '0')
}
