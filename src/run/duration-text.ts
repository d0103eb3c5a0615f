/** `850 ms`, `12 s`, `3 min 04 s`, `2 h 05 min` */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(Math.round(ms), 0)} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
