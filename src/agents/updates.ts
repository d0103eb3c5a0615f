import type { AgentUpdate } from './agent.ts'

type Kind = AgentUpdate['kind']

/** Hands on what is seen of an agent, in whole lines where it comes in pieces, and not without end. */
export interface Updates {
  /** Something that is whole in itself. */
  tell(kind: Kind, text: string): void
  /** A piece of a text that goes on. It is told when its line is at its end, or when something else comes. */
  stream(kind: Kind, piece: string): void
  /** Tells what is left of the last line. */
  end(): void
}

export function openUpdates(onUpdate: (update: AgentUpdate) => void): Updates {
  let open: { kind: Kind; text: string } | undefined
  let room = roomForAll

  const send = (kind: Kind, text: string): void => {
    if (text === '' || room <= 0) return
    room -= text.length + costOfOne
    onUpdate({ kind, text: shortened(text) })
    if (room <= 0) onUpdate({ kind: 'told', text: 'More came than is shown.' })
  }
  const flush = (): void => {
    const rest = open
    open = undefined
    if (rest !== undefined) send(rest.kind, rest.text.trimEnd())
  }
  return {
    tell(kind, text) {
      flush()
      send(kind, text)
    },
    stream(kind, piece) {
      if (open?.kind !== kind) flush()
      const text = (open?.text ?? '') + piece
      const end = text.length > longest ? text.length : text.lastIndexOf('\n') + 1
      open = { kind, text: text.slice(end) }
      if (end > 0) send(kind, text.slice(0, end).trimEnd())
    },
    end: flush,
  }
}

/** In characters, for the text of one update. */
const longest = 4000

/** In characters, for all updates of a step together; each costs some, though it may say little. */
const roomForAll = 4 * 1024 * 1024
const costOfOne = 100

/** By way of a buffer: a part of a string keeps the whole of it in memory. */
function shortened(text: string): string {
  return text.length > longest ? `${Buffer.from(text.slice(0, longest)).toString()}…` : text
}
