import type { PageFacts } from '../../../model/page-facts.ts'
import { chainOf, literalOf } from '../../integrity/names.ts'
import { is, type Source } from '../../integrity/source.ts'
import type { Business } from './business.ts'
import type { Step } from './journey-steps.ts'
import { rootsOf } from './journey-words.ts'

/** What the pages that were seen do not show although a step says so. */
export function brokenPromises({ code, project }: Business): (step: Step) => string | null {
  const pages = code.facts.application?.pages ?? new Map<string, PageFacts>()
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const textOf = ({ views }: PageFacts) =>
    plain(
      views
        .flatMap(({ texts, controls }) => [
          ...texts.map(({ text }) => text),
          ...controls.flatMap(({ text, name }) => [text, name]),
        ])
        .join(' '),
    )
  return ({ shown, leads, linked }) => {
    const missing = shown.find(({ page, label }) => {
      const observed = pages.get(page)
      return observed !== undefined && !textOf(observed).includes(plain(label))
    })
    if (missing !== undefined) return `${missing.page} does not show "${missing.label}"`
    const cut = linked.find(({ page, path, label }) => {
      const observed = pages.get(page)
      // what is called so may lead there by itself
      const isNamed =
        label !== null &&
        [...(observed?.links ?? []).map(({ text }) => text), ...controlsOf(observed)].some((text) =>
          plain(text).includes(plain(label)),
        )
      return (
        observed !== undefined && !isNamed && !observed.links.some(({ url }) => isAt(url, path))
      )
    })
    if (cut !== undefined) return `${cut.page} has no link to ${cut.path}`
    for (const { page, path } of linked) {
      const ways = goingsOf(project.product, page)
      if (ways.length > 0 && !ways.includes(path))
        return `what ${page} does leads to ${ways.join(', ')}, and not to ${path}`
    }
    const shownLinks = [...pages.values()].flatMap((page) => page.links)
    const astray = leads.find(({ label, path }) => {
      const named = shownLinks.filter(({ text }) => plain(text).includes(plain(label)))
      return named.length > 0 && !named.some(({ url }) => isAt(url, path))
    })
    return astray === undefined ? null : `"${astray.label}" does not lead to ${astray.path}`
  }
}

const controlsOf = (page: PageFacts | undefined): readonly string[] =>
  (page?.views ?? []).flatMap(({ controls }) => controls.flatMap(({ text, name }) => [text, name]))

/** Where the script of a page goes by itself: `location.assign('/orders')`, `location.href = '/orders'`. */
function goingsOf(product: readonly Source[], page: string): readonly string[] {
  const name = rootsOf(page.split('/').at(-1) ?? '')
  const own = product.filter(({ path }) => {
    const stem = new Set(rootsOf((path.split('/').at(-1) ?? '').replace(/\..*$/, '')))
    return name.length > 0 && name.every((word) => stem.has(word))
  })
  const targets = own.flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      if (is('AssignmentExpression')(node))
        return /^(?:(?:window|document)\.)?location(?:\.href)?$/.test(chainOf(node.left).join('.'))
          ? (literalOf(node.right) ?? [])
          : []
      const called = is('CallExpression')(node) ? chainOf(node.callee).join('.') : ''
      return is('CallExpression')(node) && leading.test(called)
        ? (literalOf(node.arguments[0]) ?? [])
        : []
    }),
  )
  return [...new Set(targets)].filter((target) => target.startsWith('/') && target !== page)
}

const leading =
  /(?:^|\.)location\.(?:assign|replace)$|^(?:navigate|goTo|goto|redirect|navigateTo)$|(?:^|\.)router\.(?:push|replace)$/

const isAt = (url: string, path: string): boolean =>
  URL.canParse(url) &&
  (path.includes('?')
    ? `${new URL(url).pathname}${new URL(url).search}`
    : new URL(url).pathname) === path
