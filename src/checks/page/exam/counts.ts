import { stem } from '../../../obligations/glue.ts'
import { thirdParties } from './looks.ts'
import { type Shown, stems } from './parts.ts'
import { pricesIn } from './sections.ts'

/** Names in code that mean elements of HTML, and hardly words that people read. */
export const elements: ReadonlySet<string> = new Set(
  `iframe frame frameset object embed applet marquee blink center font table thead tbody form fieldset legend input select
  textarea button label dialog details summary main nav header footer section article aside figure figcaption blockquote
  picture img svg canvas video audio source track script noscript style link meta base template slot ul ol dl hr br
  h1 h2 h3 h4 h5 h6 pre code div span address time progress meter datalist output`.split(/\s+/),
)

/** How many of these a page has; null for what cannot be counted. */
export function countOf(shown: Shown, name: string): number | null {
  const { view, facts } = shown
  if (name === 'third-party requests') return thirdParties(shown)
  // a script in the page itself makes no request
  const scripts = facts.network.requests.filter(({ type }) => type === 'script').length
  if (name === 'scripts') return scripts > 0 ? scripts : null
  if (/^(?:images?|pictures?|photos?)$/.test(name))
    return view.images.filter(({ visible }) => visible).length
  if (/^(?:forms?)$/.test(name)) return view.forms.length
  if (name === 'cookie banners') return /\bcookies?\b/i.test(shown.text) ? 1 : 0
  if (/^prices?$/.test(name)) return pricesIn(shown.text)
  if (/^emojis?$/.test(name)) return [...shown.text.matchAll(/\p{Extended_Pictographic}/gu)].length
  const tag = stem(name.split(' ').at(-1) ?? name)
  if (view.tags !== undefined && elements.has(tag)) return view.tags[tag] ?? 0
  if (/^(?:questions?)$/.test(name)) return [...shown.text.matchAll(/\?(?=\s|$)/g)].length
  return null
}

/** The items of the longest list of a part, or of the page; null where no list is marked as one. */
export function longestList({ parts, view }: Shown, section: string): number | null {
  const words = stems(section)
  const all =
    section === 'it'
      ? [view]
      : parts.filter(({ names }) =>
          names.some((name) => words.every((word) => stems(name).includes(word))),
        )
  const counts = all.map(({ blocks }) => blocks.filter(({ tag }) => tag === 'li').length)
  const most = Math.max(0, ...counts)
  return most === 0 ? null : most
}
