/** A command to be typed as it stands; a name that a shell would take apart is quoted. */
export function commandLine(...words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
