import { keys } from './settings.ts'

/** `lock.wait` → `STEADPLAN_LOCK_WAIT` */
export function variableOf(key: string): string {
  return prefix + key.replace(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase()
}

/** The names in an environment that may be settings of ours, known or mistyped. */
export function settingVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => name.startsWith(prefix) && !ours.has(name) && env[name] !== '')
}

/** Whether somebody who wrote this name probably meant a setting. */
export function looksLikeSetting(name: string): boolean {
  return groups.some((group) => name.startsWith(`${group}_`))
}

const prefix = 'STEADPLAN_'

/** For tests and for finding defects, not settings. */
const ours = new Set(['STEADPLAN_LONG', 'STEADPLAN_SEED', 'STEADPLAN_DEBUG'])

const groups = [...new Set(keys.map((key) => variableOf(key.split('.')[0]!)))]
