import { hexOf, readColour } from '../../../../kit/colour.ts'
import { literalsIn } from '../../../page/static/css-values.ts'
import { colourDistance, sameHue } from '../../../page/tokens/css-colour.ts'
import type { Issue } from '../../evaluation.ts'
import { issueAt } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'

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
