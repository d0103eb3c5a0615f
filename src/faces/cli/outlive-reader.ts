/** Whoever reads along through a pipe may leave (`| head`). The command goes on without them: what counts is in the log. */
export function outliveReader(): void {
  process.stdout.on('error', () => {})
}
