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
  'overflow-image': pastTheEdge,
  'text-clipped': cut,
  'focus-trap': check(desktop, shown),
  'text-tiny': check(phone, `return parseFloat(getComputedStyle(first).fontSize) < 11`),
  'targets-tiny': check(
    phone,
    `const boxes = [...document.querySelectorAll('a,button')].map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0);
     const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
     return at.some((each) => { const box = each.getBoundingClientRect(); if (box.width === 0 || (box.width >= 24 && box.height >= 24)) return false;
       const [x, y] = centre(box);
       return boxes.some((other) => (other.left !== box.left || other.top !== box.top) && Math.hypot(Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom)) < 12) })`,
  ),
  'control-off-canvas': check(phone, offCanvas),
  'contrast-text': paleText,
  'contrast-large-text': check(desktop, `return isLarge(first) && textRatio(first) < 3`),
  'contrast-field-border': check(
    desktop,
    `const line = parts(getComputedStyle(first).borderTopColor); const outside = behind(first.parentElement); return ratio(line, outside) < 3 && ratio(line, behind(first)) < 3 && ratio(behind(first), outside) < 3`,
  ),
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
  if (one.operator.id === 'button-without-handler') return handlersBroken(stage, one.base, one)
  const known = checks[one.operator.id]
  if (known === undefined) return true
  return known.holds(await stage.show(one.site, known.view), one.place.selectors)
}
