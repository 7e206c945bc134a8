import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { isStockShape } from './stock-icon-shapes.ts'

const iconFonts =
  /font ?awesome|material (icons|symbols)|bootstrap-icons|ionicons|remixicon|line-?awesome|boxicons|tabler-icons|phosphor/i
const iconFiles =
  /(font-?awesome|fontawesome|feather|lucide|heroicons|bootstrap-icons|material-?(icons|symbols)|ionicons|remixicon|boxicons|tabler-icons|phosphor)[^/]*\.(js|mjs|css|woff2?|ttf|svg)/i

/** One arrow is no icon set. */
const fewest = 2

/** An icon set as it comes: its shapes, its fonts, its files. */
function stockIcons({ views, network }: PageFacts): readonly Sighting[] {
  const view = views.at(-1)
  const shapes = (view?.images ?? []).filter(
    ({ svg, visible }) => visible && svg !== null && svg.paths.some(isStockShape),
  )
  const distinct = new Set(shapes.map(({ svg }) => svg?.paths.join('|')))
  const fonts = (view?.styles.fontFamilies ?? []).filter(({ value }) => iconFonts.test(value))
  const files = network.requests.filter(({ url }) => iconFiles.test(url))
  return [
    ...(distinct.size < fewest ? [] : shapes).map(({ selector, box }) => ({
      message: `The icon at ${selector} comes from a stock set as it is.`,
      place: { selector, box },
    })),
    ...fonts.map(({ value, selectors }) => ({
      message: `Icons are set in the stock font ${value}.`,
      place: { selector: selectors[0] ?? 'body' },
    })),
    ...files.slice(0, 1).map(({ url }) => ({
      message: `The page loads a stock icon set: ${url.slice(0, 120)}`,
      place: { file: url.slice(0, 200) },
    })),
  ]
}

export const genericIcons: PageRule = definePageRule(
  {
    id: 'slop/generic-icons',
    dimension: 'Originality',
    about: 'Icons are drawn for the brand or made its own, not taken from a stock set as they are.',
    example: {
      bad: 'feather “zap”, “shield” and “users”',
      better: 'Icons with a hand of their own',
    },
  },
  stockIcons,
)

const emoji = /\p{Extended_Pictographic}/u
// marks that type has had long before
const oldMarks = /[©®™↔-↪ℹ‼⁉▪▫▶◀✓✔✕✖★☆♥♦♣♠☎✉]/gu

export const emojiIcons: PageRule = definePageRule(
  {
    id: 'slop/emoji-icons',
    dimension: 'Originality',
    about: 'Emoji do not stand in for icons.',
    example: { bad: '🚀 Fast, 🔒 Safe, ⚡ Simple', better: 'Titles that need no picture' },
  },
  ({ views }, { copy }) => {
    const agreed = (copy ?? []).some(({ text }) => emoji.test(text.replace(oldMarks, '')))
    const textRuns = (views.at(-1)?.texts ?? []).filter(
      ({ text, source }) => source === 'text' && emoji.test(text.replace(oldMarks, '')),
    )
    // one in a title is no slip of the pen
    const inTitle = textRuns.some(({ tag }) => /^h[1-6]$/.test(tag))
    if (agreed || (textRuns.length < 3 && !inTitle)) return []
    return textRuns.slice(0, 6).map(({ selector, box, text }) => ({
      severity: 'warning' as const,
      message: `“${text.slice(0, 30)}” uses an emoji as an icon; there are ${textRuns.length}.`,
      place: { selector, box },
    }))
  },
)
