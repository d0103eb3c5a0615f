import { visible } from '../../plan/diagnostics/visible.ts'

/** `2026-11-16 09:12`, on the clock of whoever reads it. A log can hold anything as a time; that is shown as it is. */
export function momentText(at: string): string {
  if (typeof at !== 'string') return '?'
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return visible(at.slice(0, 40))
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
