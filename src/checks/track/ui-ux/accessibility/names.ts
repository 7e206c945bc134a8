import { isButton, isField, isLabelled, isNamed } from '../read/elements.ts'
import type { Part } from '../../evaluation.ts'
import { issueAt, pageIssues, pagesOf, partOf, uncheckedReason } from '../page-issues.ts'
import { literal, type Ui, type UiElement } from '../read/ui.ts'

/** Elements of the track that fail a question, and how many were asked. */
function asked(
  ui: Ui,
  isAsked: (element: UiElement) => boolean,
  answer: (element: UiElement) => boolean | null,
) {
  const all = ui.elements.filter((each) => ui.isTouched(each) && isAsked(each))
  const answers = all.map((element) => ({ element, answer: answer(element) }))
  return {
    wrong: answers.filter((each) => each.answer === false).map(({ element }) => element),
    right: answers.filter((each) => each.answer === true).length,
    all: all.length,
  }
}

function namePart(
  ui: Ui,
  id: string,
  about: string,
  {
    rules,
    counts,
    found,
    what,
    fix,
  }: {
    readonly rules: readonly string[]
    readonly counts?: Parameters<typeof pageIssues>[2]
    readonly found: ReturnType<typeof asked>
    readonly what: (element: UiElement) => string
    readonly fix: string
  },
): Part {
  const open = uncheckedReason(ui, rules)
  return partOf(id, about, {
    issues: [
      ...pageIssues(ui, rules, counts),
      ...found.wrong.map((each) => issueAt(each, what(each), fix)),
    ],
    met:
      open === null
        ? `${pagesOf(ui)}, and ${found.all} elements in the files`
        : found.right > 0
          ? `${found.right} of ${found.all} in the files are right, nothing is known of the others`
          : null,
    open: found.all > 0 || ui.elements.length === 0 ? open : null,
    none: 'the track writes nothing of the kind',
  })
}

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

const isFileName =
  /\.(?:png|jpe?g|gif|svg|webp|avif)$|^(?:image|img|photo|picture|bild|untitled)\s*\d*$/i

/** Alt text that says something; null where it is computed. */
function hasAlt(element: UiElement): boolean | null {
  const alt = element.attributes.get('alt')
  if (alt === undefined)
    return element.hasSpread ||
      element.attributes.has('aria-hidden') ||
      /^(?:presentation|none)$/.test(literal(element, 'role') ?? '') ||
      element.attributes.has('aria-label')
      ? null
      : false
  return alt.text === null ? null : !isFileName.test(alt.text.trim())
}

function isImage(ui: Ui, { tag, path }: UiElement): boolean {
  return tag === 'img' || (tag === 'Image' && /['"]next\/image['"]/.test(ui.files.get(path) ?? ''))
}

export const toldAsNames = [...fieldRules, ...nameRules, ...imageRules]

/** Parts on what fields, controls and pictures are called. */
export const nameParts = (ui: Ui): readonly Part[] => [
  namePart(ui, 'labels', 'Every field has a label', {
    rules: ['axe-wcag', 'label-only-placeholder'],
    counts: ofAxe(...fieldRules),
    found: asked(ui, isField, (each) => isLabelled(ui, each)),
    what: ({ tag, attributes }) =>
      `the <${tag}>${attributes.has('placeholder') ? ' with nothing but a placeholder' : ''} has no label`,
    fix: 'Give it a <label for> with words, or wrap it in one.',
  }),
  namePart(ui, 'button-text', 'Every button and link has words or a name', {
    rules: ['axe-wcag', 'control-without-name', 'label-in-name'],
    counts: (finding) => ofAxe(...nameRules)(finding) && finding.severity === 'error',
    found: asked(
      ui,
      (each) => isButton(each) || (each.tag === 'a' && each.attributes.has('href')),
      (each) => (each.hasSpread ? null : isNamed(ui, each)),
    ),
    what: ({ tag }) => `the <${tag}> has neither words nor a name`,
    fix: 'Write words into it, or give it an aria-label.',
  }),
  namePart(ui, 'alt-text', 'Every picture has an alt text that says what it shows', {
    rules: ['axe-wcag', 'alt-says-nothing'],
    counts: ofAxe(...imageRules),
    found: asked(ui, (each) => isImage(ui, each), hasAlt),
    what: ({ attributes }) =>
      attributes.has('alt')
        ? `the alt text "${attributes.get('alt')?.text ?? ''}" is a file name or says nothing`
        : 'the picture has no alt text',
    fix: 'Say in alt what the picture shows; alt="" if it is decoration.',
  }),
]
