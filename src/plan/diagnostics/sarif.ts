import type {
  ArtifactChange,
  Location,
  Log,
  Message,
  Region,
  ReportingDescriptor,
  Result,
  Run,
  Fix as SarifFix,
} from 'sarif'
import { type Code, codes } from './codes.ts'
import type { Diagnostic, Fix, Related, TextEdit } from './diagnostic.ts'
import { fileUri, isRelative } from './file-uri.ts'
import type { Range } from './position.ts'

/** Diagnostics as a SARIF 2.1.0 log, the form in which code scanning services take them. */
export function toSarif(diagnostics: readonly Diagnostic[], { version }: { version: string }): Log {
  const used = [...new Set(diagnostics.map((one) => one.code))]
  const ruleIndex = new Map(used.map((code, index) => [code, index]))
  const run: Run = {
    tool: { driver: { name: 'steadplan', version, rules: used.map(rule) } },
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    results: diagnostics.map((one) => result(one, ruleIndex.get(one.code)!)),
  }
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] }
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

const levels = { error: 'error', warning: 'warning', info: 'note' } as const

function rule(code: Code): ReportingDescriptor {
  const { severity, meaning, next } = codes[code]
  return {
    id: code,
    shortDescription: { text: meaning },
    help: { text: next },
    defaultConfiguration: { level: levels[severity] },
  }
}

function result(one: Diagnostic, ruleIndex: number): Result {
  const { code, severity, message, file, range, fix, related = [] } = one
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: plainText(message),
    ...(file !== undefined && { locations: [location(file, range)] }),
    ...(related.length > 0 && { relatedLocations: related.map((other, id) => relatedLocation(other, file, id)) }),
    ...(fix && fix.edits.length > 0 && { fixes: [sarifFix(fix)] }),
  }
}

/** `[words](address)` in a message is a link to SARIF. Text of a plan may not make one, so the two halves are parted. */
function plainText(text: string): Message {
  return { text: text.replaceAll('](', ']\\(') }
}

function location(file: string, range: Range | undefined): Location {
  return { physicalLocation: { artifactLocation: artifact(file), ...(range && { region: region(range) }) } }
}

/** A related place without a file is in the file of the diagnostic. The id keeps two alike apart, as the schema demands. */
function relatedLocation({ message, file, range }: Related, ownFile: string | undefined, id: number): Location {
  const where = file ?? (range && ownFile)
  return { id, message: plainText(message), ...(where !== undefined && location(where, range)) }
}

function artifact(file: string): { uri: string; uriBaseId?: string } {
  const uri = fileUri(file)
  return isRelative(uri) ? { uri, uriBaseId: '%SRCROOT%' } : { uri }
}

/** SARIF counts lines and columns as we do, and like ours its end is the first column after the place. */
function region({ start, end }: Range): Region {
  const startLine = Math.max(1, start.line)
  const startColumn = Math.max(1, start.column)
  const endLine = Math.max(startLine, end.line)
  const endColumn = Math.max(endLine === startLine ? startColumn : 1, end.column)
  return { startLine, startColumn, endLine, endColumn }
}

function sarifFix({ title, edits }: Fix): SarifFix {
  const byFile = new Map<string, TextEdit[]>()
  for (const edit of edits) {
    const own = byFile.get(edit.file)
    if (own) own.push(edit)
    else byFile.set(edit.file, [edit])
  }
  return { description: plainText(title), artifactChanges: [...byFile].map(([file, own]) => change(file, own)) }
}

function change(file: string, edits: readonly TextEdit[]): ArtifactChange {
  return {
    artifactLocation: artifact(file),
    replacements: edits.map(({ start, end, text }) => ({
      deletedRegion: { charOffset: start, charLength: end - start },
      insertedContent: { text },
    })),
  }
}
