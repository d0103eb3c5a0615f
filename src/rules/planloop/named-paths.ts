/**
 * The files and directories that a hint names in backticks. `maybe` are those that only look like paths, as `src/models`
 * and `application/json` both do: they are, if the project has their first part.
 *
 *     Follow `src/api/routes.ts:12` and send `application/json`.
 *             ^^^^^^^^^^^^^^^^^            ^^^^^^^^^^^^^^^^ maybe
 */
export function namedPaths(hint: string, isThere: (part: string) => boolean = () => false): string[] {
  return inBackticks(hint).flatMap((text) => {
    const path = withoutPlace(text)
    if (!isPlain(path)) return []
    const [first = ''] = path.split('/', 1)
    if (!path.includes('/')) return hasKnownEnding(path) ? [path] : []
    if (path.endsWith('/') || path.startsWith('./') || path.startsWith('../')) return [path]
    // `example.com/a.html` is an address, unless there is such a directory.
    const isAddress = first.lastIndexOf('.') > 0
    return (hasEnding(path) && !isAddress) || isThere(first) ? [path] : []
  })
}

/** The first parts of what may be a path. */
export function firstParts(hint: string): string[] {
  return inBackticks(hint)
    .filter((text) => text.includes('/') && isPlain(withoutPlace(text)))
    .map((text) => text.split('/', 1)[0]!)
}

function inBackticks(hint: string): string[] {
  const parts = hint.split('`')
  // An opening one that is never closed opens nothing.
  const closed = parts.length % 2 === 1 ? parts : parts.slice(0, -1)
  return closed.filter((text, at) => at % 2 === 1 && text.length <= longest)
}

const longest = 512

//     src/a.ts:12-20     src/a.ts#L12     src/a.py::TestLogin
//             ^^^^^^             ^^^^             ^^^^^^^^^^^
function withoutPlace(text: string): string {
  return text.split(/::|#|:(?=\d)/, 1)[0]!
}

/** No routes (`/users`), packages (`@scope/name`), options, patterns, calls, blanks or variables. */
function isPlain(text: string): boolean {
  return /^[^\s*?<>{}()[\]|"'`$,;:=\\]+$/.test(text) && !/^[/@~-]|\/\//.test(text)
}

/** `users.ts`; not `v1.2`, whose ending has no letter. */
function hasEnding(path: string): boolean {
  return /[^/]\.(?=\d{0,2}[A-Za-z])[A-Za-z0-9]{1,10}$/.test(path)
}

/** A bare `users.ts` is a file; `user.name` and `os.path` are not. */
function hasKnownEnding(name: string): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.lastIndexOf('.') > 0 && endings.has(ending)
}

const endings: ReadonlySet<string> = new Set(
  `adoc astro bash bat c cc cfg cjs clj conf cpp cs css csv cts cxx dart dockerfile eex erl ex exs fs gemspec go gradle
  graphql groovy h hpp hs html ini ipynb java jl js json json5 jsonc jsonl jsx kt kts less lock lua m4 markdown md mdx mjs
  ml mm mts nim nix php pl plist properties proto ps1 py pyi pyx r rake rb rego rs rst sass scala scss sh sol sql svelte
  svg swift tex tf toml ts tsv tsx txt vb vue wasm xml yaml yml zig zsh`.split(/\s+/),
)
