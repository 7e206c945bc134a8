import type { ViewFacts } from '../../../model/page-structure.ts'
import type { TextRun } from '../../../model/page-view.ts'
import type { Issue, Part, Pass } from '../evaluation.ts'
import { ofAxe, pageIssues, pagesOf, partOf, rulePart } from './page-issues.ts'
import { targetsOf } from './read/selectors.ts'
import type { Ui } from './read/ui.ts'

/** Pass 3: header, content and footer stand where they belong, as the browser shows them. */
export const layoutStructure = (ui: Ui): Pass => ({
  number: 3,
  name: 'Layout and structure',
  parts: [
    ...regions.map((region) => regionPart(ui, region)),
    partOf('container', 'A container keeps the content together', {
      issues: looseTexts(ui),
      met: ui.unseen === null ? pagesOf(ui) : null,
      open: ui.unseen,
    }),
    rulePart(ui, 'heading-order', 'Headings go from h1 to h2 to text, one level at a time', {
      rules: ['axe-advice'],
      counts: ofAxe('heading-order', 'page-has-heading-one'),
      files: largerHeadings(ui),
    }),
    rulePart(ui, 'text-width', 'Lines of running text are not as wide as the screen', {
      rules: ['text-long-lines'],
    }),
    partOf('sections', 'The parts of a page keep their places', {
      issues: pageIssues(ui, ['layout/broken-grid']),
      met: ui.unseen === null ? pagesOf(ui) : null,
      open: ui.unseen,
    }),
  ],
})

type Region = {
  readonly called: 'header' | 'footer'
  readonly role: string
  readonly names: RegExp
}

const regions: readonly Region[] = [
  {
    called: 'header',
    role: 'banner',
    names:
      /^(?:site|app|page|main|top)?-?(?:header|nav\w*|navigation|topbar|appbar|menubar|sidebar)$/i,
  },
  { called: 'footer', role: 'contentinfo', names: /^(?:site|app|page|main)?-?footer$/i },
]

const showsRegion = (view: ViewFacts, { called, role }: Region): boolean =>
  view.landmarks.some(
    (each) =>
      each.visible && (each.role === role || (called === 'header' && each.role === 'navigation')),
  ) ||
  view.sections.some(
    ({ tag, selector }) => tag === called || new RegExp(`#[\\w-]*${called}`).test(selector),
  )

/** A style or a line of before speaks of it. */
function isForgotten(ui: Ui, { called, names }: Region): boolean {
  const tag = new RegExp(`<\\w*${called}\\b`, 'i')
  return (
    ui.styles.some(({ selector }) =>
      targetsOf(selector).some(
        (target) => target.tag === called || target.classes.some((name) => names.test(name)),
      ),
    ) ||
    ui.facts.commits.some(({ changes }) =>
      changes.some(({ type, text }) => type === 'removed' && tag.test(text)),
    )
  )
}

/** Pages that go without header and footer: those to sign in, and of errors. */
const alone =
  /(?:log-?in|sign-?(?:in|up)|register|auth|forgot|reset|password|verify|onboarding|not-?found|404|500|error|embed|print|preview|maintenance)/i

/** Pages without a part that others have, or that a page of more than one screen needs. */
function regionPart(ui: Ui, region: Region): Part {
  const { called } = region
  const shown = ui.pages.flatMap((page) => {
    const view = page.views.at(-1)
    return view === undefined ? [] : [{ page, view, has: showsRegion(view, region) }]
  })
  const isKnown = shown.some(({ has }) => has) || isForgotten(ui, region)
  const missing = shown.filter(
    ({ has, view, page }) => !has && !alone.test(page.page) && (isKnown || isDocument(view)),
  )
  return partOf(called, `Every page has a ${called}`, {
    issues: missing.map(({ page }) => ({
      message: `the page has no ${called}`,
      ...ui.placeOf(page, 'body'),
      fix: `Show the ${called} of the other pages here.`,
    })),
    met: shown.length > 0 && shown.every(({ has }) => has) ? pagesOf(ui) : null,
    open: ui.unseen ?? `no page has a ${called}: is that meant?`,
  })
}

/** Several screens of several parts: something to read, not a tool of one screen. */
const isDocument = ({ scrollHeight, height, sections }: ViewFacts): boolean =>
  scrollHeight > height * 1.2 && sections.length >= 2

const edge = 8
/** Of a screen of 1280 px, no container leaves so much to a text. */
const widest = 1_200

const isRead = ({ source, tag, text, ancestorRoles }: TextRun): boolean =>
  source === 'text' &&
  text.length > 20 &&
  /^(?:p|h[1-6]|li|dd|blockquote)$/.test(tag) &&
  !ancestorRoles.some((role) => /^(?:footer|contentinfo|header|banner|dialog)$/.test(role))

/** Texts that touch the edge of a wide screen, or may run over all of it. */
function looseTexts(ui: Ui): readonly Issue[] {
  return ui.pages.flatMap((page) => {
    const view = page.views.at(-1)
    const loose = (view?.texts ?? []).filter((run) => {
      const room = view?.blocks[run.block]?.box.width ?? 0
      const isStretched = room > widest && /^(?:start|left|justify)$/.test(run.textAlign)
      return isRead(run) && run.box.x >= 0 && (run.box.x < edge || isStretched)
    })
    const [first] = loose
    return first === undefined
      ? []
      : [
          {
            message: `${loose.length} texts have the whole screen to themselves at ${view?.width ?? 0} px (${first.selector})`,
            ...ui.placeOf(page, first.selector),
            fix: 'Put the content into a container with a max-width and padding.',
          },
        ]
  })
}

/** Headings that are larger than those above them. */
function largerHeadings(ui: Ui): readonly Issue[] {
  return ui.pages.flatMap((page) => {
    const view = page.views.at(-1)
    const sizes = (level: number) =>
      (view?.headings ?? [])
        .filter((each) => each.visible && each.level === level)
        .map(({ selector }) => ({
          selector,
          size: Math.max(
            ...(view?.texts ?? [])
              .filter(
                (run) => run.selector === selector || run.selector.startsWith(`${selector} >`),
              )
              .map(({ fontSize }) => fontSize),
          ),
        }))
    return [1, 2].flatMap((level) => {
      const upper = Math.max(0, ...sizes(level).map(({ size }) => size))
      const larger = sizes(level + 1).find(({ size }) => upper > 0 && size > upper + 1)
      return larger === undefined
        ? []
        : [
            {
              message: `an h${level + 1} is set in ${larger.size} px, the h${level} in ${upper} px (${larger.selector})`,
              ...ui.placeOf(page, larger.selector),
              fix: `Let the h${level} be the larger one.`,
            },
          ]
    })
  })
}
