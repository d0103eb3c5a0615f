import type { EditAction } from '../../dialects/teddy/plan.ts'
import type { Found, ProjectFacts } from './facts.ts'
import { FileStory } from './file-story.ts'
import { RunningText } from './running-text.ts'

/** What stands at a path when the turn of an action comes. */
export type Standing =
  | Found
  /** A file that an action above makes stands where a directory would have to be. */
  | { readonly is: 'below'; readonly real: string; readonly file: string }
  /** An action on it has failed already, so that nothing more can be said. */
  | { readonly is: 'unknown' }

/** What an action makes of a file: two states in its story. */
export interface Changed {
  readonly story: FileStory
  readonly after: number
}

/** The project as the actions so far will have left it. Files are known by their real paths. */
export class Project {
  readonly #found: ProjectFacts['found']
  readonly #files = new Map<string, ChangedFile>()
  readonly #unknown = new Set<string>()
  /** Directories that are made because files are made in them. */
  readonly #directories = new Set<string>()

  constructor({ found }: ProjectFacts) {
    this.#found = found
  }

  standing(path: string): Standing {
    const found = this.found(path)
    if (found.is === 'refused') return found
    const { real } = found
    if (this.#unknown.has(real)) return { is: 'unknown' }
    const file = this.#files.get(real)
    if (file !== undefined) return { ...found, is: 'text', text: '' }
    if (found.is !== 'nothing') return found
    if (this.#directories.has(real)) return { ...found, is: 'directory' }
    const above = [...parentsOf(real)].find((parent) => this.#files.has(parent))
    return above === undefined ? found : { is: 'below', real, file: above }
  }

  found(path: string): Found {
    const found = this.#found.get(path)
    if (found === undefined) throw new Error(`the project was not asked about ${JSON.stringify(path)}`)
    return found
  }

  /** The text of a file as it is now, to be changed in place; `edited` says when that is done. */
  running(found: Extract<Found, { is: 'text' }>): RunningText {
    const file = this.#file(found.real, found.text)
    file.running ??= new RunningText(file.story.text(file.story.last) ?? '')
    return file.running
  }

  edited(real: string, action: EditAction): Changed {
    const { story } = this.#files.get(real)!
    story.add(action)
    return { story, after: story.last }
  }

  created(found: Extract<Found, { is: 'text' | 'nothing' }>, content: string): Changed {
    const file = this.#file(found.real, found.is === 'text' ? found.text : undefined)
    file.story.add(content)
    file.running = undefined
    for (const parent of parentsOf(found.real)) {
      if (this.#directories.has(parent)) break
      this.#directories.add(parent)
    }
    return { story: file.story, after: file.story.last }
  }

  /** From here on nobody knows what a file holds. */
  lose(real: string): void {
    this.#unknown.add(real)
  }

  #file(real: string, text: string | undefined): ChangedFile {
    const known = this.#files.get(real)
    if (known !== undefined) return known
    const file = { story: new FileStory(text), running: undefined }
    this.#files.set(real, file)
    return file
  }
}

interface ChangedFile {
  readonly story: FileStory
  running: RunningText | undefined
}

/** Every directory above a path, from the nearest on. Only those below the project can be of use to anybody. */
function* parentsOf(path: string): Generator<string> {
  for (let end = lastSeparator(path); end > 0; end = lastSeparator(path.slice(0, end))) yield path.slice(0, end)
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
}
