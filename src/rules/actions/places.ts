/** How much may still be looked through, in bytes. A plan of a megabyte can ask for hours of it. */
export interface Work {
  left: number
}

/**
 * Where some bytes stand in others, from the first place to the last, in time that grows with both together. Overlapping
 * places count when `step` is 1; each begins behind the one before it when `step` is the length of what is looked for.
 */
export function* placesOf(text: Buffer, wanted: Buffer, step: number, work: Work): Generator<number, void> {
  work.left -= text.length
  const head = wanted.subarray(0, headLength)
  let compared = 0
  for (let at = text.indexOf(head); at !== -1 && at + wanted.length <= text.length; ) {
    compared += wanted.length
    if (compared > patience * text.length) {
      work.left -= patientWork * text.length
      return yield* patientPlaces(text, wanted, at, step)
    }
    const isPlace = text.compare(wanted, head.length, wanted.length, at + head.length, at + wanted.length) === 0
    if (isPlace) {
      work.left -= placeWork
      yield at
    }
    at = text.indexOf(head, at + (isPlace ? step : 1))
  }
}

/** Up to this length the search of the system is quick whatever it is given; above, some texts make it quadratic. */
const headLength = 128

/** How many times the length of the text is compared before the patient way is taken. */
const patience = 4

/** What they cost, in bytes that could be looked through by the quick way in the same time. */
const patientWork = 32
const placeWork = 1024

/** Knuth, Morris and Pratt: looks at every byte of the text once. Some ten times as slow as the quick way at its best. */
function* patientPlaces(text: Buffer, wanted: Buffer, from: number, step: number): Generator<number, void> {
  const borders = bordersOf(wanted)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== wanted[matched]) matched = borders[matched - 1]!
    if (text[at] === wanted[matched]) matched++
    if (matched < wanted.length) continue
    yield at + 1 - wanted.length
    matched = step === 1 ? borders[matched - 1]! : 0
  }
}

/** For each beginning, how long the longest shorter beginning is with which it ends. */
function bordersOf(wanted: Buffer): Int32Array {
  const borders = new Int32Array(wanted.length)
  let length = 0
  for (let at = 1; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = borders[length - 1]!
    if (wanted[at] === wanted[length]) length++
    borders[at] = length
  }
  return borders
}
