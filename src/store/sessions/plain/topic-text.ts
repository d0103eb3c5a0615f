/** What a session is about, in its own words. */
export interface Topic {
  readonly topic: string
  readonly at: string
}

export const longestTopic = 100

/** In characters as people count them, not in halves of them. */
export function topicLength(topic: string): number {
  return Array.from(topic).length
}
