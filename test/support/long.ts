/** `npm run test:long` runs the rounds that take minutes in full. */
export const isLong = process.env.STEADPLAN_LONG === '1'

/** How many rounds of something random: few by default, many in a long run. */
export function rounds(few: number, many: number): number {
  return isLong ? many : few
}
