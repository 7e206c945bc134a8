import type { StaticLink } from '../../../model/page-static.ts'
import type { SiteFile } from '../../../ports/browser.ts'
import { linkVerdict, type KnownSite } from '../../../ports/site.ts'
import type { SheetFacts } from './css-facts.ts'
import { placeOf } from './html-facts.ts'
import type { Node, ParsedPage } from './html-tree.ts'

/** A made-up origin: only the paths behind it matter. */
const origin = 'https://site.test'

const addressOf = (file: string): string =>
  `${origin}/${file.split('/').map(encodeURIComponent).join('/')}`

export function knownSite(
  files: ReadonlyMap<string, SiteFile>,
  pages: readonly ParsedPage[],
): KnownSite {
  const fragments = new Map(
    pages.map((page) => [
      page.file,
      new Set(
        page.nodes.flatMap(({ tag, attributes }) => [
          ...(attributes.has('id') ? [attributes.get('id') ?? ''] : []),
          ...(tag === 'a' && attributes.has('name') ? [attributes.get('name') ?? ''] : []),
        ]),
      ),
    ]),
  )
  return {
    origin,
    has: (path) => files.has(path),
    fragments: (path) => fragments.get(path) ?? null,
  }
}

const sources: Readonly<Record<string, readonly StaticLink['attribute'][]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  script: ['src'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  embed: ['src'],
  input: ['src'],
  object: ['data'],
  form: ['action'],
}

/** Every reference that the markup of a page makes, judged. */
export function linksOf(page: ParsedPage, site: KnownSite): readonly StaticLink[] {
  const given = page.nodes.find(({ tag }) => tag === 'base')?.attributes.get('href')
  const here = addressOf(page.file)
  const base = given !== undefined && URL.canParse(given, here) ? new URL(given, here).href : here
  return page.nodes.flatMap((node) =>
    (sources[node.tag] ?? []).flatMap((attribute) =>
      rawLinks(node, attribute).map((raw) => ({
        ...placeOf(page, node),
        selector: node.selector,
        attribute,
        raw,
        verdict: linkVerdict(raw, base, site),
      })),
    ),
  )
}

function rawLinks(node: Node, attribute: StaticLink['attribute']): readonly string[] {
  const value = node.attributes.get(attribute)
  if (value === undefined) return []
  // a form without an address sends to its own page; hints to other hosts load nothing
  if (attribute === 'action' && value.trim() === '') return []
  if (node.tag === 'link' && /dns-prefetch|preconnect/i.test(node.attributes.get('rel') ?? ''))
    return []
  if (attribute !== 'srcset') return [value]
  return value
    .split(/,\s+|,(?=\S+\s+[\d.]+[wx])/)
    .map((part) => part.trim().split(/\s+/)[0] ?? '')
    .filter((part) => part !== '')
}

/** What the sheets load, judged from the place of their file. */
export function sheetLinks({ loads }: SheetFacts, site: KnownSite): readonly StaticLink[] {
  return loads
    .filter(({ raw }) => raw !== '' && !raw.startsWith('#'))
    .map((load) => ({ ...load, verdict: linkVerdict(load.raw, addressOf(load.file), site) }))
}
