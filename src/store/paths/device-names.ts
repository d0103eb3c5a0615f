/**
 * Whether Windows takes the name for a device, in every directory. It looks only at what stands before the first dot or
 * colon, without blanks at the end, in any case:
 *
 *     nul.tar.gz
 *     ^^^
 */
export function isDeviceName(name: string): boolean {
  const [base = ''] = name.split(/[.:]/, 1)
  return devices.has(base.trimEnd().toUpperCase())
}

const devices: ReadonlySet<string> = new Set(
  // The superscript digits are digits to Windows.
  ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '¹', '²', '³']
    .flatMap((number) => [`COM${number}`, `LPT${number}`])
    .concat('CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', 'CLOCK$'),
)
