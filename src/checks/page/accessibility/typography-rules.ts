import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, quote, type Seen, worksRule } from './about.ts'

/** What is read at length: many words in one go, and no code. */
const isProse = ({ source, ariaHidden, tag, text }: TextRun, words: number): boolean =>
  source === 'text' &&
  !ariaHidden &&
  !/^(code|pre|kbd|samp|textarea|text|tspan)$/.test(tag) &&
  text.split(' ').length >= words

/** Each text once, as the widest view shows it. */
function proseOf(facts: PageFacts, words: number): readonly TextRun[] {
  return (facts.views.at(-1)?.texts ?? []).filter((run) => isProse(run, words))
}

const seen = (run: TextRun, what: string): Seen => ({
  message: `${quote(run.text)} ${what}`,
  place: at(run),
})

const isCapital = ({ text, textTransform }: TextRun): boolean =>
  textTransform === 'uppercase' || (text === text.toUpperCase() && text !== text.toLowerCase())

const capitals: PageRule = worksRule(
  {
    id: 'text-all-capitals',
    about: 'Sentences are not set in capitals: words lose their shape and are read slowly.',
    example: {
      bad: 'p { text-transform: uppercase }',
      better: '.label { text-transform: uppercase }',
    },
  },
  (facts) =>
    proseOf(facts, 15)
      .filter(isCapital)
      .map((run) => seen(run, 'is a long text in capitals')),
)

const justified: PageRule = worksRule(
  {
    id: 'text-justified',
    about: 'Running text is not stretched to both edges: the gaps are hard to read across.',
    example: { bad: 'p { text-align: justify }', better: 'p { text-align: start }' },
  },
  (facts) =>
    proseOf(facts, 15)
      .filter(({ textAlign, lines }) => textAlign === 'justify' && lines >= 2)
      .map((run) => seen(run, 'is stretched to both edges')),
)

const tightest = 1.2

const tightLines: PageRule = worksRule(
  {
    id: 'text-line-height',
    about: `The lines of running text stand at least ${tightest} of its size apart.`,
    example: { bad: 'p { line-height: 1 }', better: 'p { line-height: 1.5 }' },
  },
  (facts) =>
    proseOf(facts, 15)
      .filter(({ lines, fontSize }) => lines >= 2 && fontSize <= 24)
      .flatMap((run) => {
        const value = run.lineHeight === null ? tightest : run.lineHeight / run.fontSize
        // a browser rounds the height of a line down
        return value >= tightest - 0.1
          ? []
          : [
              {
                ...seen(run, 'has lines that stand too close'),
                measured: { value: Math.round(value * 100) / 100, needed: tightest, unit: 'em' },
              },
            ]
      }),
)

const longItalics: PageRule = worksRule(
  {
    id: 'text-long-italics',
    about: 'Italics mark words, not whole passages.',
    example: { bad: 'article { font-style: italic }', better: 'em { font-style: italic }' },
  },
  (facts) =>
    proseOf(facts, 45)
      .filter(({ fontStyle }) => /italic|oblique/.test(fontStyle))
      .map((run) => seen(run, 'is a long passage in italics')),
)

const longest = 120

const longLines: PageRule = worksRule(
  {
    id: 'text-long-lines',
    about: `A line of running text has at most about ${longest} letters on a wide screen.`,
    example: { bad: 'p as wide as the window', better: 'p { max-width: 70ch }' },
  },
  (facts) =>
    proseOf(facts, 30)
      // the last line is half full, so that short texts would tell too much
      .filter(({ text, lines }) => lines >= 2 && text.length / (lines - 0.5) > longest)
      .slice(0, 3)
      .map((run) => ({
        ...seen(run, 'has very long lines on a wide screen'),
        measured: {
          value: Math.round(run.text.length / (run.lines - 0.5)),
          needed: longest,
          unit: 'letters',
        },
      })),
)

const sideways: PageRule = worksRule(
  {
    id: 'text-wider-than-screen',
    about: 'On a phone, nobody has to scroll sideways to read a line of running text.',
    example: {
      bad: '.box { overflow-x: auto } .box p { width: 60em }',
      better: '.box p { max-width: 60em }',
    },
    severity: 'error',
  },
  (facts) =>
    facts.views.slice(0, 1).flatMap(({ texts, clientWidth }) =>
      texts
        .filter(
          (run) =>
            isProse(run, 8) &&
            run.insideScroller !== null &&
            // tables and lists of cards are scrolled, and each of their texts fits
            run.box.width > clientWidth * 1.2,
        )
        .map((run) => ({
          ...seen(run, 'is wider than the screen of a phone'),
          measured: { value: Math.round(run.box.width), needed: clientWidth, unit: 'px' },
        })),
    ),
)

export const typographyRules: readonly PageRule[] = [
  sideways,
  capitals,
  justified,
  tightLines,
  longItalics,
  longLines,
]
