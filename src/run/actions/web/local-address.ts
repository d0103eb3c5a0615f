import { BlockList, isIP } from 'node:net'

/** Whether a host, as an address spells it, is this machine or in its own network. Names are not looked up. */
export function isLocal(hostname: string): boolean {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.toLowerCase()
  const family = isIP(host)
  if (family !== 0) return local.check(host, family === 4 ? 'ipv4' : 'ipv6')
  return localNames.some((name) => host === name || host.endsWith(`.${name}`))
}

const localNames = ['localhost', 'local', 'internal', 'lan', 'home.arpa']

const local = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  // Addresses of the other kind behind a translator. Those that are only written as one of this kind, the list knows.
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(net, prefix, 'ipv6')
}
