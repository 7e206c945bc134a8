import type { SectionFact, ViewFacts } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageContract, PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'
import { readColour } from '../../../kit/colour.ts'
import { sameHue } from '../tokens/css-colour.ts'
import { firstFamily, pixels, tokenScale } from '../tokens/token-scale.ts'

export const gradientText: PageRule = definePageRule(
  {
    id: 'slop/gradient-text',
    dimension: 'Originality',
    about: 'No text is filled with a gradient.',
    example: { bad: 'h1 { background-clip: text }', better: 'h1 { color: var(--color-ink) }' },
  },
  ({ views }) => {
    const view = views.at(-1)
    return oncePerPlace([
      ...(view?.styles.gradients ?? [])
        .filter(({ onText }) => onText)
        .map(({ selector, box }) => ({
          severity: 'warning' as const,
          message: `The text of ${selector} is filled with a gradient.`,
          place: { selector, box },
        })),
      ...(view?.texts ?? [])
        .filter(({ clipFill }) => (clipFill?.length ?? 0) > 1)
        .map(({ selector, box, text }) => ({
          severity: 'warning' as const,
          message: `${quote(text)} is filled with a gradient.`,
          place: { selector, box },
        })),
    ])
  },
)

export const sameStructure: PageRule = definePageRule(
  {
    id: 'slop/same-structure',
    dimension: 'Originality',
    about: 'Sections about different things are not all built alike.',
    example: {
      bad: 'Four sections, each a centred title, a line and three boxes',
      better: 'A section whose form follows from what it says',
    },
  },
  ({ views }) => {
    const groups = new Map<string, SectionFact[]>()
    for (const section of views.at(-1)?.sections ?? [])
      if (section.heading !== null && section.tag !== 'article')
        groups.set(section.signature, [...(groups.get(section.signature) ?? []), section])
    return [...groups]
      .filter(([signature, { length }]) => length >= (signature.includes('*') ? 3 : 4))
      .filter(([signature]) => (signature.match(/[a-z]\w*/g)?.length ?? 0) >= 4)
      .flatMap(([, sections]) =>
        sections.map(({ selector, box, heading }) => ({
          message: `${quote(heading ?? selector)} is built exactly like ${sections.length - 1} other sections.`,
          place: { selector, box },
        })),
      )
  },
)

export const oneRadius: PageRule = definePageRule(
  {
    id: 'slop/one-radius',
    dimension: 'Originality',
    about: 'Not everything has the same large round corners, unless the tokens have only those.',
    example: { bad: '* { border-radius: 16px }', better: 'Corners by the kind of thing' },
  },
  ({ views }, { tokens }) => {
    const radii = views.at(-1)?.styles.radii ?? []
    const agreed = tokens === null ? [] : (tokenScale(tokens).radii ?? [])
    const all = radii.reduce((sum, { count }) => sum + count, 0)
    const most = radii.toSorted((a, b) => b.count - a.count)[0]
    const size = most === undefined ? null : pixels(most.value)
    if (most === undefined || size === null || size < 12 || size >= 40) return []
    if (agreed.some((each) => Math.abs(each - size) < 0.1)) return []
    if (all < 8 || most.count / all < 0.9) return []
    return [
      {
        severity: 'warning' as const,
        message: `${most.count} of ${all} corners have the same radius of ${most.value}.`,
        place: { selector: most.selectors[0] ?? 'body' },
      },
    ]
  },
)

const isButton = ({ tag, role, paint, visible, disabled, type }: Control): boolean =>
  visible &&
  !disabled &&
  // the chosen tab is where one is already
  role !== 'tab' &&
  (tag === 'button' || tag === 'a' || role === 'button' || type === 'submit') &&
  (paint.background.a > 0.5 || paint.backgroundImage !== null)

export const missingStates: PageRule = definePageRule(
  {
    id: 'slop/missing-states',
    dimension: 'Originality',
    about: 'Buttons answer to the pointer and to focus.',
    example: { bad: '.button { … } and nothing more', better: '.button:hover { … }' },
    needs: ['views', 'probes'],
  },
  ({ views, probes }) => {
    const view = views.at(-1)
    const buttons = (view?.controls ?? []).filter(isButton)
    const still = buttons.filter(({ selector }) => {
      const probe = probes.states.find((each) => each.selector === selector)
      return probe !== undefined && probe.hover === null
    })
    const noRule = (view?.states.hover.length ?? 0) === 0 && buttons.length > 0
    const named = still.length > 0 ? still : noRule ? buttons.slice(0, 1) : []
    return named.map(({ selector, box, name }) => ({
      severity: noRule ? ('error' as const) : ('warning' as const),
      message: `${quote(name || selector)} does not answer to the pointer.`,
      place: { selector, box },
    }))
  },
)

const defaults =
  /^(times new roman|times|arial|helvetica|helvetica neue|system-ui|-apple-system|blinkmacsystemfont|ui-sans-serif|segoe ui|roboto|inter|open sans|poppins|sans-serif|serif)$/
// the greys and accents that come with a well-known utility framework
const frameworkColours = [
  '#f9fafb',
  '#f3f4f6',
  '#e5e7eb',
  '#6b7280',
  '#4b5563',
  '#374151',
  '#1f2937',
  '#111827',
  '#6366f1',
  '#4f46e5',
  '#8b5cf6',
  '#7c3aed',
  '#3b82f6',
  '#2563eb',
].flatMap((hex) => readColour(hex) ?? [])

/** Signs that mean nothing alone. */
function weakTells(view: ViewFacts, contract: PageContract): readonly string[] {
  const scale = contract.tokens === null ? null : tokenScale(contract.tokens)
  const agreed = [
    ...(scale?.families ?? []),
    ...(contract.brand?.fonts ?? []).map((each) => firstFamily(each)),
  ]
  const families = view.styles.fontFamilies.map(({ value }) => firstFamily(value))
  const plainFont =
    families.length > 0 && families.every((each) => defaults.test(each) && !agreed.includes(each))
  const kit = frameworkColours.filter(
    (each) =>
      view.styles.colours.some(({ value }) => sameHue(each, value)) &&
      !(scale?.colours ?? []).some((one) => sameHue(one, each)),
  )
  const parts = view.sections.filter(({ heading }) => heading !== null)
  const centred = parts.length >= 4 && parts.every(({ textAlign }) => textAlign === 'center')
  return [
    ...(plainFont ? [`the default font ${families[0] ?? ''}`] : []),
    ...(kit.length >= 3 ? [`${kit.length} colours of a utility framework`] : []),
    ...(centred ? ['every title in the middle'] : []),
    ...(view.states.customProperties.length === 0 && view.styles.colours.length > 4
      ? ['no custom property at all']
      : []),
  ]
}

export const defaultLook: PageRule = definePageRule(
  {
    id: 'slop/default-look',
    dimension: 'Originality',
    about: 'The page does not look as its tools look out of the box.',
    example: {
      bad: 'The default font, grey-50 behind, everything in the middle',
      better: 'A face of its own',
    },
  },
  ({ views }, contract) => {
    const view = views.at(-1)
    const tells = view === undefined ? [] : weakTells(view, contract)
    if (tells.length < 2) return []
    return [
      {
        severity: 'warning' as const,
        message: `The page looks as it comes out of the box: ${tells.join(', ')}.`,
        place: { selector: 'body' },
        measured: { value: tells.length, needed: 1, unit: 'signs' },
      },
    ]
  },
)
