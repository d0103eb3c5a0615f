import { fault } from '../../../plan/diagnostics/fault.ts'
import { isLocal } from './local-address.ts'

/**
 * An address that may be asked. None leaves http and https, and none carries a password. Where another one leads to it,
 * from elsewhere, it is not on this machine or in its network: what answers there trusts whoever can ask.
 */
export function webAddress(address: string, from?: URL): URL {
  if (!URL.canParse(address, from?.href)) throw fault('E_FETCH', `${address} is no address`)
  const url = new URL(address, from)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw fault('E_FETCH', `${url.protocol} is not the web`, { actual: address, expected: 'http:, https:' })
  }
  if (url.username !== '' || url.password !== '') {
    throw fault('E_FETCH', 'an address with a name or a password in it is not asked', { actual: url.host })
  }
  if (from !== undefined && isLocal(url.hostname) && !isLocal(from.hostname)) {
    throw fault('E_FETCH', `${from.host} leads to ${url.host}, which is this machine or its network`)
  }
  return url
}
