import type {
  MarkedField,
  MarkedFrame,
  MarkedMedia,
  MarkedPart,
  MarkedTable,
  MarkupFacts,
} from '../../../model/page-markup.ts'

/** How the document is written. Asked once for a page. */
export function markup(): MarkupFacts {
  const all = kit.memo.elements
  const given = 'font, center, big, strike, tt, marquee, blink, acronym, basefont, dir, applet'
  return {
    obsolete: all
      .filter((each) => each.matches(given))
      .slice(0, 50)
      .map((each) => ({ selector: kit.selectorOf(each), tag: each.localName })),
    images: all
      .filter((each) => each.matches('img[title], img[role]') && kit.isShown(each))
      .map((each) => ({
        selector: kit.selectorOf(each),
        alt: each.getAttribute('alt'),
        title: kit.plain(each.getAttribute('title')),
        role: each.getAttribute('role') ?? '',
      })),
    fields: all.filter((each) => kit.isField(each)).map((each) => kit.markedField(each)),
    groups: all
      .filter((each) => each.matches('fieldset, [role=group], [role=radiogroup]'))
      .filter((each) => kit.isShown(each))
      .map((each) => ({
        selector: kit.selectorOf(each),
        tag: each.localName,
        name: kit.nameOf(each),
        fields: [...each.querySelectorAll('input, select, textarea')].filter((field) =>
          kit.isField(field),
        ).length,
      })),
    frames: all
      .filter((each) => each.matches('iframe, frame'))
      .map((each) => kit.markedFrame(each)),
    parts: kit.markedParts(),
    ...kit.writtenStyles(),
    media: all
      .filter((each) => each instanceof HTMLMediaElement)
      .map((each) => kit.markedMedia(each)),
    tables: all
      .filter((each) => each instanceof HTMLTableElement)
      .filter((each) => kit.isShown(each))
      .map((each) => kit.markedTable(each)),
    idleStops: all
      .filter((each) => kit.isIdleStop(each))
      .map((each) => ({
        selector: kit.selectorOf(each),
        text: kit.plain(each.textContent).slice(0, 200),
      })),
  }
}

export function isField(element: Element): boolean {
  return (
    element.matches('input, select, textarea') &&
    !element.matches('[type=submit], [type=button], [type=reset], [type=image], [type=hidden]')
  )
}

export function markedField(field: Element): MarkedField {
  const labels = 'labels' in field && field.labels instanceof NodeList ? [...field.labels] : []
  const groups: string[] = []
  for (let at = kit.ownerOf(field); at !== null; at = kit.ownerOf(at))
    if (at.matches('fieldset, [role=group], [role=radiogroup]')) groups.push(kit.selectorOf(at))
  return {
    selector: kit.selectorOf(field),
    type: 'type' in field && typeof field.type === 'string' ? field.type : field.localName,
    name: field.getAttribute('name') ?? '',
    accessibleName: kit.nameOf(field),
    labels: labels.map((each) => kit.plain(each.textContent).slice(0, 300)),
    autocomplete: field.getAttribute('autocomplete') ?? '',
    looseHint: kit.looseHint(field, labels),
    onChange: field.getAttribute('onchange') ?? '',
    visible: kit.isShown(field),
    groups,
  }
}

/** Words between a field and its label, or right after it, that are called a hint or an error. */
export function looseHint(field: Element, labels: readonly Node[]): string {
  if (field.hasAttribute('aria-describedby') || field.hasAttribute('aria-errormessage')) return ''
  const owner = kit.ownerOf(field)
  if (owner === null || owner.localName === 'label') return ''
  const fields = [...owner.querySelectorAll('input, select, textarea')].filter((each) =>
    kit.isField(each),
  )
  if (fields[0] !== field) return ''
  // an error beside several fields is told of the first
  const called =
    fields.length === 1
      ? /(^|[-_\s])(hint|help|helper|error|invalid-feedback|field-?description)([-_\s]|$)/i
      : /(^|[-_\s])error([-_\s]|$)/i
  const hint = kit.childrenOf(owner).find((each) => {
    const name = `${each.getAttribute('class') ?? ''} ${kit.idOf(each)}`
    if (!called.test(name) || !kit.isShown(each)) return false
    if (
      each.matches('input, select, textarea, button, a, [role=alert], [role=status], [aria-live]')
    )
      return false
    const id = CSS.escape(kit.idOf(each))
    if (id !== '' && kit.firstMatch(`[aria-describedby~="${id}"], [aria-errormessage~="${id}"]`))
      return false
    return !labels.includes(each) && /\p{L}{3}/u.test(each.textContent ?? '')
  })
  return hint === undefined ? '' : kit.plain(hint.textContent).slice(0, 200)
}

export function markedFrame(frame: Element): MarkedFrame {
  const inside = frame instanceof HTMLIFrameElement ? frame.contentDocument : null
  const usable =
    'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"], summary'
  const stops =
    inside === null
      ? null
      : [...inside.querySelectorAll(usable)].filter(
          (each) =>
            each.getAttribute('tabindex') !== '-1' &&
            each.checkVisibility({ visibilityProperty: true }),
        ).length
  return {
    selector: kit.selectorOf(frame),
    name: kit.nameOf(frame),
    tabIndex: frame instanceof HTMLElement ? frame.tabIndex : 0,
    isHidden: !kit.isShown(frame) || kit.isAriaHidden(frame),
    text: kit.plain(inside?.body?.innerText).slice(0, 1000),
    stops: kit.isUsableFrame(frame) ? stops : 0,
  }
}

/** Can be seen, and nothing keeps people out of it. */
export function isUsableFrame(frame: Element): boolean {
  const modal = document.querySelector('dialog:modal')
  return (
    kit.isShown(frame) &&
    frame.clientWidth > 2 &&
    frame.clientHeight > 2 &&
    frame.closest('[inert]') === null &&
    (modal === null || kit.isAround(modal, frame))
  )
}

/** Parts with a `lang` or `dir` of their own, and texts in letters that run from right to left. */
export function markedParts(): readonly MarkedPart[] {
  const leftwards = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu
  return kit.memo.elements
    .filter((element) => {
      if (element === document.documentElement || !kit.isShown(element)) return false
      if (element.matches('[lang], [dir], bdo')) return true
      const own = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? '')
        .join(' ')
      const letters = own.match(/\p{L}/gu)?.length ?? 0
      return letters > 0 && (own.match(leftwards)?.length ?? 0) > letters / 2
    })
    .slice(0, 200)
    .map((element) => ({
      selector: kit.selectorOf(element),
      lang: element.closest('[lang]')?.getAttribute('lang') ?? '',
      direction: kit.styleOf(element).direction,
      text: kit.plain(element.textContent).slice(0, 500),
    }))
}

export function markedMedia(element: HTMLMediaElement): MarkedMedia {
  const decorates = element.muted && element.autoplay && !element.controls
  const near = [
    element.previousElementSibling,
    element.nextElementSibling,
    kit.ownerOf(element)?.nextElementSibling ?? null,
    kit.ownerOf(element)?.querySelector('audio') ?? null,
  ]
  return {
    selector: kit.selectorOf(element),
    tag: element.localName,
    tracks: [...element.querySelectorAll('track')].map((each) => each.kind),
    heard:
      !decorates &&
      (element.autoplay || (kit.isShown(element) && element.getBoundingClientRect().width > 1)),
    saysSo: /caption|subtitle|untertitel|sous-?titr/i.test(element.currentSrc),
    around: [...new Set(near)]
      .filter((each) => each !== null && each.checkVisibility() && !kit.isAriaHidden(each))
      .filter((each) => !each?.matches('script, style'))
      .filter((each) => !kit.styleOf(each ?? element).textIndent.startsWith('-'))
      .map((each) =>
        each instanceof HTMLAudioElement
          ? '♪'
          : each instanceof HTMLElement
            ? kit.plain(each.innerText)
            : '',
      )
      .join(' ')
      .slice(0, 2000),
  }
}

export function markedTable(table: HTMLTableElement): MarkedTable {
  const cell = kit.ownerOf(table)?.closest('td, th') ?? null
  const own = [...table.rows]
  const carried: number[] = []
  const widths = own.slice(0, 200).map((row) => {
    let width = carried.filter((left) => left > 0).length
    for (const [at, left] of carried.entries()) carried[at] = Math.max(0, left - 1)
    for (const each of row.cells) {
      width += each.colSpan
      for (let column = 0; each.rowSpan > 1 && column < each.colSpan; column++)
        carried.push(each.rowSpan - 1)
    }
    return width
  })
  const cells = own.flatMap((row) => [...row.cells])
  const headers = cells.filter((each) => each.localName === 'th')
  return {
    selector: kit.selectorOf(table),
    inside: cell === null ? null : cell.localName === 'th' ? 'header' : 'cell',
    widths,
    emptyHeaders: headers.filter(
      (each) =>
        kit.plain(each.textContent) === '' &&
        each.querySelector('img[alt], svg, [aria-label], input, button') === null &&
        !each.hasAttribute('aria-label'),
    ).length,
    dataCells: cells.length - headers.length,
    headerCells: headers.length,
  }
}

/** Has `tabindex="0"` and nothing to do with it. */
export function isIdleStop(element: Element): boolean {
  if (element.getAttribute('tabindex') !== '0' || kit.isNativeControl(element)) return false
  if (element.hasAttribute('role') || element.hasAttribute('contenteditable')) return false
  if (element.localName.includes('-') || element.shadowRoot !== null) return false
  if (kit.memo.handled.has(element) || !kit.isShown(element)) return false
  const handlers = element.getAttributeNames().some((name) => name.startsWith('on'))
  const scrolls =
    element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
  const style = kit.styleOf(element)
  const cuts = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)
  if (handlers || (scrolls && cuts) || style.cursor === 'pointer') return false
  return !element.matches('iframe, object, embed, video, audio, svg, canvas, pre, table')
}
