import type { PageRule } from '../page-rule.ts'
import { bare, quote, type Seen, worksRule } from './about.ts'

const hollow =
  /^(an? |the |my )?(i ?frame|frame|title|content|embed|embedded( content)?|untitled|widget|page|document|inner|external( content)?|blank|none)( \d+)?$/

const vagueFrame: PageRule = worksRule(
  {
    id: 'frame-title-vague',
    about: 'The title of a frame says what it shows.',
    example: { bad: '<iframe title="iframe">', better: '<iframe title="Map of the harbour">' },
  },
  ({ markup }) =>
    (markup?.frames ?? [])
      .filter(({ name }) => name !== '' && (hollow.test(bare(name)) || /\.html?$/i.test(name)))
      .map(({ selector, name }) => ({
        message: `the title ${quote(name)} does not say what the frame shows`,
        place: { selector },
      })),
)

const sameName: PageRule = worksRule(
  {
    id: 'frame-same-name',
    about: 'Frames that show different things have different titles.',
    example: {
      bad: 'two maps, each title="Map"',
      better: '“Map of the harbour” and “Map of the market”',
    },
  },
  (facts) => {
    const sources = new Map(
      facts.views.flatMap(({ frames }) => frames).map(({ selector, src }) => [selector, src]),
    )
    const known = new Map<string, { readonly source: string; readonly text: string }>()
    return (facts.markup?.frames ?? []).flatMap((frame): readonly Seen[] => {
      const { selector, name, text } = frame
      const source = addressOf(facts.url, sources.get(selector) ?? '')
      if (frame.isHidden || source === '' || isNoName(name)) return []
      const first = known.get(bare(name))
      if (first === undefined) known.set(bare(name), { source, text })
      const isSame = first?.source === source || (text !== '' && first?.text === text)
      return first === undefined || isSame
        ? []
        : [
            {
              message: `another frame with another page has the same title ${quote(name)}`,
              place: { selector },
            },
          ]
    })
  },
)

/** Advertisements are all for one purpose. */
const isNoName = (name: string): boolean => /^(|ads?|advert\w*|sponsored)$/.test(bare(name))

function addressOf(base: string, source: string): string {
  if (source === '' || !URL.canParse(source, base)) return ''
  return new URL(source, base).href.replace(/#.*$/, '').replace(/(\/index\.html?|\/)$/, '')
}

const outOfOrder: PageRule = worksRule(
  {
    id: 'frame-out-of-order',
    about: 'A frame with controls in it is not taken out of the order of the Tab key.',
    example: { bad: '<iframe tabindex="-1" src="map.html">', better: '<iframe src="map.html">' },
    mustPass: true,
  },
  ({ markup }) =>
    (markup?.frames ?? [])
      .filter(({ tabIndex, stops }) => tabIndex < 0 && stops !== null && stops > 0)
      .map(({ selector, name, stops }) => ({
        message: `${stops} controls in the frame ${quote(name)} are out of reach of the Tab key`,
        place: { selector },
      })),
)

export const frameRules: readonly PageRule[] = [vagueFrame, sameName, outOfOrder]
