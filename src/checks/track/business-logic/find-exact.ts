import { literalOf } from '../../integrity/names.ts'
import { is, type Node } from '../../integrity/source.ts'
import { plainRoute, sameRoute } from '../integration/read-spec.ts'
import type { Business } from './business.ts'
import type { Exact } from './journey-steps.ts'
import { fits, pagesOf } from './links.ts'

/** Whether the project has what a step names word for word. */
export function finder(business: Business): (exact: Exact) => boolean {
  const { code, project } = business
  const texts = [...code.facts.files]
    .filter(([path]) => !/\.mdx?$|(?:^|\/)conductor\//.test(path))
    .map(([, text]) => text)
  const pages = pagesOf(business)
  const labels = [
    ...project.product.flatMap(({ nodes }) => nodes.flatMap(labelOf)),
    ...[...code.facts.files].flatMap(([path, text]) =>
      isPage.test(path)
        ? [...text.matchAll(/>([^<>{}]+)<|["']([^"'<>]{2,60})["']/g)].map(
            ([, inside, quoted]) => inside ?? quoted ?? '',
          )
        : [],
    ),
    ...[...(code.facts.application?.pages.values() ?? [])].flatMap(({ views }) =>
      views.flatMap((view) => view.texts.map(({ text }) => text)),
    ),
  ].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return ({ kind, text }) => {
    if (kind === 'label') return labels.some((label) => isLabel(label, text))
    if (kind === 'name') return texts.some((own) => own.includes(text))
    return (
      pages.some((page) => sameRoute(page, plainRoute(text)) || fits(page, text)) ||
      texts.some((own) => pathIn(text).test(own))
    )
  }
}

const isPage = /\.(?:html|vue|svelte|astro|ejs|hbs|pug|json|ya?ml)$/

/** The texts of a node; markup that is written as text holds several. */
const labelOf = (node: Node): readonly string[] => {
  const text = is('JSXText')(node)
    ? node.value
    : is('TemplateElement')(node)
      ? (node.value.cooked ?? '')
      : (literalOf(node) ?? '')
  return text.split(/[<>]/).filter((each) => each.trim() !== '')
}

const mostBeside = 24

/** The label itself, or a short text around it; a long one only speaks of it. */
const isLabel = (text: string, wanted: string): boolean =>
  // `Choose ${name}` is put together
  (text.length > 3 && wanted.startsWith(`${text} `)) ||
  (text.length <= wanted.length + mostBeside &&
    new RegExp(`(?<!\\p{L})${escaped(wanted)}(?!\\p{L})`, 'u').test(text))

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A path as code writes it down, up to its first parameter; that of a file has something before it. */
const pathIn = (path: string): RegExp =>
  new RegExp(
    `(?<![.\\w])${escaped(plainRoute(path).replace(/\/?\{.*$/, '') || '/')}(?![\\w-])`,
    'i',
  )
