/**
 * Ratios within one run: every round does each thing once, in turn and beginning with another one each time, and the
 * medians are compared. A machine that is busy for a while slows all of them.
 */
export async function medians(rounds, things) {
  const names = Object.keys(things)
  const times = new Map(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]
      const started = performance.now()
      await things[name](round)
      times.get(name).push(performance.now() - started)
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]))
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1]
}

/** One row of the table: what, how long, against what, how many times that, and the bar it is held to. */
export function row(what, ms, against, baseMs, bar) {
  return { what, ms, against, ratio: ms / baseMs, bar }
}

export function table(rows) {
  const cells = rows.map(({ what, ms, against, ratio, bar }) => [
    what,
    `${ms.toFixed(2)} ms`,
    `${ratio.toFixed(2)} ×`,
    against,
    bar === undefined ? '' : `≤ ${bar}`,
    bar === undefined || ratio <= bar ? '' : 'OVER',
  ])
  const all = [['what', 'median', 'ratio', 'of', 'bar', ''], ...cells]
  const widths = all[0].map((_, column) => Math.max(...all.map((cells) => cells[column].length)))
  return all
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
