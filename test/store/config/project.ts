import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import type { ConfigPlaces } from '../../../src/store/config/files.ts'
import { type Config, loadConfig } from '../../../src/store/config/load.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/** A project and a person, each with or without a configuration file, on the real disk. */
export interface Project extends ConfigPlaces {
  readonly projectFile: string
  readonly userFile: string
  readonly trustFile: string
}

type Content = string | Uint8Array | object

export function newProject({ project, user }: { project?: Content; user?: Content } = {}): Project {
  const top = fs.realpathSync(temporaryDirectory())
  const root = join(top, 'project')
  const userDirs = { config: join(top, 'config/steadplan'), state: join(top, 'state/steadplan') }
  const places = {
    workspace: { root, state: join(root, '.steadplan') },
    userDirs,
    projectFile: join(root, 'steadplan.json'),
    userFile: join(userDirs.config, 'config.json'),
    trustFile: join(userDirs.state, 'trust.json'),
  }
  fs.mkdirSync(root)
  if (project !== undefined) write(places.projectFile, project)
  if (user !== undefined) write(places.userFile, user)
  return places
}

export function write(path: string, content: Content): void {
  fs.mkdirSync(dirname(path), { recursive: true })
  const isRaw = typeof content === 'string' || content instanceof Uint8Array
  fs.writeFileSync(path, isRaw ? content : JSON.stringify(content, null, 2))
}

export function load(
  places: ConfigPlaces,
  { env = {}, flags = {} }: { env?: NodeJS.ProcessEnv; flags?: Record<string, string> } = {},
): Promise<Config> {
  return loadConfig(realMachine, { ...places, env, flags: new Map(Object.entries(flags)) })
}

/** `E_CONFIG 3:5` for each. */
export function places(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, range }) => (range ? `${code} ${range.start.line}:${range.start.column}` : code))
}
