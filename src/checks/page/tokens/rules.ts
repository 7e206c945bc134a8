import type { PageFacts } from '../../../model/page-facts.ts'
import type { StaticFacts, StyleLiteral } from '../../../model/page-static.ts'
import type { PageFix, PageRule } from '../page-rule.ts'
import { definePageRule, quote, type Sighting } from '../score/define-rule.ts'
import { readColour } from '../../../kit/colour.ts'
import { sameHue } from './css-colour.ts'
import { isToken, nearestColour, nearestToken } from './literals.ts'
import { paletteRules } from './palette.ts'
import { pixels, type TokenScale, tokenScale } from './token-scale.ts'

type Kind = StyleLiteral['kind']

const words: Readonly<
  Record<Kind, { readonly what: string; readonly bad: string; readonly better: string }>
> = {
  colour: { what: 'colour', bad: 'color: #8a4b2a', better: 'color: var(--color-cocoa)' },
  spacing: { what: 'space', bad: 'padding: 13px', better: 'padding: var(--space-3)' },
  'font-size': {
    what: 'size of text',
    bad: 'font-size: 17.5px',
    better: 'font-size: var(--text-base)',
  },
  radius: { what: 'radius', bad: 'border-radius: 7px', better: 'border-radius: var(--radius-sm)' },
  'font-family': {
    what: 'font',
    bad: 'font-family: Arial',
    better: 'font-family: var(--font-body)',
  },
  shadow: {
    what: 'shadow',
    bad: 'box-shadow: 0 3px 11px #0005',
    better: 'box-shadow: var(--shadow-sm)',
  },
}

function ruleFor(kind: Kind): PageRule {
  const { what, bad, better } = words[kind]
  return definePageRule(
    {
      id: `tokens/${kind}`,
      dimension: 'Design Quality',
      about: `Every ${what} in the styles is one of the design tokens.`,
      example: { bad, better },
      needs: ['static', 'tokens'],
    },
    (facts, { tokens }) => {
      if (tokens === null) return []
      const scale = tokenScale(tokens)
      return (facts.static?.literals ?? [])
        .filter((literal) => literal.kind === kind && !isToken(literal, scale))
        .map((literal) => sighting(literal, { facts, scale }))
    },
  )
}

function sighting(
  literal: StyleLiteral,
  { facts, scale }: { readonly facts: PageFacts; readonly scale: TokenScale },
): Sighting {
  const { kind, property, value, selector, file, line } = literal
  const length = nearestToken(literal, scale)
  const nearest =
    kind === 'colour' ? nearestColour(literal, scale) : length === null ? null : `${length}px`
  const size = pixels(value)
  const advice = nearest === null ? '' : ` The nearest one is ${nearest}.`
  const fix = nearest === null ? null : fixFor(literal, nearest, facts.static)
  return {
    message: `${property}: ${quote(value)} in ${selector} is no ${words[kind].what} of the tokens.${advice}`,
    place: { selector, ...(line === 0 ? {} : { file, line }) },
    ...(length === null || size === null
      ? {}
      : { measured: { value: size, needed: length, unit: 'px' } }),
    ...(fix === null ? {} : { fix }),
  }
}

/** Names of custom properties that may stand for a literal of a kind. */
const nameOf: Readonly<Record<Kind, RegExp>> = {
  colour: /^--/,
  spacing: /^--(space|spacing|gap|size)/,
  'font-size': /^--(text|font|size)/,
  radius: /^--(radius|round)/,
  'font-family': /^--font/,
  shadow: /^--shadow/,
}

function fixFor(
  { kind, start, value, file, where }: StyleLiteral,
  nearest: string,
  files: StaticFacts | null,
): PageFix | null {
  if (start === null) return null
  const named = files?.customProperties.find(
    (each) => nameOf[kind].test(each.name) && isSame(each.value, nearest),
  )
  const text = named !== undefined && where !== 'token' ? `var(${named.name})` : nearest
  return {
    title: `Use ${text} instead of ${value}`,
    edits: [{ file, start, end: start + value.length, text }],
  }
}

function isSame(one: string, two: string): boolean {
  const [first, second] = [readColour(one), readColour(two)]
  if (first !== null && second !== null) return first.a === 1 && sameHue(first, second)
  const size = pixels(one)
  return size !== null && size === pixels(two)
}

const styleError: PageRule = definePageRule(
  {
    id: 'tokens/style-error',
    dimension: 'Design Quality',
    about: 'The style sheets can be read without an error.',
    example: { bad: '.card { color: red', better: '.card { color: red }' },
    needs: ['static'],
  },
  (facts) =>
    (facts.static?.styleErrors ?? []).map(({ message, file, line }) => ({
      message: `${file} cannot be read here: ${message}`,
      place: { file, line },
    })),
)

export const tokenRules: readonly PageRule[] = [
  ruleFor('colour'),
  ruleFor('spacing'),
  ruleFor('font-size'),
  ruleFor('radius'),
  ruleFor('font-family'),
  ruleFor('shadow'),
  ...paletteRules,
  styleError,
]
