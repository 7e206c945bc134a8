import type { PageRule } from '../page-rule.ts'
import { bare, quote, type Seen, worksRule } from './about.ts'

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

export const documentRules: readonly PageRule[] = [title, viewport, duplicateId]
