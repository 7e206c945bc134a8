import { pixels } from '../../../page/tokens/token-scale.ts'
import type { Issue } from '../../evaluation.ts'
import { around, literal, type Ui, type UiElement } from '../read/ui.ts'

/** Headings in the order in which one file shows them; branches apart. */
export function writtenHeadings(ui: Ui): readonly Issue[] {
  const headings = ui.elements.filter(
    (each) =>
      ui.isTouched(each) &&
      /^h[1-6]$/.test(each.tag) &&
      ![each, ...around(each)].some((one) => one.isConditional || isDialogLike(one)),
  )
  const groups = Map.groupBy(headings, (each) => rootOf(each))
  return [...groups.values()].flatMap((group) => {
    const levels = group.map((each) => ({ each, level: Number(each.tag.slice(1)) }))
    const skipped = levels.filter(({ each, level }, index) => {
      const before = levels[index - 1]
      return (
        before !== undefined && level > before.level + 1 && !mayHoldHeading(ui, before.each, each)
      )
    })
    const tops = levels.filter(({ level }) => level === 1).slice(1)
    return [
      ...skipped.map(({ each }) => ({
        message: `an <${each.tag}> follows a heading two levels above it`,
        path: each.path,
        line: each.line,
        fix: 'Go down one level at a time.',
      })),
      ...tops.map(({ each }) => ({
        message: 'the page has a second <h1>',
        path: each.path,
        line: each.line,
        fix: 'Make it an <h2>.',
      })),
    ]
  })
}

/** A dialog has an outline of its own. */
const isDialogLike = (element: UiElement): boolean =>
  element.tag === 'dialog' ||
  literal(element, 'role') === 'dialog' ||
  element.classes.some((name) => /^(?:modal|dialog|drawer)/.test(name))

/** Components between two headings may have some of their own. */
const mayHoldHeading = (ui: Ui, from: UiElement, to: UiElement): boolean =>
  ui.elements
    .slice(ui.elements.indexOf(from) + 1, ui.elements.indexOf(to))
    .some(({ isComponent, tag }) => isComponent && /title|head|card|section|panel/i.test(tag))

const rootOf = (element: UiElement): UiElement =>
  element.parent === null ? element : rootOf(element.parent)

/** Headings that are larger than those above them. */
export function sizeIssues(ui: Ui): readonly Issue[] {
  const onPages = ui.pages.flatMap((page) => {
    const view = page.views.at(-1)
    if (view === undefined) return []
    const sizes = (level: number) =>
      view.headings
        .filter((each) => each.visible && each.level === level)
        .flatMap(({ selector }) => {
          const runs = view.texts.filter(
            (run) => run.selector === selector || run.selector.startsWith(`${selector} >`),
          )
          return runs.length === 0
            ? []
            : [{ selector, size: Math.max(...runs.map(({ fontSize }) => fontSize)) }]
        })
    return [1, 2].flatMap((level) => {
      const upper = Math.max(0, ...sizes(level).map(({ size }) => size))
      const larger = sizes(level + 1).find(({ size }) => upper > 0 && size > upper + 1)
      return larger === undefined
        ? []
        : [
            {
              message: `an h${level + 1} is set in ${larger.size} px, the h${level} in ${upper} px (${larger.selector})`,
              ...ui.placeOf(page, larger.selector),
              fix: `Let the h${level} be the larger one.`,
            },
          ]
    })
  })
  const inSheets = [1, 2].flatMap((level) => {
    const sized = (tag: string) =>
      ui.styles.find(
        ({ selector, property, conditions }) =>
          selector === tag && property === 'font-size' && conditions.length === 0,
      )
    const [upper, lower] = [sized(`h${level}`), sized(`h${level + 1}`)]
    const [large, small] = [upper, lower].map((style) =>
      pixels(ui.tokens.valueOf(style?.value ?? '') ?? ''),
    )
    return lower !== undefined &&
      ui.isTouched(lower) &&
      large !== null &&
      small !== null &&
      large !== undefined &&
      small !== undefined &&
      small > large + 1
      ? [
          {
            message: `h${level + 1} is larger than h${level}`,
            path: lower.path,
            line: lower.line,
            fix: `Let the h${level} be the larger one.`,
          },
        ]
      : []
  })
  return ui.unseen === null ? onPages : inSheets
}
