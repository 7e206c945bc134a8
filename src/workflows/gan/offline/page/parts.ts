import type { SectionName } from '../../inputs/copy.ts'
import type { ParsedCopy } from '../../inputs/parse-copy.ts'

export type Feature = {
  readonly title: string
  readonly description: string
  readonly metric: string | null
}
export type Plan = {
  readonly name: string
  readonly price: string
  readonly period: string | null
  readonly highlights: readonly string[]
}
/** What a section with free fields says, one field after the other. */
export type Said =
  | { readonly type: 'text'; readonly field: string; readonly text: string }
  | { readonly type: 'list'; readonly field: string; readonly texts: readonly string[] }
  | {
      readonly type: 'records'
      readonly field: string
      readonly records: readonly Readonly<Record<string, string>>[]
    }

/** A section of the page as its words are, before anybody thinks of its looks. */
export type Part =
  | {
      readonly type: 'hero'
      readonly name: SectionName
      readonly headline: string
      readonly subheadline: string | null
      readonly primary: string | null
      readonly secondary: string | null
    }
  | {
      readonly type: 'prose'
      readonly name: SectionName
      readonly headline: string
      readonly sentences: readonly string[]
    }
  | {
      readonly type: 'features'
      readonly name: SectionName
      readonly headline: string | null
      readonly items: readonly Feature[]
    }
  | {
      readonly type: 'pricing'
      readonly name: SectionName
      readonly headline: string
      readonly plans: readonly Plan[]
    }
  | {
      readonly type: 'cta'
      readonly name: SectionName
      readonly headline: string
      readonly button: string
      readonly supporting: string | null
    }
  | { readonly type: 'free'; readonly name: SectionName; readonly says: readonly Said[] }

/** The sections of copy.json in its order, in their primary form. */
export const partsOf = (parsed: ParsedCopy): readonly Part[] =>
  parsed.order.flatMap((name) => partOf(parsed, name) ?? [])

function partOf({ copy: { sections } }: ParsedCopy, name: SectionName): Part | null {
  switch (name) {
    case 'hero': {
      const hero = sections.hero?.primary
      if (hero === undefined) return null
      const { headline, subheadline, cta_primary, cta_secondary } = hero
      return {
        type: 'hero',
        name,
        headline,
        subheadline: subheadline ?? null,
        primary: cta_primary ?? null,
        secondary: cta_secondary ?? null,
      }
    }
    case 'problem':
    case 'solution': {
      const prose = sections[name]?.primary
      return prose === undefined
        ? null
        : { type: 'prose', name, headline: prose.headline, sentences: sentencesOf(prose.body) }
    }
    case 'features': {
      const features = sections.features?.primary
      if (features === undefined) return null
      const items = features.items.map((item) => ({ ...item, metric: item.metric ?? null }))
      return { type: 'features', name, headline: features.headline ?? null, items }
    }
    case 'pricing': {
      const pricing = sections.pricing?.primary
      if (pricing === undefined) return null
      const plans = pricing.plans.map(({ billing_period, ...plan }) => ({
        ...plan,
        period: billing_period ?? null,
      }))
      return { type: 'pricing', name, headline: pricing.headline, plans }
    }
    case 'cta': {
      const cta = sections.cta?.primary
      if (cta === undefined) return null
      const { headline, button_text: button, supporting_text } = cta
      return { type: 'cta', name, headline, button, supporting: supporting_text ?? null }
    }
    case 'social_proof':
    case 'footer': {
      const free = sections[name]?.primary
      return free === undefined ? null : { type: 'free', name, says: saidIn(free) }
    }
  }
}

type Free = Readonly<Record<string, string | readonly string[] | readonly Record<string, string>[]>>

const saidIn = (free: Free): readonly Said[] =>
  Object.entries(free).flatMap(([field, value]): readonly Said[] => {
    if (typeof value === 'string') return [{ type: 'text', field, text: value }]
    const texts = value.filter((each) => typeof each === 'string')
    if (texts.length > 0) return [{ type: 'list', field, texts }]
    return [{ type: 'records', field, records: value.filter((each) => typeof each !== 'string') }]
  })

/** Where one sentence ends and the next begins; abbreviations and figures end none. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?…]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}])/u).filter((each) => each !== '')

/** `96% on time` is a figure and what it counts. Null where no figure leads. */
export function figureOf(
  metric: string,
): { readonly figure: string; readonly rest: string } | null {
  const match = /^([^\s\d]{0,3}\d[\d.,:]*(?:\s?[%€$£×x°+]|[a-z]{1,2})?)\s+(.+)$/u.exec(metric)
  const [, figure, rest] = match ?? []
  return figure === undefined || rest === undefined ? null : { figure, rest }
}
