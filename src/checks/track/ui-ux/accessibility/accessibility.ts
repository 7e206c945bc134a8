import type { Part, Pass } from '../../evaluation.ts'
import { ringIssues } from '../focus-ring.ts'
import { rulePart } from '../page-issues.ts'
import { type Ui } from '../read/ui.ts'
import { nameParts, ofAxe, toldAsNames } from './names.ts'

const focusParts = (ui: Ui): readonly Part[] => [
  rulePart(ui, 'focus-visible', 'It can be seen where the keyboard is', {
    rules: ['focus-not-visible', 'contrast-focus-indicator', 'focus-on-hidden'],
    files: ringIssues(ui),
  }),
  rulePart(ui, 'focus-order', 'The Tab key reaches everything, in the order of reading', {
    rules: [
      'focus-order',
      'tabindex-positive',
      'keyboard-unreached',
      'keyboard-taken-out',
      'keyboard-trap',
      'control-not-for-keyboard',
      'aria-hidden-focus',
    ],
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
        'zoom-disabled',
        'lang-plausible',
        'link-only-coloured',
        'table-headers',
        'aria-reference-lost',
      ],
      counts: (finding) =>
        finding.severity === 'error' &&
        (finding.ruleId !== 'axe-wcag' || !ofAxe(...toldAsNames)(finding)),
    },
  )
}

/** Pass 7: everyone can use it, whatever they see, hear or hold. */
export const accessibility = (ui: Ui): Pass => ({
  number: 7,
  name: 'Accessibility',
  parts: [...nameParts(ui), ...focusParts(ui), documentPart(ui)],
})
