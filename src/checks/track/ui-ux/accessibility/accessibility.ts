import type { Part, Pass } from '../../evaluation.ts'
import { focusable, ringIssues } from '../focus-ring.ts'
import { isModalSafe, modalsOf } from '../modals.ts'
import { issueAt, pageIssues, partOf, rulePart } from '../page-issues.ts'
import { literal, type Ui } from '../read/ui.ts'
import { contrastPart } from './contrast.ts'
import { isMouseOnly } from './mouse-only.ts'
import { nameParts, ofAxe, toldAsNames } from './names.ts'

function focusParts(ui: Ui): readonly Part[] {
  const own = ui.elements.filter(ui.isTouched)
  const stops = own.filter(focusable).length
  const metByFiles = stops > 0 ? `${stops} controls in the files were looked at` : null
  const modals = modalsOf(ui)
  const jumps = own.filter((each) => Number(literal(each, 'tabindex') ?? 0) > 0)
  return [
    rulePart(ui, 'focus-visible', 'It can be seen where the keyboard is', {
      rules: ['focus-not-visible', 'contrast-focus-indicator', 'focus-on-hidden'],
      files: ringIssues(ui),
      metByFiles,
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
      files: [
        ...jumps.map((each) =>
          issueAt(
            each,
            `tabindex ${literal(each, 'tabindex') ?? ''} jumps the queue`,
            'Use tabindex 0 and put the elements in their order.',
          ),
        ),
        ...own
          .filter(isMouseOnly)
          .map((each) =>
            issueAt(
              each,
              `the <${each.tag}> can be clicked, and no key reaches it`,
              'Make it a <button> or a link.',
            ),
          ),
      ],
      metByFiles,
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
  const documents = ui.elements.filter((each) => each.tag === 'html' && ui.isTouched(each))
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
      files: documents
        .filter((each) => !each.attributes.has('lang') && !each.hasSpread)
        .map((each) =>
          issueAt(each, 'the page does not say its language', 'Write <html lang="en">.'),
        ),
      metByFiles: documents.length > 0 ? `${documents.length} documents say their language` : null,
    },
  )
}

/** Pass 7: everyone can use it, whatever they see, hear or hold. */
export const accessibility = (ui: Ui): Pass => ({
  number: 7,
  name: 'Accessibility',
  parts: [...nameParts(ui), contrastPart(ui), ...focusParts(ui), documentPart(ui)],
})
