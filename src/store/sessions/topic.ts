import { fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import type { Machine } from '../machine/port.ts'
import { putTopic } from './plain/put-topic.ts'
import { longestTopic, type Topic, topicLength } from './plain/topic-text.ts'
import { makeSessionFolders } from './session-folders.ts'
import type { SessionPlace } from './session-place.ts'

/** Says what a session is about. The last topic counts, so no lock is needed. */
export async function setTopic(machine: Machine, place: SessionPlace, text: string): Promise<Topic> {
  const topic = text.trim()
  const length = topicLength(topic)
  if (length === 0) throw fault('E_TOPIC', 'the topic is empty')
  if (length > longestTopic) {
    throw fault('E_TOPIC', 'the topic is too long', {
      actual: `${length} characters`,
      expected: `at most ${longestTopic} characters`,
    })
  }
  const value: Topic = { topic, at: new Date(machine.now().wallMs).toISOString() }
  try {
    await makeSessionFolders(machine, place.home)
    await putTopic(machine.files, place.topic, value, machine.nonce())
  } catch (error) {
    throw diskFault(error, place.topic)
  }
  return value
}
