/**
 * A UUID of version 7 (RFC 9562): ids that are made later sort later.
 *
 *     0190163d-8694-739b-aea5-966c26f8ad91
 *     time          ^    ^ variant; the rest is random
 *                   version
 *
 * `random` is 128 random bits in hexadecimal, of which 74 are used.
 */
export function uuidv7(wallMs: number, random: string): string {
  const time = Math.trunc(wallMs).toString(16).padStart(12, '0').slice(-12)
  const variant = (8 + (Number.parseInt(random.slice(3, 4), 16) % 4)).toString(16)
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${variant}${random.slice(4, 7)}`,
    random.slice(7, 19),
  ].join('-')
}
