import type { LinkVerdict } from '../model/page-static.ts'
import { percentDecoded } from '../kit/parse.ts'

/** The paths a server of static files would try for an address, in order. */
export function pathsFor(pathname: string): readonly string[] {
  const plain = percentDecoded(pathname).replace(/^\/+/, '')
  if (plain === '') return ['index.html']
  // generators write components.html and serve it as components/
  if (plain.endsWith('/')) return [`${plain}index.html`, `${plain.slice(0, -1)}.html`]
  return [plain, `${plain}.html`, `${plain}/index.html`]
}

/** What is known of a site, to judge a link by. */
export type KnownSite = {
  readonly origin: string
  readonly has: (path: string) => boolean
  /** The ids and anchor names of a page; null for what is no page. */
  readonly fragments: (path: string) => ReadonlySet<string> | null
}

const schemes: Readonly<Record<string, RegExp>> = {
  'mailto:': /^mailto:[^\s@,]+@[^\s@,]+\.[^\s@,]+/i,
  'tel:': /^tel:\+?[\d\s().;=-]{3,}$/i,
  'sms:': /^sms:\+?[\d\s()-]{3,}/i,
  'data:': /^data:[\w/+.-]*[;,]/i,
  'blob:': /^blob:/i,
}

/** Where a link leads. `base` is the address of the page it stands on. Nothing is contacted. */
export function linkVerdict(raw: string, base: string, site: KnownSite): LinkVerdict {
  const text = raw.trim()
  if (text === '' || text === '#' || /^javascript:/i.test(text)) return { type: 'nowhere' }
  if (!URL.canParse(text, base)) return { type: 'malformed' }
  const url = new URL(text, base)
  const shape = schemes[url.protocol]
  if (shape !== undefined)
    return {
      type: 'scheme',
      scheme: url.protocol.slice(0, -1),
      wellFormed: shape.test(percentDecoded(text)),
    }
  if (url.origin !== site.origin) return { type: 'external', url: url.href }
  const path = pathsFor(url.pathname).find((each) => site.has(each))
  if (path === undefined)
    return { type: 'missing-file', path: percentDecoded(url.pathname).replace(/^\/+/, '') }
  const fragment = percentDecoded(url.hash.slice(1))
  // `#top` leads to the top of any page; `:~:` asks the browser to find a text
  if (fragment === '' || fragment === 'top' || fragment.startsWith(':~:'))
    return { type: 'present', path }
  const known = site.fragments(path)
  return known === null || known.has(fragment)
    ? { type: 'present', path }
    : { type: 'missing-fragment', path, fragment }
}

/** The ids and anchor names in HTML text, read quickly. */
export function fragmentsIn(html: string): ReadonlySet<string> {
  const matches = html.matchAll(/\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)
  return new Set([...matches].map(([, double, single, bare]) => double ?? single ?? bare ?? ''))
}
