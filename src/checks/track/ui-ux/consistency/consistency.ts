import type { Issue, Part, Pass } from '../../evaluation.ts'
import { issueAt, pagesOf, partOf } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'
import { componentIssues } from './components.ts'
import { common, wide } from './most-frequent.ts'
import { hexOf, readColour } from '../../../../kit/colour.ts'
import { literalsIn } from '../../../page/static/css-values.ts'
import { colourDistance, sameHue } from '../../../page/tokens/css-colour.ts'

/** Pass 2: what is the same looks the same. */
export function visualConsistency(ui: Ui): Pass {
  const looked = ui.unseen === null ? pagesOf(ui) : null
  const part = (id: string, about: string, issues: readonly Issue[], met = looked): Part =>
    partOf(id, about, { issues, met, open: ui.unseen })
  return {
    number: 2,
    name: 'Visual consistency',
    parts: [
      part('rhythm', 'Sections keep the same space above and below', rhythmIssues(ui)),
      part(
        'palette',
        'One palette: no colours that nearly are another',
        paletteIssues(ui),
        ui.styles.some(ui.isTouched) ? 'the colours of the sheets were compared' : looked,
      ),
      part('same-component', 'The same component looks the same everywhere', componentIssues(ui)),
      part('icon-size', 'Icons that stand side by side have one size', iconIssues(ui)),
    ],
  }
}

/** Icons that stand in equal places and differ in size. */
function iconIssues(ui: Ui): readonly Issue[] {
  return ui.pages.flatMap((page) => {
    const icons = (wide(page)?.images ?? []).filter(
      ({ kind, visible, box }) => kind === 'svg' && visible && box.width <= 64,
    )
    const groups = Map.groupBy(icons, ({ selector }) =>
      selector.replaceAll(/:nth-of-type\(\d+\)/g, ''),
    )
    return [...groups.values()].flatMap((group) => {
      const usual = common(group.map(({ box }) => Math.round(box.width)))
      if (group.length < 3 || usual === null) return []
      return group
        .filter(({ box }) => Math.abs(box.width - usual) > 1.5)
        .map(({ selector, box }) => ({
          message: `the icon ${selector} is ${Math.round(box.width)} px wide, those beside it ${usual} px`,
          ...ui.placeOf(page, selector),
          fix: `Let it be ${usual} px, as the others are.`,
        }))
    })
  })
}

/** Sections in the middle of a page whose space above and below is theirs alone. */
function rhythmIssues(ui: Ui): readonly Issue[] {
  return ui.pages.flatMap((page) => {
    const sections = (wide(page)?.sections ?? []).filter(
      ({ tag }) => tag === 'section' || tag === 'article',
    )
    const usual = common(
      sections.map(({ padding }) => (padding?.top ?? 0) + (padding?.bottom ?? 0)),
    )
    if (usual === null || sections.length < 4) return []
    return sections.slice(1, -1).flatMap(({ selector, padding }) => {
      const own = (padding?.top ?? 0) + (padding?.bottom ?? 0)
      return isOdd(own, usual)
        ? [
            {
              message: `${selector} keeps ${own} px above and below, the other sections ${usual} px`,
              ...ui.placeOf(page, selector),
              fix: 'Give it the space of the other sections.',
            },
          ]
        : []
    })
  })
}

const isOdd = (own: number, usual: number): boolean =>
  Math.abs(own - usual) > 2 && (own % 8 !== 0 || own * 2 < usual || own > usual * 2)

/** Nearer than this, two colours are meant to be one. */
const near = 8

function paletteIssues(ui: Ui): readonly Issue[] {
  const { colours } = ui.tokens
  const isToken = (colour: Parameters<typeof sameHue>[0]) =>
    colours.some((each) => sameHue(each, colour))
  const written = ui.styles
    .filter((style) => ui.isTouched(style) && !ui.tokens.isDefinition(style))
    .flatMap((style) =>
      literalsIn(style.property, style.value).flatMap(({ kind, value }) => {
        const colour =
          kind === 'colour' && !/shadow|filter/.test(style.property) ? readColour(value) : null
        return colour === null || colour.a < 1 ? [] : [{ style, colour }]
      }),
    )
  const all = [...colours, ...written.map(({ colour }) => colour)]
  return written.flatMap(({ style, colour }) => {
    const twin = isToken(colour)
      ? undefined
      : all.find((each) => !sameHue(each, colour) && colourDistance(each, colour) <= near)
    return twin === undefined
      ? []
      : [
          issueAt(
            style,
            `${hexOf(colour)} is nearly ${hexOf(twin)}, and not the same`,
            'Use one colour for both.',
          ),
        ]
  })
}
