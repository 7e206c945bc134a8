import type { TextRun } from '../../../../model/page-view.ts'
import type { Issue, Part } from '../../evaluation.ts'
import { pagesOf, partOf } from '../page-issues.ts'
import { stylesFor } from '../read/selectors.ts'
import { around, inside, type Ui, type UiElement } from '../read/ui.ts'
import type { WrittenPage } from './written-pages.ts'

const edge = 8
/** Of a screen of 1280 px, no container leaves so much to a text. */
const widest = 1_200
/** Where no rule limits the content either. */
const wide = 1_000

const isRead = ({ source, tag, text, ancestorRoles }: TextRun): boolean =>
  source === 'text' &&
  text.length > 20 &&
  /^(?:p|h[1-6]|li|dd|blockquote)$/.test(tag) &&
  !ancestorRoles.some((role) => /^(?:footer|contentinfo|header|banner|dialog)$/.test(role))

/** Texts that touch the edge of a wide screen, or may run over all of it. */
function loosePages(ui: Ui, written: readonly WrittenPage[]): readonly Issue[] {
  return ui.pages.flatMap((page) => {
    const view = page.views.at(-1)
    if (view === undefined) return []
    const file = written.find(({ path }) => path === ui.placeOf(page, 'body').path)
    const most = file === undefined || isContained(ui, file) ? widest : wide
    const loose = view.texts.filter((run) => {
      const room = view.blocks[run.block]?.box.width ?? 0
      const isStretched = room > most && /^(?:start|left|justify)$/.test(run.textAlign)
      return isRead(run) && run.box.x >= 0 && (run.box.x < edge || isStretched)
    })
    const [first] = loose
    return first === undefined
      ? []
      : [
          {
            message: `${loose.length} texts have the whole screen to themselves at ${view.width} px (${first.selector})`,
            ...ui.placeOf(page, first.selector),
            fix: 'Put the content into a container with a max-width and padding.',
          },
        ]
  })
}

const holds = (ui: Ui, element: UiElement): boolean =>
  element.classes.some((name) => /(?:^|:)(?:max-w-|container)|^container|wrapper$/i.test(name)) ||
  (element.isComponent && /container|wrapper|layout|shell|page|content/i.test(element.tag)) ||
  stylesFor(ui, element).some(
    ({ style }) =>
      /^(?:max-width|max-inline-size|width)$/.test(style.property) &&
      /px|rem|ch|min\(|clamp|var\(|\$/.test(style.value),
  )

/** Whether the title of a page, or the place where a shell puts its pages, stands in a container. */
const isContained = (ui: Ui, { elements }: WrittenPage): boolean =>
  elements.some(
    (each) =>
      (each.tag === 'h1' || (each.isOpen && /^(?:main|div|section)$/.test(each.tag))) &&
      [...(each.tag === 'h1' ? [] : [each]), ...around(each)].some((one) => holds(ui, one)),
  ) ||
  elements.some(
    (each) =>
      each.tag === 'main' &&
      [...inside(each)].some(
        (one) => holds(ui, one) && /^(?:div|section|article|ul|header)$/.test(one.tag),
      ),
  )

export function containerPart(ui: Ui, written: readonly WrittenPage[]): Part {
  const asked = written.filter(({ elements }) => elements.some(({ tag }) => tag === 'h1'))
  const known = asked.filter((each) => isContained(ui, each))
  const isUsed =
    known.length > 0 ||
    ui.elements.some((each) => holds(ui, each) && !each.isComponent && each.tag !== 'p')
  const lacking =
    ui.unseen === null
      ? []
      : asked.filter((each) => ui.isTouched(each) && isUsed && !known.includes(each))
  return partOf('container', 'A container keeps the content together', {
    issues: [
      ...loosePages(ui, written),
      ...lacking.map(({ path, line }) => ({
        message: 'nothing limits the width of the page, as on the other pages',
        path,
        line,
        fix: 'Put the content into the container of the other pages.',
      })),
    ],
    met:
      ui.unseen === null
        ? pagesOf(ui)
        : known.length > 0
          ? `${known.length} pages in the files have one`
          : null,
    open: ui.unseen,
  })
}
