import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { SourcePlace, StaticPage } from '../../../model/page-static.ts'
import type { ParsedPage } from './html-tree.ts'

/** Something in the source that a browser had to mend. */
type MarkupFlaw = NonNullable<StaticPage['flaws']>[number]

const isHtml = /xhtml$/
const twiceCode = /^duplicate-attribute$/

/** The end tag of these may be left out. */
const mayStayOpen = new Set(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rp rt area base br col embed hr img input link meta param source track wbr'.split(
    ' ',
  ),
)

const obsolete = new Set(
  'acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing marquee menuitem multicol nextid nobr noembed noframes plaintext rb rtc spacer strike tt xmp'.split(
    ' ',
  ),
)

const known = new Set(
  'a abbr address article aside audio b bdi bdo blockquote button canvas cite code data datalist del details dfn dialog div dl em fencedframe fieldset figcaption figure footer form geolocation h1 h2 h3 h4 h5 h6 header hgroup i iframe ins kbd label legend main map mark menu meter nav noscript object ol output p picture pre progress q ruby s samp script search section select selectedcontent slot small span strong style sub summary sup svg math table template textarea time title u ul var video'.split(
    ' ',
  ),
)

/** Where tags stand in the source that are no tags there: in scripts, styles, comments. */
function silentRanges(document: Tree.Document): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  const visit = (node: Tree.Node): void => {
    if ('sourceCodeLocation' in node && node.sourceCodeLocation) {
      const { startOffset, endOffset } = node.sourceCodeLocation
      if (node.nodeName === '#comment') found.push([startOffset, endOffset])
      if (
        /^(?:script|style|textarea|title|template|xmp|iframe|noembed|noframes|noscript)$/.test(
          node.nodeName,
        )
      ) {
        const end = 'endTag' in node.sourceCodeLocation ? node.sourceCodeLocation.endTag : undefined
        found.push([startOffset, end?.startOffset ?? endOffset])
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(document)
  return found
}

const lineAt = (source: string, offset: number): number =>
  source.slice(0, offset).split('\n').length

/** Tags that do not match, attributes that stand twice, and tags that are none. */
export function flawsIn(page: ParsedPage): readonly MarkupFlaw[] {
  const place = (offset: number) => ({
    file: page.file,
    line: lineAt(page.source, offset),
    column: 1,
  })
  const own = page.nodes.flatMap(({ element, selector, tag }): readonly MarkupFlaw[] => {
    const at = element.sourceCodeLocation
    if (!isHtml.test(element.namespaceURI) || !at?.startTag) return []
    const about = { ...place(at.startTag.startOffset), selector, tag }
    return [
      ...(at.endTag || mayStayOpen.has(tag) ? [] : [{ ...about, flaw: 'unclosed' as const }]),
      ...(obsolete.has(tag) ? [{ ...about, flaw: 'obsolete-tag' as const }] : []),
      ...(tag.includes('-') || known.has(tag) || obsolete.has(tag) || mayStayOpen.has(tag)
        ? []
        : [{ ...about, flaw: 'unknown-tag' as const }]),
    ]
  })
  const twice = page.errors
    .filter(({ code }) => twiceCode.test(code))
    .map(({ startOffset }) => ({
      ...place(startOffset),
      selector: '',
      tag: /<([a-z][\w-]*)[^<]*$/i.exec(page.source.slice(0, startOffset))?.[1] ?? '',
      flaw: 'attribute-twice' as const,
    }))
  // end tags of what was left out would seem to close nothing
  const ends = page.tooDeep
    ? [{ ...place(0), selector: '', tag: '', flaw: 'too-deep' as const }]
    : strayEnds(page, place)
  return [...own, ...twice, ...ends]
}

function strayEnds(
  page: ParsedPage,
  place: (offset: number) => SourcePlace,
): readonly MarkupFlaw[] {
  const matched = new Set(
    page.nodes.flatMap(({ element }) => {
      const at = element.sourceCodeLocation
      return at?.startTag && at.endTag ? [at.endTag.startOffset] : []
    }),
  )
  const silent = silentRanges(page.document)
  return [...page.source.matchAll(/<\/([a-z][\w-]*)\s*>/gi)].flatMap(({ index, 1: tag = '' }) => {
    if (matched.has(index) || silent.some(([from, to]) => index >= from && index < to)) return []
    // these may be closed by what follows, and a browser takes a late end tag in its stride
    if (/^(?:html|body|head)$/i.test(tag)) return []
    return [{ ...place(index), selector: '', tag: tag.toLowerCase(), flaw: 'stray-end' as const }]
  })
}
