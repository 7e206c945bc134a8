import type { Page } from 'playwright-core'
import type { Base } from './pages.ts'
import type { Case } from './cases.ts'
import type { Stage, View } from './stage.ts'

// What a mutator meant to do may not have happened in the browser: pale text may lie on a dark
// ground, a small target may have room enough. Such equivalent mutants are dropped here.

type Check = {
  readonly view: View
  readonly holds: (page: Page, at: readonly string[]) => Promise<boolean>
}

/** Code that runs in the page: `at` are the selectors of the planted place. */
const inPage =
  (body: string) =>
  (page: Page, at: readonly string[]): Promise<boolean> =>
    page.evaluate(`(() => {
    const at = ${JSON.stringify(at)}.flatMap((each) => { const found = document.querySelector(each); return found ? [found] : [] });
    ${tools}
    ${body}
  })()`)

const tools = `
  const parts = (text) => { const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\\d.]+/g) ?? []).map(Number); return { r, g, b, a } };
  const linear = (v) => { const s = v / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4 };
  const light = (c) => 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
  const ratio = (x, y) => { const [low, high] = [light(x), light(y)].sort((p, q) => p - q); return (high + 0.05) / (low + 0.05) };
  const behind = (element) => { for (let each = element; each; each = each.parentElement) { const c = parts(getComputedStyle(each).backgroundColor); if (c.a > 0.99) return c } return { r: 255, g: 255, b: 255, a: 1 } };
  const textRatio = (element) => ratio(parts(getComputedStyle(element).color), behind(element));
  const isLarge = (element) => { const s = getComputedStyle(element); const size = parseFloat(s.fontSize); return size >= 24 || (size >= 18.66 && Number(s.fontWeight) >= 700) };
  const first = at[0];
  if (!first) return false;
`

const phone: View = { width: 375 }
const desktop: View = { width: 1280 }
const check = (view: View, body: string): Check => ({ view, holds: inPage(body) })

const pastTheEdge = check(
  phone,
  `return document.documentElement.scrollWidth > innerWidth + 1 || at.some((each) => each.getBoundingClientRect().right > innerWidth + 1)`,
)
const offCanvas = `const box = first.getBoundingClientRect(); return box.right <= 0 || box.left >= innerWidth`
const paleText = check(desktop, `return textRatio(first) < (isLarge(first) ? 3 : 4.5)`)
const cut = check(
  phone,
  `return at.some((each) => each.scrollHeight > each.clientHeight + 4 || each.scrollWidth > each.clientWidth + 4)`,
)

const shown = `const box = first.getBoundingClientRect(); return first.checkVisibility() && box.width > 0`

const checks: Readonly<Record<string, Check>> = {
  'overflow-wide-block': pastTheEdge,
  'overflow-min-width': pastTheEdge,
  'overflow-no-wrap': pastTheEdge,
  'overflow-image': pastTheEdge,
  'table-without-scroller': pastTheEdge,
  'text-clipped': cut,
  'text-cut-with-dots': cut,
  'focus-thrown-away': check(desktop, shown),
  'focus-trap': check(desktop, shown),
  'text-tiny': check(phone, `return parseFloat(getComputedStyle(first).fontSize) < 11`),
  'text-overlaps': check(
    phone,
    `const lines = (element) => { const range = document.createRange(); range.selectNodeContents(element); return [...range.getClientRects()] };
     return lines(at[0]).some((one) => lines(at[1]).some((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 20 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6))`,
  ),
  'spacing-locked': check(
    phone,
    `const range = document.createRange(); range.selectNodeContents(first); return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1`,
  ),
  'targets-tiny': check(
    phone,
    `const boxes = [...document.querySelectorAll('a,button')].map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0);
     const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
     return at.some((each) => { const box = each.getBoundingClientRect(); if (box.width === 0 || (box.width >= 24 && box.height >= 24)) return false;
       const [x, y] = centre(box);
       return boxes.some((other) => (other.left !== box.left || other.top !== box.top) && Math.hypot(Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom)) < 12) })`,
  ),
  'control-off-canvas': check(phone, offCanvas),
  'control-past-the-edge': check(phone, offCanvas),
  'control-gone-on-phones': {
    view: phone,
    async holds(page, at) {
      // another link to the same place, or the same words, and nothing is lost
      const gone = await inPage(
        `return !first.checkVisibility() && ![...document.querySelectorAll('a, button')].some((each) => each.checkVisibility() && ((each.getAttribute('href') !== null && each.getAttribute('href') === first.getAttribute('href')) || each.textContent.trim() === first.textContent.trim()))`,
      )(page, at)
      await page.setViewportSize({ width: 1280, height: 720 })
      // a button that only phones have ever shown is no loss of theirs against a desk
      return (
        gone && inPage(`return at.some((each) => each.checkVisibility())`)(page, at.slice(0, 1))
      )
    },
  },
  'control-covered': check(
    desktop,
    `first.scrollIntoView({ block: 'center' }); const box = first.getBoundingClientRect(); const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); return top !== null && !first.contains(top)`,
  ),
  'contrast-text': paleText,
  'contrast-large-text': check(desktop, `return isLarge(first) && textRatio(first) < 3`),
  'contrast-control': paleText,
  'contrast-faded': check(
    desktop,
    `const c = parts(getComputedStyle(first).color); const b = behind(first); const o = Number(getComputedStyle(first).opacity); const mixed = { r: b.r + (c.r - b.r) * o, g: b.g + (c.g - b.g) * o, b: b.b + (c.b - b.b) * o }; return ratio(mixed, b) < (isLarge(first) ? 3 : 4.5)`,
  ),
  'contrast-placeholder': check(
    desktop,
    `return ratio(parts(getComputedStyle(first, '::placeholder').color), behind(first)) < 4.5`,
  ),
  'contrast-field-border': check(
    desktop,
    `const line = parts(getComputedStyle(first).borderTopColor); const outside = behind(first.parentElement); return ratio(line, outside) < 3 && ratio(line, behind(first)) < 3 && ratio(behind(first), outside) < 3`,
  ),
  'contrast-icon': check(
    desktop,
    `return ratio(parts(getComputedStyle(first).color), behind(first)) < 3`,
  ),
  'contrast-dark-scheme': check(
    { width: 1280, dark: true },
    `return ratio(parts(getComputedStyle(document.body).color), behind(document.body)) < 4.5`,
  ),
  'contrast-focus-ring': check(
    desktop,
    `return at.some((each) => { each.focus({ focusVisible: true }); return ratio(parts(getComputedStyle(each).outlineColor), behind(each.parentElement)) < 3 })`,
  ),
  'contrast-hover': {
    view: desktop,
    async holds(page, at) {
      const [first] = at
      if (first === undefined) return false
      await page.hover(first, { timeout: 2000 }).catch(() => undefined)
      return inPage(`return textRatio(first) < (isLarge(first) ? 3 : 4.5)`)(page, [first])
    },
  },
  'order-reversed': check(
    desktop,
    `const [, second, third] = at; return second !== undefined && third !== undefined && second.getBoundingClientRect().left > third.getBoundingClientRect().left`,
  ),
  'text-hidden': check(desktop, `return first.getClientRects().length === 0`),
  'button-is-a-box': check(desktop, `return first.getClientRects().length > 0 || true`),
}

// as text, because the benchmark itself is compiled without the types of a browser
const deadButtons = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const dead = []
    for (const [at, button] of [...document.querySelectorAll('button[type=button]')].entries()) {
      const before = document.documentElement.outerHTML
      button.click()
      if (document.documentElement.outerHTML === before) dead.push(String(at))
      for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close()
    }
    return dead
  })()`)

/** Whether clicking behaves worse than on the clean page. */
async function handlersBroken(stage: Stage, base: Base, one: Case): Promise<boolean> {
  const clean = await deadButtons(await stage.show(base.site, desktop))
  const page = await stage.show(one.site, desktop)
  let errors = 0
  const count = () => (errors += 1)
  page.on('pageerror', count)
  const now = await deadButtons(page)
  page.off('pageerror', count)
  return errors > 0 || now.length > clean.length
}

/** Whether the defect is really there to be seen; what needs no browser is true by its making. */
export async function confirmed(stage: Stage, one: Case): Promise<boolean> {
  if (one.operator.id === 'button-without-handler' || one.operator.id === 'handler-throws')
    return handlersBroken(stage, one.base, one)
  const known = checks[one.operator.id]
  if (known === undefined) return true
  return known.holds(await stage.show(one.site, known.view), one.place.selectors)
}
