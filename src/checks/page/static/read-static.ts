import type { StaticFacts, StaticLink } from '../../../model/page-static.ts'
import type { SiteFile } from '../../../ports/browser.ts'
import { type KnownSite, linkVerdict } from '../../../ports/site.ts'
import { noSheetFacts, readSheet, type Sheet, type SheetFacts } from './css-facts.ts'
import { pageFacts, parsePage, placeOf } from './html-facts.ts'
import { isText, type Node, type ParsedPage } from './html-tree.ts'

/** Reads all pages and style sheets of a site, without a browser. Never throws for bad files. */
export async function readStatic(files: ReadonlyMap<string, SiteFile>): Promise<StaticFacts> {
  const decoder = new TextDecoder()
  const texts = (ending: RegExp) =>
    [...files]
      .filter(([path]) => ending.test(path))
      .toSorted(([one], [two]) => (one < two ? -1 : 1))
      .map(([path, { bytes }]) => ({ path, text: decoder.decode(bytes) }))
  const pages: ParsedPage[] = []
  for (const { path, text } of texts(/\.x?html?$/i)) pages.push(await parsePage(path, text))
  const own = noSheetFacts()
  for (const { path, text } of texts(/\.css$/i)) await readSheet(wholeFile(path, text), own)
  for (const page of pages) for (const sheet of sheetsIn(page)) await readSheet(sheet, own)

  const site = knownSite(files, pages)
  const front = files.has('index.html') ? 'index.html' : pages[0]?.file
  const loaded = sheetLinks(own, site)
  return {
    pages: pages.map((page) => ({
      ...pageFacts(page),
      links: [...linksOf(page, site), ...loadedBy(page, page.file === front, loaded)],
    })),
    literals: own.literals,
    customProperties: own.customProperties,
    styleErrors: own.styleErrors,
    files: [...files.keys()].toSorted(),
  }
}

const wholeFile = (file: string, css: string): Sheet => ({
  file,
  css,
  offset: 0,
  line: 1,
  column: 1,
  inline: null,
})

/** The style elements and style attributes of a page, each with its place in the file. */
function sheetsIn(page: ParsedPage): readonly Sheet[] {
  return page.nodes.flatMap((node): readonly Sheet[] => {
    if (node.tag === 'style') return styleElement(page, node)
    return node.attributes.has('style') ? [styleAttribute(page, node)] : []
  })
}

function styleElement({ file }: ParsedPage, { element }: Node): readonly Sheet[] {
  return element.childNodes.filter(isText).map((text) => ({
    file,
    css: text.value,
    offset: text.sourceCodeLocation?.startOffset ?? null,
    line: text.sourceCodeLocation?.startLine ?? 1,
    column: text.sourceCodeLocation?.startCol ?? 1,
    inline: null,
  }))
}

function styleAttribute(page: ParsedPage, node: Node): Sheet {
  const css = node.attributes.get('style') ?? ''
  const at = node.element.sourceCodeLocation?.attrs?.['style']
  const written = page.source.slice(at?.startOffset ?? 0, at?.endOffset ?? 0)
  // with entities in it, the value does not stand in the file as it reads
  const inside = written.indexOf(css)
  const known = at !== undefined && inside !== -1 && css !== ''
  return {
    file: page.file,
    css,
    offset: known ? at.startOffset + inside : null,
    line: at?.startLine ?? 1,
    column: (at?.startCol ?? 1) + Math.max(0, inside),
    inline: node.selector,
  }
}

/** A page answers for what its own styles load; the front page for the sheets that all share. */
const loadedBy = (
  page: ParsedPage,
  isFront: boolean,
  loaded: readonly StaticLink[],
): readonly StaticLink[] =>
  loaded.filter(({ file }) => file === page.file || (isFront && file.endsWith('.css')))

/** A made-up origin: only the paths behind it matter. */
const origin = 'https://site.test'

const addressOf = (file: string): string =>
  `${origin}/${file.split('/').map(encodeURIComponent).join('/')}`

function knownSite(files: ReadonlyMap<string, SiteFile>, pages: readonly ParsedPage[]): KnownSite {
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
function linksOf(page: ParsedPage, site: KnownSite): readonly StaticLink[] {
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
function sheetLinks({ loads }: SheetFacts, site: KnownSite): readonly StaticLink[] {
  return loads
    .filter(({ raw }) => raw !== '' && !raw.startsWith('#'))
    .map((load) => ({ ...load, verdict: linkVerdict(load.raw, addressOf(load.file), site) }))
}
