import type { PageFacts } from '../../../model/page-facts.ts'
import type { LinkVerdict } from '../../../model/page-static.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'
import { actsOnClick, effectsOf } from './controls-of.ts'
import { isInstalled, wasKept } from './traffic.ts'

const example = { bad: '<a href="#">Prices</a>', better: '<a href="#prices">Prices</a>' }

/** What is wrong with a link, in words; null when it leads somewhere. */
function whyDead(verdict: LinkVerdict): string | null {
  switch (verdict.type) {
    case 'missing-file':
      return `leads to ${verdict.path}, which does not exist`
    case 'missing-fragment':
      return `leads to #${verdict.fragment}, which is not in ${verdict.path}`
    case 'nowhere':
      return 'leads nowhere'
    case 'malformed':
      return 'has an address that cannot be read'
    case 'scheme':
      return verdict.wellFormed ? null : `has a ${verdict.scheme}: address that is incomplete`
    case 'external':
      return whyUnreachable(verdict.url)
    case 'present':
      return null
  }
}

// addresses that lead to the machine of whoever wrote the page, or to a disk
const ownMachine =
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|[\w-]+\.(local|localhost|internal))([:/]|$)/i

function whyUnreachable(url: string): string | null {
  if (/^file:/i.test(url)) return 'leads to a file on somebody’s disk'
  return ownMachine.test(url) ? 'leads to a machine that no visitor can reach' : null
}

export const deadLink: PageRule = definePageRule(
  {
    id: 'interaction/dead-link',
    about: 'Every link and every form leads to a file, a place in a page or another address.',
    example,
    mustPass: true,
  },
  (facts) =>
    oncePerPlace([
      ...facts.links.flatMap(({ selector, attribute, raw, text, verdict }) => {
        const why = whyDead(verdict)
        if (why === null || attribute === 'src') return []
        if (verdict.type === 'missing-file' && isForServer(facts, attribute, raw)) return []
        if (isRoute(raw) || closesTarget(facts, verdict)) return []
        // an empty action sends the form to its own page
        if (verdict.type === 'nowhere' && attribute !== 'href') return []
        const goesUp = raw === '#' && effectsOf(facts, selector).includes('scroll')
        if (verdict.type === 'nowhere' && goesUp) return []
        if (/^(?:nowhere|missing-fragment)$/.test(verdict.type) && actsOnClick(facts, selector))
          return []
        return [
          {
            message: `The link ${quote(text || raw)} ${why}.`,
            place: { selector },
          },
        ]
      }),
      ...linksWithoutAddress(facts),
    ]),
)

/** A fragment that a script reads as a route, and no id: #/active, #!/done. */
const isRoute = (raw: string): boolean => /^[^#]*#!?\//.test(raw)

/** Where styles show what the address points at, a link to no place hides it again. */
const closesTarget = ({ static: files, network }: PageFacts, verdict: LinkVerdict): boolean =>
  verdict.type === 'missing-fragment' &&
  // what fills the page may have been held back
  (wasKept(network, /^(?:script|fetch|xhr)$/) ||
    (files?.literals.some(({ selector }) => selector.includes(':target')) ?? false))

/** A form is sent to a server, and a path from the root may be a server's unless the site has other pages. */
const isForServer = ({ static: files }: PageFacts, attribute: string, raw: string): boolean =>
  attribute !== 'href' || (/^\/[^.]*$/.test(raw) && (files?.pages.length ?? 0) < 2)

/** An `a` with words and without `href` looks like a link and is none. */
function linksWithoutAddress(facts: PageFacts): readonly Sighting[] {
  const known = new Set(facts.links.map(({ selector }) => selector))
  return facts.views.flatMap(({ controls }) =>
    controls
      .filter(({ tag, href, visible, text, selector }) => {
        return tag === 'a' && href === null && visible && text !== '' && !known.has(selector)
      })
      .filter(({ selector, role }) => {
        return role !== 'button' && effectsOf(facts, selector).length === 0
      })
      .map(({ selector, text, box }) => ({
        message: `The link ${quote(text)} has no address.`,
        place: { selector, box },
      })),
  )
}

export const missingFile: PageRule = definePageRule(
  {
    id: 'interaction/missing-file',
    about: 'Every picture, style sheet, script and font that a page names is there.',
    example: { bad: '<img src="imgs/loaf.png">', better: '<img src="images/loaf.png">' },
    mustPass: true,
    needs: ['static'],
  },
  (facts) => {
    const pages = facts.static?.pages.filter(({ file }) => file === facts.page) ?? []
    return oncePerPlace(
      pages.flatMap(({ links }) =>
        links.flatMap(({ selector, attribute, raw, verdict, file, line }) => {
          if (attribute === 'action' || verdict.type !== 'missing-file') return []
          if (isInstalled.test(raw) || isBelowAnotherRoot(facts, raw)) return []
          // links are judged as the browser resolved them, where there is a browser
          if (attribute === 'href' && selectorIsLink(selector) && facts.links.length > 0) return []
          return [
            {
              message: `${raw} does not exist.`,
              place: { selector, file, line },
            },
          ]
        }),
      ),
    )
  },
)

/** A path from the root of a server whose root is another folder: the file is there, only deeper. */
const isBelowAnotherRoot = ({ static: files }: PageFacts, raw: string): boolean =>
  /^\/[^/]/.test(raw) &&
  (files?.files.some((file) => file.endsWith(raw.split(/[?#]/)[0] ?? raw)) ?? false)

const selectorIsLink = (selector: string): boolean => /(?:^|[\s>])a(?:[.:#[]|$)/.test(selector)

export const deadLinkInSource: PageRule = definePageRule(
  {
    id: 'interaction/dead-link-in-source',
    about: 'Without a browser, links are held against the files of the site.',
    example,
    mustPass: true,
    needs: ['static'],
    fallback: true,
  },
  (facts) => {
    if (facts.views.length > 0) return []
    const pages = facts.static?.pages.filter(({ file }) => file === facts.page) ?? []
    return pages.flatMap(({ links }) =>
      links.flatMap(({ selector, attribute, raw, verdict, file, line }) => {
        const why = whyDead(verdict)
        if (why === null || attribute !== 'href' || verdict.type === 'missing-file') return []
        // a script may act on such a link; only a browser can tell
        const severity = verdict.type === 'nowhere' ? ('warning' as const) : ('error' as const)
        return [
          { severity, message: `The link ${quote(raw)} ${why}.`, place: { selector, file, line } },
        ]
      }),
    )
  },
)
