import type { Part } from '../../evaluation.ts'
import { rulePart } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'

export const ofAxe =
  (...ids: readonly string[]) =>
  ({ message, ruleId }: { readonly message: string; readonly ruleId: string }): boolean =>
    ruleId !== 'axe-wcag' || ids.some((id) => message.endsWith(`(axe ${id})`))

const fieldRules = ['label', 'select-name', 'aria-input-field-name', 'aria-toggle-field-name']
const nameRules = [
  'button-name',
  'link-name',
  'aria-command-name',
  'input-button-name',
  'summary-name',
]
const imageRules = ['image-alt', 'input-image-alt', 'role-img-alt', 'svg-img-alt', 'area-alt']

export const toldAsNames = [...fieldRules, ...nameRules, ...imageRules]

/** Parts on what fields, controls and pictures are called. */
export const nameParts = (ui: Ui): readonly Part[] => [
  rulePart(ui, 'labels', 'Every field has a label', {
    rules: ['axe-wcag', 'label-only-placeholder'],
    counts: ofAxe(...fieldRules),
  }),
  rulePart(ui, 'button-text', 'Every button and link has words or a name', {
    rules: ['axe-wcag', 'control-without-name', 'label-in-name'],
    counts: (finding) => ofAxe(...nameRules)(finding) && finding.severity === 'error',
  }),
  rulePart(ui, 'alt-text', 'Every picture has an alt text that says what it shows', {
    rules: ['axe-wcag', 'alt-says-nothing'],
    counts: ofAxe(...imageRules),
  }),
  rulePart(ui, 'contrast', 'Text has a contrast of 4.5:1, large text 3:1', {
    rules: ['contrast-text', 'contrast-placeholder', 'contrast-hover', 'contrast-focus'],
    counts: ({ severity }) => severity === 'error',
  }),
]
