import { type Rgba, readColour } from '../../../../kit/colour.ts'
import { contrastRatio, shownRatio } from '../../../../model/colour.ts'
import { pixels } from '../../../page/tokens/token-scale.ts'
import type { Part } from '../../evaluation.ts'
import { issueAt, rulePart } from '../page-issues.ts'
import type { Style, Ui } from '../read/ui.ts'

type Painted = {
  readonly text: Style
  readonly ground: Style
  readonly ratio: number
  readonly needed: number
}

const opaque = (ui: Ui, value: string): Rgba | null => {
  const colour = readColour(ui.tokens.valueOf(value) ?? '')
  return colour?.a === 1 ? colour : null
}

/** Rules that give both text and ground a colour, and how well they stand apart. */
function pairsOf(ui: Ui): readonly Painted[] {
  const rules = Map.groupBy(
    ui.styles.filter(
      (style) =>
        ui.isTouched(style) &&
        style.selector !== '' &&
        !/disabled|::|placeholder/.test(style.selector),
    ),
    ({ path, selector, conditions }) => `${path} ${conditions.join()} ${selector}`,
  )
  return [...rules.values()].flatMap((styles) => {
    const last = (...names: readonly string[]) =>
      styles.findLast(({ property }) => names.includes(property))
    const [text, ground] = [last('color'), last('background', 'background-color')]
    const [ink, paper] = [opaque(ui, text?.value ?? ''), opaque(ui, ground?.value ?? '')]
    if (text === undefined || ground === undefined || ink === null || paper === null) return []
    const size = pixels(ui.tokens.valueOf(last('font-size')?.value ?? '') ?? '') ?? 16
    const isBold = /^(?:bold|[6-9]00)$/.test(last('font-weight')?.value ?? '')
    const needed = size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5
    return [{ text, ground, ratio: contrastRatio(ink, paper), needed }]
  })
}

export function contrastPart(ui: Ui): Part {
  const rules = ['contrast-text', 'contrast-placeholder', 'contrast-hover', 'contrast-focus']
  const pairs = pairsOf(ui)
  return rulePart(ui, 'contrast', 'Text has a contrast of 4.5:1, large text 3:1', {
    rules,
    counts: ({ severity }) => severity === 'error',
    files: pairs
      .filter(({ ratio, needed }) => ratio < needed)
      .map(({ text, ground, ratio, needed }) =>
        issueAt(
          text,
          `${text.selector}: ${text.value} on ${ground.value} has a contrast of ${shownRatio(ratio)}:1; ${needed}:1 is needed`,
          'Use a darker or lighter colour of the palette.',
        ),
      ),
    metByFiles:
      pairs.length > 0 ? `${pairs.length} pairs of colours in the sheets stand apart` : null,
  })
}
