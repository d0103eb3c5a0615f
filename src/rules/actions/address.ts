import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { Resource } from '../../dialects/teddy/plan.ts'
import type { CheckState } from './state.ts'

/** An address leads where a program reads it to lead, which is not always where it seems to. */
export function checkAddress({ findings }: CheckState, resource: Resource): void {
  const url = parsed(resource.target)
  if (url === undefined || !protocols.has(url.protocol)) {
    findings.add('E_TEDDY_URL', 'This is no address in the web.', resource, { actual: excerpt(resource.target) })
  } else if (url.username !== '' || url.password !== '') {
    const message = `The address has a name or a password before its host, which is \`${excerpt(url.host)}\`.`
    findings.add('E_TEDDY_URL', message, resource)
  } else if (!startsPlainly(resource.target, url.host)) {
    findings.add('E_TEDDY_URL', `The address leads to \`${excerpt(url.host)}\`.`, resource, {
      severity: 'warning',
      hint: 'Look whether this is the host that was meant, and write it like this.',
    })
  }
}

const protocols: ReadonlySet<string> = new Set(['http:', 'https:'])

function parsed(target: string): URL | undefined {
  try {
    return new URL(target)
  } catch {
    return undefined
  }
}

//     http://2130706433/               https://example.com\@elsewhere.com/
//            ^ leads to 127.0.0.1      ^ leads to example.com, though some programs go elsewhere
function startsPlainly(target: string, host: string): boolean {
  const [, rest = ''] = target.split(/^https?:\/\//i)
  const [written = ''] = rest.split(/[/?#]/, 1)
  return withoutPort(written.toLowerCase()) === withoutPort(host)
}

/** The usual port is left out when an address is read. */
function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '')
}
