import type { FormTry } from '../../../model/page-probes.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, quote, shownOnce, worksRule } from './about.ts'

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

export const formRules: readonly PageRule[] = [onlyPlaceholder, errorsTied]
