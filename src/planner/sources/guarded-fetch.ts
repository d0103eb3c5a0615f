/**
 * How the providers' libraries reach the network. Where an answer points elsewhere nobody follows: the key would go along,
 * since only some of the headers that carry one are dropped on the way. And however much is sent, memory stays ours.
 */
export const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const { body, status, statusText, headers } = response
  if (body === null) return response
  return new Response(body.pipeThrough(capped()), { status, statusText, headers })
}

function capped(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new Error(`more than ${mostBytes / 1024 / 1024} MiB were sent`))
      else controller.enqueue(chunk)
    },
  })
}

/** Every event of a stream has words of its own around each piece of text. */
const mostBytes = 64 * 1024 * 1024
