import type { ViewFacts } from '../../../../model/page-structure.ts'
import type { Part } from '../../evaluation.ts'
import { pagesOf, partOf } from '../page-issues.ts'
import { targetsOf } from '../read/selectors.ts'
import { literal, type Ui, type UiElement } from '../read/ui.ts'
import { alone, rendered, type WrittenPage } from './written-pages.ts'

type Region = {
  readonly id: string
  readonly called: string
  readonly role: string
  readonly names: RegExp
}

export const regions: readonly Region[] = [
  {
    id: 'header',
    called: 'header',
    role: 'banner',
    names:
      /^(?:site|app|page|main|top)?-?(?:header|nav\w*|navigation|topbar|appbar|menubar|sidebar)$/i,
  },
  {
    id: 'footer',
    called: 'footer',
    role: 'contentinfo',
    names: /^(?:site|app|page|main)?-?footer$/i,
  },
]

const isRegion = (element: UiElement, { called, role, names }: Region): boolean =>
  element.tag === called ||
  literal(element, 'role') === role ||
  (element.isComponent && names.test(element.tag)) ||
  element.classes.some((name) => names.test(name)) ||
  (called === 'header' && element.tag === 'nav')

const hasRegion = ({ elements }: WrittenPage, region: Region): boolean =>
  elements.some((each) => isRegion(each, region))

const showsRegion = (view: ViewFacts, { called, role }: Region): boolean =>
  view.landmarks.some(
    (each) =>
      each.visible && (each.role === role || (called === 'header' && each.role === 'navigation')),
  ) ||
  view.sections.some(
    ({ tag, selector }) => tag === called || new RegExp(`#[\\w-]*${called}`).test(selector),
  )

/** A component, a style or a line of before speaks of it, and nothing shows it. */
function isForgotten(ui: Ui, region: Region): boolean {
  const own = ui.elements.filter((each) => isRegion(each, region))
  const shown = new Set([...ui.files.keys()].flatMap((path) => rendered(ui, path)))
  const isOrphan = own.some(
    ({ path, tag }) =>
      tag === region.called && /\.(?:[jt]sx|vue|svelte|astro)$/.test(path) && !shown.has(path),
  )
  if (isOrphan || own.length > 0) return isOrphan
  const isStyled = ui.styles.some(({ selector }) =>
    targetsOf(selector).some(
      ({ tag, classes }) =>
        tag === region.called || classes.some((name) => region.names.test(name)),
    ),
  )
  const removed = ui.facts.commits.flatMap(({ changes }) =>
    changes.filter(({ type }) => type === 'removed'),
  )
  const tag = new RegExp(`<\\w*${region.called}\\b`, 'i')
  return isStyled || removed.some(({ text }) => tag.test(text))
}

/** Pages without a part that others have, or that a page of more than one screen needs. */
export function regionPart(ui: Ui, region: Region, written: readonly WrittenPage[]): Part {
  const { id, called } = region
  const about = `Every page has a ${called}`
  const seen = ui.pages.flatMap((page) => {
    const view = page.views.at(-1)
    return view === undefined ? [] : [{ page, view, has: showsRegion(view, region) }]
  })
  const having = written.filter((each) => hasRegion(each, region))
  const isKnown = having.length > 0 || seen.some(({ has }) => has) || isForgotten(ui, region)
  const missing = seen.filter(
    ({ has, view, page }) => !has && !alone.test(page.page) && (isKnown || isDocument(view)),
  )
  const fix = `Show the ${called} of the other pages here.`
  const isUsual = having.length * 2 >= written.length || (isKnown && having.length === 0)
  const lacking =
    ui.unseen === null || !isUsual
      ? []
      : written.filter((each) => ui.isTouched(each) && !having.includes(each))
  return partOf(id, about, {
    issues: [
      ...missing.map(({ page }) => ({
        message: `the page has no ${called}`,
        ...ui.placeOf(page, 'body'),
        fix,
      })),
      ...lacking.map(({ path, line }) => ({
        message: `the page has no ${called}`,
        path,
        line,
        fix,
      })),
    ],
    met:
      seen.length > 0 && seen.every(({ has }) => has)
        ? pagesOf(ui)
        : ui.unseen !== null && having.length > 0
          ? `${having.length} pages in the files have one`
          : null,
    open: ui.unseen ?? `no page has a ${called}: is that meant?`,
  })
}

/** Several screens of several parts: something to read, not a tool of one screen. */
const isDocument = ({ scrollHeight, height, sections }: ViewFacts): boolean =>
  scrollHeight > height * 1.2 && sections.length >= 2
