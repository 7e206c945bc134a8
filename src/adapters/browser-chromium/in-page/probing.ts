/** What a click may change, as it was before. */
export type Before = {
  readonly href: string
  readonly focus: Element | null
  readonly scrolled: string
  readonly layers: number
}

export type Aim =
  | { readonly type: 'at'; readonly x: number; readonly y: number }
  | { readonly type: 'gone' | 'hidden' | 'disabled' }
  | { readonly type: 'covered'; readonly by: string }

export type Clickable = {
  readonly selector: string
  readonly name: string
  readonly opens: boolean
}

/** Button-like things that a click should move to do something. Plain links are judged as links. */
export function clickables(handled: readonly number[]): readonly Clickable[] {
  kit.begin(6000)
  const all = document.querySelectorAll('*')
  kit.memo.handled = new Set(handled.flatMap((index) => all[index] ?? []))
  return kit.memo.elements.flatMap((element) => {
    if (!kit.isButtonLike(element) || !kit.isShown(element) || !kit.hasSize(element)) return []
    if (element.matches(':disabled, [aria-disabled="true"]')) return []
    const name =
      kit.plain(element.getAttribute('aria-label')) || kit.plain(element.textContent).slice(0, 100)
    const opens =
      element.matches(
        'summary, [aria-expanded], [aria-haspopup], [popovertarget], [commandfor], [aria-controls]',
      ) ||
      // a button of its own may open a dialog; one that sends a form does not
      (document.querySelector('dialog, [role=dialog], [popover]') !== null &&
        kit.closestSelector(element, 'form, dialog, [role=dialog], [popover]') === null)
    return [{ selector: kit.selectorOf(element), name, opens }]
  })
}

export function isButtonLike(element: Element): boolean {
  const because = kit.asksToBeUsed(element)
  if (because === null || because === 'tabindex') return false
  const tag = element.localName
  if (tag === 'a' || tag === 'area') {
    const href = (element.getAttribute('href') ?? '').trim()
    return href === '' || href === '#' || /^javascript:/i.test(href) || kit.leadsToNoPlace(href)
  }
  if (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) {
    // what sends a form is tried with the form
    const sends = /^(submit|image)$/.test(element.type) && element.form !== null
    if (sends && element.form !== null && kit.fieldsOf(element.form).length > 0) return false
    return /^(button|submit|reset|image)$/.test(element.type)
  }
  if (tag === 'summary') return true
  if (['select', 'textarea', 'audio', 'video'].includes(tag)) return false
  const role = element.getAttribute('role') ?? ''
  return because !== 'role' || /^(button|tab|switch|menuitem|link)$/.test(role)
}

/** A fragment that no element has: the link is dead, unless a script acts on it. Routes are for scripts to read. */
export function leadsToNoPlace(href: string): boolean {
  if (!/^#[^/!]/.test(href)) return false
  const name = href.slice(1)
  return document.getElementById(name) === null && document.getElementsByName(name).length === 0
}

/** Brings the control into view and says where to click, or why not. */
export function aim(selector: string): Aim {
  const element = kit.query(selector)
  if (element === null) return { type: 'gone' }
  if (!element.checkVisibility({ visibilityProperty: true })) return { type: 'hidden' }
  if (element.matches(':disabled')) return { type: 'disabled' }
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const rect = element.getBoundingClientRect()
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2]
  const hit = kit.stackAt(x, y)[0]
  if (hit === undefined) return { type: 'hidden' }
  if (!kit.isAround(element, hit) && !kit.isAround(hit, element))
    return { type: 'covered', by: kit.makeSelector(hit) }
  return { type: 'at', x, y }
}

/** Starts to watch for what comes of a click. What moves on its own is not counted. */
export async function watchAlone(ms: number): Promise<readonly string[]> {
  kit.memo.restless = new Set()
  kit.memo.watcher?.disconnect()
  const restyled = new Map<Element, number>()
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName } of records) {
      kit.memo.restless.add(target)
      if (attributeName === 'style' && target instanceof Element)
        restyled.set(target, (restyled.get(target) ?? 0) + 1)
    }
  })
  observer.observe(document, kit.everything())
  await new Promise((resolve) => setTimeout(resolve, ms))
  observer.disconnect()
  // once may be a step of something that comes to its end
  return [...restyled].filter(([, times]) => times > 1).map(([each]) => kit.makeSelector(each))
}

export function everything(): MutationObserverInit {
  return { subtree: true, childList: true, attributes: true, characterData: true }
}

export function arm(): void {
  const { memo } = kit
  memo.changed = []
  memo.watcher?.disconnect()
  memo.watcher = new MutationObserver((records) => {
    for (const { target, attributeName } of records) {
      if (memo.restless.has(target) || memo.changed.length > 20) continue
      const at = target instanceof Element ? target : target.parentElement
      if (at !== null) memo.changed.push(`${kit.makeSelector(at)} ${attributeName ?? 'content'}`)
    }
  })
  memo.watcher.observe(document, kit.everything())
  memo.before = kit.stateNow()
}

export function stateNow(): Before {
  return {
    href: location.href,
    focus: document.activeElement,
    scrolled: `${scrollX},${scrollY}`,
    layers: document.querySelectorAll(':modal, :popover-open, dialog[open]').length,
  }
}

export type Outcome = { readonly effects: readonly string[]; readonly detail: string | null }

/** What has come of a click until now. */
export function effectsNow(selector: string): Outcome {
  const { before, changed } = kit.memo
  const now = kit.stateNow()
  const effects: string[] = []
  if (before === null) return { effects, detail: null }
  if (now.layers > before.layers) effects.push('dialog')
  if (changed.length > 0) effects.push('mutation')
  const clicked = kit.query(selector)
  // what the browser itself does with a link to nowhere is no answer of the page
  const nowhere = clicked?.closest('a')?.getAttribute('href')?.trim() === '#'
  const went = now.href.replace(/#$/, '') !== before.href.replace(/#$/, '')
  if (went) effects.push('navigation')
  if (now.scrolled !== before.scrolled && !(nowhere && scrollY === 0)) effects.push('scroll')
  const moved = now.focus !== before.focus && now.focus !== document.body && now.focus !== null
  // a click inside something that takes the focus gives it the focus: no answer of the page either
  const byItself =
    clicked === null ||
    now.focus === null ||
    kit.isAround(clicked, now.focus) ||
    kit.isAround(now.focus, clicked)
  if (moved && !byItself) effects.push('focus')
  const target = moved && now.focus !== null ? kit.makeSelector(now.focus) : null
  return { effects, detail: changed[0] ?? target ?? null }
}

/** What has been opened: a dialog, a popover, or the part that the opener controls. */
export function openedBy(selector: string): {
  readonly opened: string
  readonly kind: 'dialog' | 'details' | 'popover' | 'expanded'
  readonly focusInside: boolean
} | null {
  const opener = kit.query(selector)
  const layers = [...document.querySelectorAll(':modal, dialog[open], :popover-open')]
  const roled = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
  const layer =
    layers.at(-1) ??
    roled.findLast(
      (each) =>
        kit.elementBox(each).height > 0 && each.checkVisibility({ visibilityProperty: true }),
    )
  const focus = document.activeElement
  if (layer !== undefined) {
    const kind = layer.hasAttribute('popover') ? 'popover' : 'dialog'
    return {
      opened: kit.makeSelector(layer),
      kind,
      focusInside: focus !== null && layer.contains(focus),
    }
  }
  const id = opener?.getAttribute('aria-controls') ?? ''
  const part = id === '' ? null : document.getElementById(id)
  const expanded = opener?.getAttribute('aria-expanded') === 'true'
  if (part !== null && part.checkVisibility({ visibilityProperty: true }) && expanded)
    return { opened: kit.makeSelector(part), kind: 'expanded', focusInside: part.contains(focus) }
  return expanded && opener !== null
    ? {
        opened: kit.makeSelector(kit.ownerOf(opener) ?? opener),
        kind: 'expanded',
        focusInside: false,
      }
    : null
}

export function openAllDetails(): string | null {
  const closed = [...document.querySelectorAll('details:not([open])')].filter((each) =>
    each.checkVisibility(),
  )
  for (const each of closed) each.setAttribute('open', '')
  return closed[0] === undefined ? null : kit.makeSelector(closed[0])
}

export function closeAllDetails(): void {
  for (const each of document.querySelectorAll('details[open]')) each.removeAttribute('open')
}

/** Closes what earlier probes opened. */
export function closeLayers(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open'))
    popover.hidePopover()
}
