import { askGit } from './ask-git.ts'

/** Settings that name us as author where the person's git names nobody. */
export async function missingIdentity(cwd: string): Promise<string[]> {
  const settings: string[] = []
  for (const [name, ours] of own) {
    const { stdout } = await askGit(cwd, ['config', '--get', name])
    if (stdout.trim() === '') settings.push(`${name}=${ours}`)
  }
  return settings
}

const own = [
  ['user.name', 'Steadplan'],
  ['user.email', 'steadplan@localhost'],
] as const
