import type { Page } from 'playwright-core'
import type { Place, Site } from '../../src/checks/page/audit/operator.ts'

export type Spot = {
  readonly selector?: string | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
}

// as text, because the benchmark itself is compiled without the types of a browser
const lookUp = `({ html, planted, found }) => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const find = (selector) => {
    try {
      return [...page.querySelectorAll(selector)]
    } catch {
      return []
    }
  }
  const goals = new Set(planted.flatMap(find))
  const near = new Set(goals)
  for (const goal of goals) {
    if (goal.parentElement !== null) near.add(goal.parentElement)
    if (!goal.matches('html, body, main')) for (const child of goal.children) near.add(child)
  }
  return found.map((each) => each !== '' && find(each).slice(0, 1).some((one) => near.has(one)))
}`

/** For each spot, whether it is the planted place or one step from it. */
export async function nearPlace(
  desk: Page,
  site: Site,
  place: Place,
  spots: readonly Spot[],
): Promise<readonly boolean[]> {
  const asked = {
    html: site.files[site.entry],
    planted: place.selectors,
    // a finding without any place speaks of the page as a whole
    found: spots.map(({ selector, file }) => selector ?? (file === undefined ? 'html' : '')),
  }
  const bySelector = await desk.evaluate<readonly boolean[]>(
    `(${lookUp})(${JSON.stringify(asked)})`,
  )
  return spots.map(
    (spot, at) => bySelector[at] === true || place.files.some((file) => isAt(spot, file)),
  )
}

function isAt(spot: Spot, file: string): boolean {
  if (spot.file === undefined) return false
  const told = spot.file.replace(/(?::\d+)+$/, '')
  const [, path = file, first, last] = /^(.*?):(\d+)-(\d+)$/.exec(file) ?? []
  if (told !== path && !told.endsWith(`/${path}`)) return false
  if (first === undefined || spot.line === undefined) return true
  return spot.line >= Number(first) - 1 && spot.line <= Number(last) + 1
}
