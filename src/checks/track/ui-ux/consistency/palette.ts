import { hexOf, readColour } from '../../../../kit/colour.ts'
import { literalsIn } from '../../../page/static/css-values.ts'
import { colourDistance, sameHue } from '../../../page/tokens/css-colour.ts'
import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import { utilityOf } from '../read/tailwind.ts'
import type { Ui } from '../read/ui.ts'

const greys = /^(?:gray|slate|zinc|neutral|stone)$/
/** Nearer than this, two colours are meant to be one. */
const near = 8

export function paletteIssues(ui: Ui): readonly Issue[] {
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
  const drifted = written.flatMap(({ style, colour }) => {
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
  const families = Map.groupBy(
    ui.elements
      .filter((each) => ui.tokens.hasTailwind && ui.isTouched(each))
      .flatMap((element) =>
        element.classes.flatMap((name) => {
          const family = /-([a-z]+)-\d{2,3}(?:\/\d+)?$/.exec(utilityOf(name).name)?.[1] ?? ''
          return greys.test(family) ? [{ element, family, name }] : []
        }),
      ),
    ({ family }) => family,
  )
  const [main, ...others] = [...families.values()].toSorted(
    (one, other) => other.length - one.length,
  )
  const strange = others.flat()
  const isDrift = strange.length * 4 <= (main?.length ?? 0) || others.length > 1
  return [
    ...drifted,
    ...(isDrift
      ? strange.map(({ element, name }) =>
          issueAt(
            element,
            `${name} is another grey than ${main?.[0]?.family ?? ''}, which the rest uses`,
            'Use one family of greys.',
          ),
        )
      : []),
  ]
}
