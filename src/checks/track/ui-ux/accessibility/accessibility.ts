import type { Part, Pass } from '../../evaluation.ts'
import { ofAxe, rulePart } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'

const focusParts = (ui: Ui): readonly Part[] => [
  rulePart(ui, 'focus-visible', 'It can be seen where the keyboard is', {
    rules: ['focus-not-visible', 'contrast-focus-indicator', 'focus-on-hidden'],
  }),
  rulePart(ui, 'focus-order', 'The Tab key reaches everything, in the order of reading', {
    rules: [
      'focus-order',
      'keyboard-unreached',
      'keyboard-taken-out',
      'keyboard-trap',
      'control-not-for-keyboard',
      'aria-hidden-focus',
      'axe-advice',
    ],
    counts: ofAxe('tabindex'),
  }),
  rulePart(ui, 'focus-trap', 'A dialog takes the focus and keeps it until it is closed', {
    rules: ['dialog-takes-focus', 'dialog-returns-focus'],
  }),
]

function documentPart(ui: Ui): Part {
  return rulePart(
    ui,
    'document',
    'The page says its language, may be enlarged and breaks no rule of WCAG',
    {
      rules: [
        'axe-wcag',
        'lang-plausible',
        'link-only-coloured',
        'table-headers',
        'aria-reference-lost',
      ],
      counts: (finding) =>
        finding.severity === 'error' &&
        (finding.ruleId !== 'axe-wcag' || !ofAxe(...toldElsewhere)(finding)),
    },
  )
}

/** Pass 7: everyone can use it, whatever they see, hear or hold. */
export const accessibility = (ui: Ui): Pass => ({
  number: 7,
  name: 'Accessibility',
  parts: [...nameParts(ui), ...focusParts(ui), documentPart(ui)],
})

const fieldRules = ['label', 'select-name', 'aria-input-field-name', 'aria-toggle-field-name']
const nameRules = [
  'button-name',
  'link-name',
  'aria-command-name',
  'input-button-name',
  'summary-name',
]
const imageRules = ['image-alt', 'input-image-alt', 'role-img-alt', 'svg-img-alt', 'area-alt']

const toldElsewhere = [...fieldRules, ...nameRules, ...imageRules]

/** Parts on what fields, controls and pictures are called. */
const nameParts = (ui: Ui): readonly Part[] => [
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
