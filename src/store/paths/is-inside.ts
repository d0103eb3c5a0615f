import * as systemPath from 'node:path'

/**
 * Whether an absolute path is a directory or lies below it, by the letters alone: links are not looked at, so ask it of
 * real paths. By whole parts: `/w/plans-evil` is not inside `/w/plans`. `paths` is how the system reads paths.
 */
export function isInside(root: string, path: string, paths: systemPath.PlatformPath = systemPath): boolean {
  if (!isWhole(root, paths) || !isWhole(path, paths)) return false
  const way = paths.relative(root, path)
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way)
}

/** Windows: with its drive, which would otherwise be that of the process, and without parts that it reads as others. */
function isWhole(path: string, paths: systemPath.PlatformPath): boolean {
  if (!paths.isAbsolute(path) || path.includes('\0')) return false
  if (paths.sep === '/') return true
  return paths.parse(path).root.length > 1 && !path.split(/[/\\]/).some(isDisguisedParent)
}

/** `.. ` and `...` are not `..` to Node, and may be to Windows, which drops dots and blanks at the end. */
function isDisguisedParent(part: string): boolean {
  return part !== '.' && part !== '..' && /^[. ]+$/.test(part)
}
