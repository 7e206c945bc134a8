import { readColour } from '../../../../kit/colour.ts'
import { bareReferences } from '../../../page/static/css-values.ts'
import { sameHue } from '../../../page/tokens/css-colour.ts'
import { met, notApplicable, type Part, type Pass, undecided } from '../../evaluation.ts'
import { issueAt, partOf } from '../page-issues.ts'
import { hasTokens } from '../read/tokens.ts'
import type { DesignTokens, Ui } from '../read/ui.ts'
import { scalePart, scales, spacingPart } from './scales.ts'
import { homeOf, isNeutral, issue, references, type Value, valuesOf } from './values.ts'

/** The token that has this value, as it is used; null where none has. */
function nameFor({ named }: DesignTokens, isSame: (value: string) => boolean): string | null {
  const name = [...named].find(([, value]) => isSame(value))?.[0]
  return name === undefined ? null : name.startsWith('--') ? `var(${name})` : name
}

function colourPart(ui: Ui, values: readonly Value[]): Part {
  const about = 'Colours come from the tokens: no raw hex or rgb'
  const raw = values.filter(({ kind, value }) => kind === 'colour' && !isNeutral(value))
  if (!hasTokens(ui.tokens, 'colour') && !ui.tokens.hasTailwind) {
    const many = raw.length >= 8 ? raw : []
    return partOf('colour-tokens', about, {
      issues: many.map((each) =>
        issue(
          each,
          'is a raw colour, and the project has no tokens',
          'define the palette once as custom properties and use those',
        ),
      ),
      met: null,
      open:
        raw.length > 0
          ? `the project defines no colours, and ${raw.length} are written out: is that its design?`
          : null,
      none: 'the track writes no colours',
    })
  }
  const issues = raw.map((each) => {
    const colour = readColour(each.value)
    const token = nameFor(ui.tokens, (value) => {
      const other = readColour(value)
      return colour !== null && other !== null && sameHue(other, colour)
    })
    return issue(
      each,
      'is a raw colour',
      token === null ? `use a colour of ${homeOf(ui)}, or define one there` : `use ${token}`,
    )
  })
  return partOf('colour-tokens', about, {
    issues,
    met: `${references(ui)} values take their colour and size from tokens, no colour is written out`,
  })
}

function coveragePart(ui: Ui, values: readonly Value[]): Part {
  const about = 'Visual properties use design tokens'
  const raw = values.filter(
    ({ kind, value }) => hasTokens(ui.tokens, kind) && !(kind === 'colour' && isNeutral(value)),
  ).length
  const used = references(ui)
  if (raw + used === 0) return notApplicable('token-coverage', about, 'the track styles nothing')
  const share = Math.round((used / (raw + used)) * 100)
  const reason = `${share} % of the visual values use tokens (${used} of ${raw + used})`
  return share >= 50
    ? met('token-coverage', about, reason)
    : undecided('token-coverage', about, `${reason}: is the design system meant to be used here?`)
}

/** Named as tokens of the project are, such as `--color-…`; other names may come from a framework. */
const isOfFamily = (name: string, named: ReadonlyMap<string, string>): boolean => {
  const family = /^--[a-z]+/i.exec(name)?.[0] ?? name
  return (
    [...named.keys()].filter((each) => each.startsWith(`${family}-`) || each === family).length > 1
  )
}

/** Names that styles use and that nothing in the project defines. */
function definedPart(ui: Ui): Part {
  const { named } = ui.tokens
  const texts = [...ui.facts.files].filter(([path]) => !/\.(?:css|scss|less|md)$/.test(path))
  const isMade = (name: string) =>
    named.has(name) ||
    !isOfFamily(name, named) ||
    texts.some(([, text]) =>
      [`'${name}'`, `"${name}"`, `[${name}`].some((each) => text.includes(each)),
    )
  const used = ui.styles
    .filter(ui.isTouched)
    .flatMap((style) => bareReferences(style.value).map((name) => ({ style, name })))
  const lost = used.filter(({ name }) => !isMade(name))
  return partOf('tokens-defined', 'Every token that is used is defined', {
    issues: lost.map(({ style, name }) =>
      issueAt(
        style,
        `${name} is used and nowhere defined`,
        'Use the name of a token that is there.',
      ),
    ),
    met: used.length > 0 ? `${used.length} references lead to tokens` : null,
    none: 'the track uses no custom properties',
  })
}

/** Pass 1: what the track styles is made of the tokens that the project has. */
export function designSystem(ui: Ui): Pass {
  const values = valuesOf(ui)
  return {
    number: 1,
    name: 'Design system adherence',
    parts: [
      colourPart(ui, values),
      spacingPart(ui, values),
      definedPart(ui),
      ...scales.map((scale) => scalePart(ui, values, scale)),
      coveragePart(ui, values),
    ],
  }
}
