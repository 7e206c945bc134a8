import type { PageRule } from '../page-rule.ts'
import { bare, quote, type Seen, worksRule } from './about.ts'

const hollow =
  /^(an? |the |my )?(i ?frame|frame|title|content|embed|embedded( content)?|untitled|widget|page|document|inner|external( content)?|blank|none)( \d+)?$/

const vagueFrame: PageRule = worksRule(
  {
    id: 'frame-title-vague',
    about: 'The title of a frame says what it shows.',
    example: { bad: '<iframe title="iframe">', better: '<iframe title="Map of the harbour">' },
    mustPass: false,
    severity: 'warning',
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
    mustPass: false,
    severity: 'warning',
  },
  (facts) => {
    const sources = new Map(
      facts.views.flatMap(({ frames }) => frames).map(({ selector, src }) => [selector, src]),
    )
    const shown = new Set(
      facts.views.flatMap(({ frames }) =>
        frames.filter(({ visible }) => visible).map(({ selector }) => selector),
      ),
    )
    const known = new Map<string, string>()
    return (facts.markup?.frames ?? []).flatMap(({ selector, name }): readonly Seen[] => {
      const source = addressOf(facts.url, sources.get(selector) ?? '')
      if (bare(name) === '' || source === '' || !shown.has(selector)) return []
      const first = known.get(bare(name))
      if (first === undefined) known.set(bare(name), source)
      return first === undefined || first === source
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

function addressOf(base: string, source: string): string {
  if (source === '' || !URL.canParse(source, base)) return ''
  return new URL(source, base).href.replace(/\/index\.html?$/, '/').replace(/#.*$/, '')
}

const outOfOrder: PageRule = worksRule(
  {
    id: 'frame-out-of-order',
    about: 'A frame with controls in it is not taken out of the order of the Tab key.',
    example: { bad: '<iframe tabindex="-1" src="map.html">', better: '<iframe src="map.html">' },
    mustPass: true,
    severity: 'error',
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
