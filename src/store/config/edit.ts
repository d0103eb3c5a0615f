import { join } from 'node:path'
import type { Data } from '../../dialects/shared/data.ts'
import type { TreeNode } from '../../dialects/shared/tree.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import { jsonText } from '../../plan/diagnostics/json-text.ts'
import { diskFault } from '../disk-fault.ts'
import { replaceFile } from '../files/replace.ts'
import { makeDirectories } from '../files/whole.ts'
import { type LockPlace, withLock } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { openWorkspace, ownersDirectory } from '../workspace/open.ts'
import { checkValue } from './check-value.ts'
import { setInText, unsetInText } from './edit-text.ts'
import { type ConfigText, fileLayer, readConfigText } from './file-layer.ts'
import { type ConfigPlaces, configPath, readRawFile } from './files.ts'
import type { FileLayer } from './layers.ts'
import { isKey, type Key } from './settings.ts'
import { unknownKey } from './unknown-key.ts'
import { expectedOf, refusedText } from './value-text.ts'

export interface Edited {
  readonly file: string
  /** False when the file already was as asked for. */
  readonly isChanged: boolean
}

export interface EditTarget extends ConfigPlaces {
  readonly layer: FileLayer
}

/** Sets one value in a configuration file; what else stands in the file stays as it is. */
export async function setSetting(machine: Machine, target: EditTarget, name: string, data: Data): Promise<Edited> {
  const key = known(name)
  if ('faults' in checkValue(key, data)) {
    throw fault('E_CONFIG', `\`${key}\` has a value that it cannot have.`, {
      actual: refusedText(key, jsonText(data)),
      expected: expectedOf(key),
    })
  }
  return edit(machine, target, key, (text, root) => setInText(text, root, key.split('.'), data))
}

/** Takes one value out of a configuration file, so that the layers below count again. */
export async function unsetSetting(machine: Machine, target: EditTarget, name: string): Promise<Edited> {
  const key = known(name)
  return edit(machine, target, key, (text, root) => unsetInText(text, root, key.split('.')) ?? text)
}

function known(name: string): Key {
  if (isKey(name)) return name
  throw new Fault([unknownKey(name)])
}

async function edit(
  machine: Machine,
  target: EditTarget,
  key: Key,
  change: (text: string, root: TreeNode) => string,
): Promise<Edited> {
  const options = { waitMs: 10_000, command: `steadplan config (${key})` }
  try {
    return await withLock(machine, await lockPlace(machine, target), options, async (lock) => {
      const file = await readRawFile(machine, target.layer, target)
      const { path, isThere } = file
      const { text, root } = editable(isThere ? fileLayer(file) : emptyFile(path, target.layer), key)
      const changed = change(text, root)
      if (changed === text) return { file: path, isChanged: false }
      const bytes = Buffer.from(changed)
      // A change of ours that broke the file would be a defect of ours; it must not reach the disk.
      editable(readConfigText(path, bytes, target.layer), key)
      await lock.verify()
      await replaceFile(machine, path, bytes)
      return { file: path, isChanged: true }
    })
  } catch (error) {
    throw diskFault(error, await configPath(machine, target.layer, target))
  }
}

/** A project's file is locked for everybody who works on the project, a person's own for the person. */
async function lockPlace(machine: Machine, { layer, workspace, userDirs }: EditTarget): Promise<LockPlace> {
  if (layer === 'project') {
    await openWorkspace(machine, workspace)
    return { lock: join(workspace.state, 'config.lock'), owners: ownersDirectory(workspace) }
  }
  const owners = join(userDirs.state, 'owners')
  await makeDirectories(machine.files, owners)
  return { lock: join(userDirs.state, 'config.lock'), owners }
}

function emptyFile(path: string, layer: FileLayer): ConfigText {
  return readConfigText(path, Buffer.from('{}\n'), layer)
}

/** Other settings may be faulty; the text may not, and the way to the setting neither. */
function editable({ source, root, diagnostics }: ConfigText, key: Key): { text: string; root: TreeNode } {
  const isOpen = root !== undefined && leadsTo(root, key.split('.').slice(0, -1))
  if (source !== undefined && root !== undefined && isOpen) return { text: source.text, root }
  const [first, ...others] = diagnostics.filter((one) => one.severity === 'error')
  throw new Fault([first!, ...others])
}

/** Whether the names lead through objects only. What is not there yet can be made. */
function leadsTo(node: TreeNode, [name, ...rest]: readonly string[]): boolean {
  if (node.kind !== 'map') return false
  const next = name === undefined ? undefined : node.entries.get(name)?.value
  return next === undefined || leadsTo(next, rest)
}
