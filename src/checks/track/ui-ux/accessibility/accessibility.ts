import type { Part, Pass } from '../../evaluation.ts'
import { ringIssues } from '../focus-ring.ts'
import { isModalSafe, modalsOf } from '../modals.ts'
import { issueAt, pageIssues, partOf, rulePart } from '../page-issues.ts'
import { type Ui } from '../read/ui.ts'
import { nameParts, ofAxe, toldAsNames } from './names.ts'

function focusParts(ui: Ui): readonly Part[] {
  const modals = modalsOf(ui)
  return [
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
    partOf('focus-trap', 'A dialog takes the focus and keeps it until it is closed', {
      issues: [
        ...pageIssues(ui, ['dialog-takes-focus', 'dialog-returns-focus']),
        ...modals
          .filter((modal) => !isModalSafe(ui, modal, 'focus'))
          .map(({ element }) =>
            issueAt(
              element,
              'the dialog does not keep the focus',
              'Use <dialog> with showModal(), or trap the focus.',
            ),
          ),
      ],
      met: modals.length > 0 ? `${modals.length} dialogs keep the focus` : null,
      none: 'the track has no dialog of its own',
    }),
  ]
}

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
