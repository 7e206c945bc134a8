import type { ViewFacts } from '../../../model/page-structure.ts'
import type { TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'

const smallest = 11.5

const isRead = ({ source, ariaHidden, tag, text, opacity }: TextRun): boolean =>
  source !== 'marker' &&
  !ariaHidden &&
  opacity > 0.02 &&
  tag !== 'text' &&
  tag !== 'tspan' &&
  /[\p{L}\p{N}]{2}/u.test(text)

// a raised or lowered figure is small by its nature
const isRaised = ({ tag }: TextRun): boolean => tag === 'sup' || tag === 'sub'

export const tinyText: PageRule = definePageRule(
  {
    id: 'layout/tiny-text',
    about: `No text is smaller than ${smallest} px.`,
    example: { bad: 'small { font-size: 10px }', better: 'small { font-size: 0.875rem }' },
    mustPass: true,
  },
  ({ views, opened }) =>
    oncePerPlace(
      [...views, ...opened].flatMap((view) =>
        view.texts
          .filter((run) => isRead(run) && !isRaised(run) && run.fontSize < smallest)
          .map(({ selector, box, text, fontSize }) => ({
            message: `${quote(text)} is set in ${rounded(fontSize)} px at a width of ${view.width} px.`,
            place: { selector, box, width: view.width },
            measured: { value: rounded(fontSize), needed: smallest, unit: 'px' },
          })),
      ),
    ),
)

const longest = 120

/** The last line is half full, so that short texts would tell too much. */
const lettersIn = ({ text, lines }: TextRun): number => text.length / (lines - 0.5)

export const longLines: PageRule = definePageRule(
  {
    id: 'text-long-lines',
    about: `A line of running text has at most about ${longest} letters on a wide screen.`,
    example: { bad: 'p as wide as the window', better: 'p { max-width: 70ch }' },
  },
  ({ views }) =>
    (views.at(-1)?.texts ?? [])
      .filter(
        (run) => isRead(run) && run.source === 'text' && !/^(code|pre|kbd|samp)$/.test(run.tag),
      )
      .filter(
        (run) => run.lines >= 2 && run.text.split(' ').length >= 30 && lettersIn(run) > longest,
      )
      .slice(0, 3)
      .map((run) => ({
        severity: 'warning' as const,
        message: `${quote(run.text)} has very long lines on a wide screen.`,
        place: { selector: run.selector, box: run.box },
        measured: { value: Math.round(lettersIn(run)), needed: longest, unit: 'letters' },
      })),
)

export const clippedText: PageRule = definePageRule(
  {
    id: 'layout/clipped-text',
    about: 'No box cuts off words that a reader has no other way to see.',
    example: {
      bad: '.card { height: 60px; overflow: hidden }',
      better: '.card { min-height: 60px }',
    },
    mustPass: true,
  },
  ({ views, opened }) => oncePerPlace([...views.flatMap(clippedIn), ...opened.flatMap(clippedIn)]),
)

function clippedIn(view: ViewFacts): readonly Sighting[] {
  const controlled = new Set(
    view.controls.flatMap(({ ariaControls }) => (ariaControls ?? '').split(/\s+/)),
  )
  return view.texts.flatMap((run) => {
    const { clipped, selector, box, text } = run
    // a part that a control unfolds is cut for now only
    if (clipped === null || !isRead(run) || controlled.has(clipped.by.replace(/^#/, ''))) return []
    // a value longer than its field can be scrolled with the caret
    if (run.source === 'value' || run.source === 'before' || run.source === 'after') return []
    const lost = Math.round(Math.max(clipped.x, clipped.y))
    const how = clipped.ellipsis ? 'ends in an ellipsis' : `loses ${lost} px`
    return [
      {
        message: `${quote(text)} ${how} at ${view.width} px, because ${clipped.by} cuts it off.`,
        place: { selector, box, width: view.width },
        measured: { value: lost, needed: 0, unit: 'px' },
      },
    ]
  })
}

export const overlappingText: PageRule = definePageRule(
  {
    id: 'layout/overlapping-text',
    about: 'No two texts are painted over each other.',
    example: { bad: 'h2 { margin-top: -40px }', better: 'h2 { margin-top: 0 }' },
    mustPass: true,
  },
  ({ views }) => oncePerPlace(views.flatMap(overlapsIn)),
)

function overlapsIn(view: ViewFacts): readonly Sighting[] {
  // the part of a text that is cut off is not painted over anything
  const shown = new Set(
    view.texts
      .filter((run) => isRead(run) && run.opacity > 0.2 && run.clipped === null)
      .map(({ selector }) => selector),
  )
  const reported = new Set<string>()
  return view.texts.flatMap(({ selector, overlaps, text, box }) => {
    const other = overlaps.find((each) => shown.has(each) && !reported.has(each))
    if (other === undefined || !shown.has(selector)) return []
    reported.add(selector)
    return [
      {
        message: `${quote(text)} is painted over the text of ${other} at ${view.width} px.`,
        place: { selector, box, width: view.width },
      },
    ]
  })
}

const rounded = (value: number): number => Math.round(value * 100) / 100
