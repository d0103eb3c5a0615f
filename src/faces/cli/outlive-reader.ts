/** Whoever reads along through a pipe may leave. What goes on does so without them: what counts is in the log. */
export function outliveReader(): void {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore)
}

function ignore(): void {}
