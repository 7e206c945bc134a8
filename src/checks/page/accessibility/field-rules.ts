import type { MarkedField } from '../../../model/page-markup.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { bare, quote, type Seen, worksRule } from './about.ts'

const fieldsOf = ({ markup }: PageFacts): readonly MarkedField[] =>
  (markup?.fields ?? []).filter(({ visible }) => visible)

const isTicked = ({ type }: MarkedField): boolean => type === 'checkbox' || type === 'radio'

const namedGroups = ({ markup }: PageFacts): ReadonlySet<string> =>
  new Set((markup?.groups ?? []).filter(({ name }) => name !== '').map(({ selector }) => selector))

/** The heading that the eye finds over a field. */
function headingOver(facts: PageFacts, { selector }: MarkedField): string {
  const view = facts.views.at(-1)
  const top = view?.controls.find((control) => control.selector === selector)?.box.y ?? 0
  return view?.headings.findLast(({ visible, box }) => visible && box.y <= top)?.selector ?? ''
}

const sharedLabel: PageRule = worksRule(
  {
    id: 'label-shared',
    about: 'Two fields with the same label stand in groups that tell them apart.',
    example: { bad: 'two fields “Name”', better: '“Your name” and “Name of the guest”' },
  },
  (facts) => {
    const fields = fieldsOf(facts).filter((field) => !isTicked(field))
    const named = namedGroups(facts)
    const keyOf = (field: MarkedField) =>
      [
        field.groups.find((group) => named.has(group)) ?? '',
        headingOver(facts, field),
        bare(field.accessibleName),
      ].join(' | ')
    const known = new Set<string>()
    return fields.flatMap((field): readonly Seen[] => {
      if (bare(field.accessibleName) === '') return []
      const isNew = !known.has(keyOf(field))
      known.add(keyOf(field))
      return isNew
        ? []
        : [
            {
              message: `another field has the same label ${quote(field.accessibleName)}`,
              place: { selector: field.selector },
            },
          ]
    })
  },
)

const manyLabels: PageRule = worksRule(
  {
    id: 'label-double',
    about: 'A field has one label: of several, some screen readers speak only the first or last.',
    example: {
      bad: 'two <label for="colour">',
      better: 'one <label for="colour">, one <label for="size">',
    },
  },
  (facts) =>
    fieldsOf(facts)
      .filter(({ labels }) => labels.filter((label) => label !== '').length > 1)
      .map(({ selector, labels }) => ({
        message: `the field has ${labels.length} labels: ${labels.map(quote).join(', ')}`,
        place: { selector },
      })),
)

const looseHint: PageRule = worksRule(
  {
    id: 'hint-not-tied',
    about: 'A hint or an error beside a field is tied to it, so that it is spoken with it.',
    example: {
      bad: '<p class="hint">Eight letters</p><input>',
      better: '<p id="h">Eight letters</p><input aria-describedby="h">',
    },
  },
  (facts) =>
    fieldsOf(facts)
      .filter((field) => field.looseHint !== '' && !isTicked(field))
      .filter(({ accessibleName, looseHint: hint }) => !bare(accessibleName).includes(bare(hint)))
      .map(({ selector, looseHint: hint }) => ({
        message: `the hint ${quote(hint)} is not tied to its field by aria-describedby`,
        place: { selector },
      })),
)

const leavesPage: PageRule = worksRule(
  {
    id: 'field-leaves-page',
    about: 'A choice in a field does not lead to another page: that is what buttons are for.',
    example: {
      bad: '<select onchange="location = this.value">',
      better: '<select>…</select> <button>Go</button>',
    },
    severity: 'error',
  },
  (facts) =>
    fieldsOf(facts)
      .filter(({ onChange }) =>
        /\blocation\b|\.submit\(|window\.open|\bopen\(|\bnavigate/.test(onChange),
      )
      .map(({ selector, accessibleName }) => ({
        message: `a change of ${quote(accessibleName || selector)} leads to another page without a word`,
        place: { selector },
      })),
)

const groupNamed: PageRule = worksRule(
  {
    id: 'group-without-name',
    about: 'Choices that belong together stand in a group that asks the question.',
    example: {
      bad: 'two radio buttons “Yes” and “No”, and nothing else',
      better: '<fieldset><legend>Have you been here before?</legend>…',
    },
    severity: 'error',
  },
  (facts) => {
    const asked = unasked(facts)
    const told = new Set(asked.map(({ place }) => place.selector))
    return [...asked, ...unnamedFieldsets(facts).filter(({ place }) => !told.has(place.selector))]
  },
)

/** Radio buttons, or boxes of one name, that no named group holds. */
function unasked(facts: PageFacts): readonly Seen[] {
  const named = namedGroups(facts)
  const choices = fieldsOf(facts).filter((field) => isTicked(field) && field.name !== '')
  const byName = Map.groupBy(choices, ({ type, name }) => `${type} ${name}`)
  return [...byName.values()]
    .filter(
      (fields) =>
        fields.length > 1 &&
        fields.every(({ groups }) => !groups.some((selector) => named.has(selector))),
    )
    .map((fields) => ({
      message: `the choices ${fields
        .map(({ accessibleName }) => quote(accessibleName))
        .slice(0, 4)
        .join(', ')} have no question: their group has no name`,
      place: { selector: fields[0]?.groups[0] ?? fields[0]?.selector ?? 'form' },
    }))
}

const unnamedFieldsets = ({ markup }: PageFacts): readonly Seen[] =>
  (markup?.groups ?? [])
    .filter(({ tag, name }) => tag === 'fieldset' && name === '')
    .map(({ selector }) => ({
      severity: 'warning' as const,
      message: 'the group of fields has no legend that says what it is about',
      place: { selector },
    }))

export const fieldRules: readonly PageRule[] = [
  sharedLabel,
  manyLabels,
  looseHint,
  leavesPage,
  groupNamed,
]
