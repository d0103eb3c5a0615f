import { fault } from '../../plan/diagnostics/fault.ts'
import { saying } from './answer-fault.ts'

/**
 * Loads a package that is not ours to install. It is looked up from where steadplan is, never from the project: what a
 * cloned repository has in its `node_modules` would be run.
 */
export async function loadPeer<Peer>(load: () => Promise<Peer>, packages: readonly string[]): Promise<Peer> {
  try {
    return await load()
  } catch (error) {
    const { code, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    const what = packages.map((name) => `\`${name}\``).join(' and ')
    const why = isMissing ? 'not installed' : `installed, but cannot be loaded: ${saying(message)}`
    throw fault('E_NO_PEER', `To ask this model ${what} are needed; they are ${why}.`, {
      hint: `Run \`npm install ${packages.join(' ')}\` where steadplan is installed, with \`-g\` if that is for all of your projects.`,
      cause: error,
    })
  }
}
