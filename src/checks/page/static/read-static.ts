import type { StaticFacts, StaticLink } from '../../../model/page-static.ts'
import type { SiteFile } from '../../../ports/browser.ts'
import { noSheetFacts, readSheet, type Sheet } from './css-facts.ts'
import { pageFacts, parsePage } from './html-facts.ts'
import { isText, type Node, type ParsedPage } from './html-tree.ts'
import { knownSite, linksOf, sheetLinks } from './static-links.ts'

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
  const scripts = texts(/\.m?js$/i)
  const spoken = [...scripts.map(({ text }) => text), ...pages.map(({ source }) => source)]
  return {
    pages: pages.map((page) => ({
      ...pageFacts(page),
      links: [...linksOf(page, site), ...loadedBy(page, page.file === front, loaded)],
    })),
    literals: own.literals,
    customProperties: own.customProperties,
    undefinedProperties: undefinedIn(own, spoken),
    styleErrors: own.styleErrors,
    fonts: own.fonts,
    bytes: weigh(files),
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

function undefinedIn(
  { references, customProperties }: ReturnType<typeof noSheetFacts>,
  spoken: readonly string[],
): StaticFacts['undefinedProperties'] {
  const defined = new Set(customProperties.map(({ name }) => name))
  const registered = (name: string) =>
    spoken.some((text) => text.includes(`'${name}'`) || text.includes(`"${name}"`))
  return references.filter(({ name }) => !defined.has(name) && !registered(name))
}

function weigh(files: ReadonlyMap<string, SiteFile>): StaticFacts['bytes'] {
  const byType: Record<string, number> = {}
  let total = 0
  for (const { bytes, contentType } of files.values()) {
    const type = contentType.split(';')[0] ?? contentType
    byType[type] = (byType[type] ?? 0) + bytes.length
    total += bytes.length
  }
  return { total, byType }
}
