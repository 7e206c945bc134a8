import type { PageRule } from '../page-rule.ts'
import { at, bare, isWithin, quote, type Seen, worksRule } from './about.ts'

const generic =
  /^(untitled( document| page)?|document|home( page)?|homepage|index|page( \d+)?|new page|website|web page|title|page title|welcome|insert (a |the |your )?title( here)?|(your |the )?title( goes)? here|enter (a |the )?title( here)?|my (site|website|page|app)|react app|next app|vite( .*)?|test( page)?|default|site|landing( page)?|example|app)$/

const title: PageRule = worksRule(
  {
    id: 'title-generic',
    about:
      'The title says what this page is about; it is not “Home”, “Document” or the file’s name.',
    example: { bad: '<title>Document</title>', better: '<title>Prices – Harbour Bank</title>' },
    mustPass: true,
  },
  ({ title: words, page }) => {
    const plain = bare(words)
    if (words.trim() === '') return [] // axe tells an empty one
    const file = bare(page.replace(/^.*\//, ''))
    const says = plain !== '' && !generic.test(plain) && plain !== file && !/\bhtml?$/.test(plain)
    return says
      ? []
      : [
          {
            message: `the title ${quote(words)} does not say what the page is about`,
            place: { selector: 'title' },
          },
        ]
  },
)

/** The words that mean something, by their beginnings: “harvest” is in “harvesting”. */
const beginnings = (text: string): readonly string[] =>
  bare(text)
    .split(' ')
    // other scripts have shorter words, or no gaps between them
    .filter((word) => /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{4,}$/u.test(word))
    .map((word) => word.slice(0, 5))

const otherTitle: PageRule = worksRule(
  {
    id: 'title-of-other-page',
    about: 'The title has a word in common with the page it stands over.',
    example: {
      bad: '<title>Apple season</title> over a page on pears',
      better: '<title>Pear season</title>',
    },
  },
  (facts) => {
    const named = beginnings(facts.title)
    const view = facts.views.at(-1)
    const said = [
      ...(view?.blocks ?? []).map(({ text }) => text),
      ...(view?.headings ?? []).map(({ text }) => text),
      ...(view?.controls ?? []).map(({ name }) => name),
      ...(view?.images ?? []).map(({ name }) => name),
    ].join(' ')
    const words = new Set(beginnings(said))
    if (named.length < 2 || words.size < 5 || named.some((word) => words.has(word))) return []
    return [
      {
        message: `no word of the title ${quote(facts.title)} is found in the page`,
        place: { selector: 'title' },
      },
    ]
  },
)

/** As browsers read it: a number from -1 to 1 is a no, as is a word they do not know. */
function allowsZoom(written: string | undefined): boolean {
  if (written === undefined || /^(yes|device-width|device-height)$/.test(written)) return true
  const value = Number.parseFloat(written)
  return Math.abs(value) >= 1
}

/** As browsers read it: a negative scale counts for nothing, and `yes` for 1. */
function mostZoom(written: string | undefined): number {
  if (written === undefined || /^device-(width|height)$/.test(written)) return 10
  if (written === 'yes') return 1
  const value = Number.parseFloat(written)
  return Number.isNaN(value) ? 0.1 : value < 0 ? 10 : value
}

const zoom: PageRule = worksRule(
  {
    id: 'zoom-disabled',
    about:
      'Readers may enlarge the page: the viewport does not forbid it, and allows at least 200 %.',
    example: {
      bad: 'content="width=device-width, user-scalable=no"',
      better: 'content="width=device-width, initial-scale=1"',
    },
    mustPass: true,
  },
  ({ viewportMeta }) => {
    const meta = (viewportMeta ?? '').toLowerCase()
    const value = (name: string) => new RegExp(`${name}\\s*=\\s*([\\w.-]+)`).exec(meta)?.[1]
    const place = { selector: 'meta[name="viewport"]' }
    if (!allowsZoom(value('user-scalable')))
      return [{ message: 'the viewport forbids zooming', place }]
    const most = mostZoom(value('maximum-scale'))
    return most < 2
      ? [
          {
            message: `the viewport lets the page be enlarged only ${most} times`,
            place,
            measured: { value: most, needed: 2, unit: 'times' },
          },
        ]
      : []
  },
)

const viewport: PageRule = worksRule(
  {
    id: 'viewport-fits-device',
    about:
      'The viewport is as wide as the device: phones would show the page small or cut otherwise.',
    example: {
      bad: '<meta name="viewport" content="width=1024">',
      better: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    },
    mustPass: true,
  },
  ({ viewportMeta }) => {
    if (viewportMeta === null || viewportMeta.trim() === '')
      return [{ message: 'the page names no viewport', place: { selector: 'head' } }]
    const meta = viewportMeta.toLowerCase()
    const width = /(?:^|[,;\s])width\s*=\s*([\w.-]+)/.exec(meta)?.[1]
    // a scale alone makes the viewport as wide as the device
    const fits = width === 'device-width' || (width === undefined && /initial-scale\s*=/.test(meta))
    return fits
      ? []
      : [
          {
            message: `the viewport is ${quote(viewportMeta)}, not as wide as the device`,
            place: { selector: 'meta[name="viewport"]' },
          },
        ]
  },
)

const duplicateId: PageRule = worksRule(
  {
    id: 'id-duplicate',
    about:
      'An id stands on one element only: labels, links and scripts find no more than the first.',
    example: { bad: 'two <section id="prices">', better: 'id="prices" and id="prices-business"' },
  },
  (facts) => {
    const found = new Map<string, Seen>()
    for (const { id, selectors } of facts.views.flatMap((view) => view.duplicateIds)) {
      const [first = '', second] = selectors
      if (found.has(id)) continue
      found.set(id, {
        message: `the id ${quote(id)} stands on ${selectors.length} elements: ${selectors.slice(0, 3).join(', ')}`,
        place: { selector: second ?? first },
      })
    }
    return [...found.values()]
  },
)

const skipWords =
  /\b(skip|jump|springe|zum inhalt|zum hauptinhalt|aller au contenu|saltar|ir al contenido|vai al contenuto|naar inhoud|ga naar)\b/i

const skipLink: PageRule = worksRule(
  {
    id: 'skip-link-works',
    about:
      'A link that skips to the content leads to a place that exists, and can be seen when it has the focus.',
    example: {
      bad: '<a href="#content"> without such an id',
      better: '<a href="#main"> … <main id="main">',
    },
    mustPass: true,
  },
  (facts) => {
    const [view] = facts.views
    const { stops } = facts.probes.keyboard
    if (view === undefined) return []
    const skips = view.controls
      .slice(0, 6)
      .filter(({ href, name }) => href?.startsWith('#') === true && skipWords.test(name))
    return skips.flatMap((link): readonly Seen[] => {
      const id = (link.href ?? '').slice(1)
      const named = quote(link.name)
      if (id === '' || !view.ids.includes(id))
        return [
          {
            message: `${named} leads to ${quote(`#${id}`)}, which does not exist`,
            place: at(link),
          },
        ]
      const stop = stops.find(({ selector }) => isWithin(selector, link.selector))
      return stop === undefined || (stop.visible && stop.inView)
        ? []
        : [{ message: `${named} cannot be seen when it has the focus`, place: at(link) }]
    })
  },
)

export const documentRules: readonly PageRule[] = [
  title,
  otherTitle,
  zoom,
  viewport,
  duplicateId,
  skipLink,
]
