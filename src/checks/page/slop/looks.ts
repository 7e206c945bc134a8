import type { SectionFact } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'

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
