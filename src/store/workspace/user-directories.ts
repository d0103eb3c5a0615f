import { posix, win32 } from 'node:path'

/** Where a person keeps what belongs to no project. */
export interface UserDirectories {
  /** Holds `config.json`. */
  readonly config: string
  /** Holds `trust.json` and the locks. */
  readonly state: string
}

export function userDirectories(
  env: NodeJS.ProcessEnv,
  home: string,
  platform: NodeJS.Platform = process.platform,
): UserDirectories {
  if (platform === 'win32') {
    return {
      config: win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'steadplan'),
      state: win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'steadplan'),
    }
  }
  return {
    config: posix.join(absolute(env.XDG_CONFIG_HOME) ?? posix.join(home, '.config'), 'steadplan'),
    state: posix.join(absolute(env.XDG_STATE_HOME) ?? posix.join(home, '.local', 'state'), 'steadplan'),
  }
}

/** The XDG specification has relative paths ignored: they would mean another directory in each project. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && posix.isAbsolute(path) ? path : undefined
}
