import { chainOf } from '../../../integrity/names.ts'
import { all, lineAt } from '../../../integrity/source.ts'
import type { Issue, Part } from '../../evaluation.ts'
import { mentions } from '../read/mentions.ts'
import { partOf, rulePart } from '../page-issues.ts'
import { targetsOf } from '../read/selectors.ts'
import type { Ui } from '../read/ui.ts'

export const modalPart = (ui: Ui): Part =>
  rulePart(ui, 'modal', 'Dialogs close on Escape and keep the focus', {
    rules: ['dialog-escape', 'dialog-takes-focus'],
    counts: ({ severity }) => severity === 'error',
    files: shownBeside(ui),
  })

/** `dialog.show()` lets the focus out and does not hear Escape; `showModal()` does both. */
const shownBeside = (ui: Ui): readonly Issue[] =>
  ui.elements.every(({ tag }) => tag !== 'dialog')
    ? []
    : ui.scripts
        .filter((source) => ui.isTouched(source) && !source.text.includes('showModal'))
        .flatMap((source) =>
          all(source, 'CallExpression')
            .filter(
              ({ callee, arguments: given }) =>
                given.length === 0 && /dialog\.show$/i.test(chainOf(callee).join('.')),
            )
            .map((call) => ({
              message: 'the dialog opens beside the page: it keeps no focus and hears no Escape',
              path: source.path,
              line: lineAt(source.text, call.start),
              fix: 'Open it with showModal().',
            })),
        )

const toast = /toast|snackbar/i
const kinds: readonly (readonly [string, RegExp])[] = [
  ['success', /success|positive|\bok\b|saved/i],
  ['error', /error|danger|fail|negative|destructive/i],
  ['info', /info|default|neutral|notice|warning/i],
]

export function toastPart(ui: Ui): Part {
  const files = ui.facts.touched.filter(
    (path) => toast.test(path.slice(path.lastIndexOf('/') + 1)) && ui.files.has(path),
  )
  const own = ui.elements.filter(
    (each) =>
      ui.isTouched(each) && !each.isComponent && each.classes.some((name) => toast.test(name)),
  )
  const place = files[0] ?? own[0]?.path
  const words = new Set([
    ...ui.scripts
      .filter(
        ({ path, text }) =>
          files.includes(path) ||
          (own.some((each) => each.path === path) && toast.test(text)) ||
          (own.length > 0 && /\.[cm]?js$/.test(path)),
      )
      .flatMap((source) => [...mentions(source)]),
    ...own.flatMap(({ classes }) => classes),
    ...ui.styles
      .filter(({ selector, path }) => toast.test(selector) || files.includes(path))
      .flatMap(({ selector }) =>
        targetsOf(selector).flatMap(({ classes, attributes }) => [
          ...classes,
          ...attributes,
          selector,
        ]),
      ),
  ])
  const styled = ui.styles
    .flatMap(({ selector }) => targetsOf(selector).flatMap(({ classes }) => classes))
    .filter((name) => toast.test(name))
  // where styles tell kinds apart, each kind needs one
  const areStyled = styled.some((name) => kinds.some(([, form]) => form.test(name)))
  const message = areStyled ? styled : [...words]
  const missing = kinds
    .filter(([, form]) => !message.some((word) => form.test(word)))
    .filter(([, form]) => !areStyled || [...words].some((word) => form.test(word)))
    .map(([name]) => name)
    // the look that all share is that of the one that has none of its own
    .filter(
      (_, index, looks) => !(areStyled && hasOwnLook(ui) && looks.length === 1 && index === 0),
    )
  return partOf('toast', 'Toasts tell success, error and information apart', {
    issues:
      place === undefined || missing.length === 0
        ? []
        : [
            {
              message: `the toast has no look for ${missing.join(', ')}`,
              path: place,
              fix: 'Give it a variant for each of success, error and info.',
            },
          ],
    met: place === undefined ? null : 'the toast has a look for success, error and information',
    none: 'the track has no toast of its own',
  })
}

const hasOwnLook = (ui: Ui): boolean =>
  ui.styles.some(
    ({ selector, property }) =>
      /^(?:background|border|color)/.test(property) &&
      targetsOf(selector).some(
        ({ classes }) =>
          classes.length === 1 &&
          classes.some((name) => toast.test(name) && !kinds.some(([, form]) => form.test(name))),
      ),
  )
