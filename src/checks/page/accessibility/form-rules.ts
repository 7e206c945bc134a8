import type { PageFacts } from '../../../model/page-facts.ts'
import type { FormTry } from '../../../model/page-probes.ts'
import type { FieldFact, FormFact } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, quote, type Seen, shownOnce, worksRule } from './about.ts'
import { personalData } from './personal-data.ts'

const isWritten = ({ tag, type }: Control): boolean =>
  tag === 'textarea' ||
  (tag === 'input' &&
    !/^(checkbox|radio|submit|button|reset|image|hidden|range|color|file)$/.test(type ?? 'text'))

const onlyPlaceholder: PageRule = worksRule(
  {
    id: 'label-only-placeholder',
    about: 'A field has a label of its own: a placeholder is gone as soon as somebody writes.',
    example: { bad: '<input placeholder="Email">', better: '<label>Email <input></label>' },
    mustPass: true,
  },
  (facts) =>
    shownOnce(facts, ({ controls }) => controls)
      .filter((field) => isWritten(field) && field.label === null)
      .filter(({ placeholder, ariaHidden }) => (placeholder ?? '').trim() !== '' && !ariaHidden)
      .map((field) => ({
        message: `the field has no label but its placeholder ${quote(field.placeholder ?? '')}`,
        place: at(field),
      })),
)

const onlyTitle: PageRule = worksRule(
  {
    id: 'label-only-title',
    about: 'A field has a label that can be seen, not only a title that shows on hovering.',
    example: { bad: '<input title="Email">', better: '<label>Email <input></label>' },
  },
  (facts) =>
    shownOnce(facts, ({ controls }) => controls)
      .filter((field) => isWritten(field) && field.label?.by === 'title')
      .map((field) => ({
        message: `the field is labelled by its title ${quote(field.label?.text ?? '')} alone`,
        place: at(field),
      })),
)

/** The fields of all forms, each once, with the box its control has. */
function fieldsOf(facts: PageFacts): readonly (FieldFact & { readonly form: FormFact })[] {
  const forms = new Map<string, FormFact>()
  for (const form of [...facts.views, ...facts.opened].flatMap((view) => view.forms)) {
    const known = forms.get(form.selector)
    const shown = (each: FormFact) => each.fields.filter(({ visible }) => visible).length
    if (known === undefined || shown(form) > shown(known)) forms.set(form.selector, form)
  }
  return [...forms.values()].flatMap((form) =>
    form.fields.filter(({ visible }) => visible).map((field) => ({ ...field, form })),
  )
}

const autocomplete: PageRule = worksRule(
  {
    id: 'autocomplete-personal',
    about: 'A field for the reader’s own name, address or number says so with autocomplete.',
    example: { bad: '<input type="email">', better: '<input type="email" autocomplete="email">' },
  },
  (facts) =>
    fieldsOf(facts).flatMap((field) => {
      const token = personalData(field)
      const given = (field.autocomplete ?? '').trim().toLowerCase()
      if (token === null || (given !== '' && given !== 'off' && given !== 'on')) return []
      return [
        {
          message: `the field ${quote(field.accessibleName)} asks for personal data and has no autocomplete="${token}"`,
          place: at({ selector: field.selector }),
        },
      ]
    }),
)

const saysRequired = (text: string): boolean =>
  /\*\s*$|^\s*\*|\((required|pflichtfeld|obligatoire)\)|\brequired\s*$/i.test(text.trim())

const requiredTold: PageRule = worksRule(
  {
    id: 'required-not-set',
    about: 'A field that its label calls required is required for the browser too.',
    example: {
      bad: '<label>Email * <input></label>',
      better: '<label>Email * <input required></label>',
    },
  },
  (facts) =>
    fieldsOf(facts)
      .filter(({ required, ariaRequired, label }) => {
        return !required && !ariaRequired && saysRequired(label?.text ?? '')
      })
      .filter(({ type }) => type !== 'checkbox' && type !== 'radio')
      .map((field) => ({
        message: `the label ${quote(field.label?.text ?? '')} says required, and the field is not`,
        place: at({ selector: field.selector }),
      })),
)

const requiredMarked: PageRule = worksRule(
  {
    id: 'required-not-marked',
    about: 'Where some fields must be filled and some not, the labels say which.',
    example: { bad: 'Email, Phone', better: 'Email, Phone (optional)' },
    severity: 'info',
  },
  (facts) => {
    const byForm = Map.groupBy(fieldsOf(facts), ({ form }) => form.selector)
    return [...byForm].flatMap(([selector, fields]): readonly Seen[] => {
      const must = fields.filter(({ required, ariaRequired }) => required || ariaRequired)
      const marked = fields.some(({ label }) =>
        /\*|required|optional|pflicht|freiwillig|obligatoire|facultatif/i.test(label?.text ?? ''),
      )
      return marked || must.length === 0 || must.length === fields.length
        ? []
        : [{ message: 'no label says which fields must be filled', place: { selector } }]
    })
  },
)

/** Words appeared that tell an error, and nothing carries them to the field or to the ear. */
const isSilent = (tried: FormTry | null): boolean =>
  tried !== null && tried.shown.length > 0 && !tried.announced && tried.invalid.length === 0

const errorsTied: PageRule = worksRule(
  {
    id: 'form-error-silent',
    about: 'What a form says about wrong input is tied to its field or announced.',
    example: {
      bad: '<p class="error">Wrong address</p>',
      better: '<input aria-invalid="true" aria-describedby="e"><p id="e" role="alert">…',
    },
    needs: ['probes'],
    severity: 'error',
  },
  (facts) =>
    facts.probes.forms
      .filter(
        ({ empty, wrong }) =>
          (isBlocked(empty) && isSilent(empty)) || (isBlocked(wrong) && isSilent(wrong)),
      )
      .map(({ selector, empty, wrong }) => {
        const shown = [...(empty?.shown ?? []), ...(wrong?.shown ?? [])][0] ?? ''
        return {
          message: `the error ${quote(shown)} is neither tied to a field nor announced`,
          place: { selector },
        }
      }),
)

const isBlocked = (tried: FormTry | null): boolean =>
  tried !== null && tried.blocked && tried.request === null && tried.navigation === null

export const formRules: readonly PageRule[] = [
  onlyPlaceholder,
  onlyTitle,
  autocomplete,
  requiredTold,
  requiredMarked,
  errorsTied,
]
