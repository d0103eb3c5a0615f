import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Origin } from '../../../../store/config/layers.ts'
import type { Key, Values } from '../../../../store/config/settings.ts'
import { unknownKey } from '../../../../store/config/unknown-key.ts'
import { textOf } from '../../../../store/config/value-text.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'

/** A value as it may be put on a terminal. */
export function valueText(key: Key, value: Values[Key]): string {
  return visible(textOf(key, value)) || '–'
}

/** `project  /home/ann/shop/steadplan.json:3:5` */
export function originText(origin: Origin): string {
  switch (origin.layer) {
    case 'default':
      return 'default'
    case 'user':
    case 'project':
      return `${origin.layer}  ${placeText(origin)}`
    case 'environment':
      return `environment  ${origin.variable}`
    case 'flag':
      return '--set'
  }
}

export function placeText(origin: Origin): string {
  if (!('file' in origin)) return originText(origin)
  const { line, column } = origin.range.start
  return `${visible(origin.file)}:${line}:${column}`
}

/** A value for programs: objects instead of maps. */
export function plainValue(value: Values[Key]): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value
}

/** Diagnostics are not the answer, so they go beside it. */
export function tellDiagnostics(
  terminal: Terminal,
  diagnostics: readonly Diagnostic[],
  source: (file: string) => string | undefined = () => undefined,
): void {
  if (diagnostics.length === 0) return
  const { width, paint } = terminal
  terminal.err(`${renderTerminal(diagnostics, { source, paint: paint.err, width })}\n`)
}

/** For who asked for a setting that there is not. */
export function refuseKey(terminal: Terminal, key: string, json = false): number {
  const diagnostics = [unknownKey(key)]
  if (json) terminal.out(`${jsonText({ diagnostics: toJson(diagnostics) }, 2)}\n`)
  else tellDiagnostics(terminal, diagnostics)
  return exitCodes.usage
}
