import type { AtRule, Container, Document } from 'postcss'
import type { Style } from './ui.ts'

type Sheet = {
  readonly path: string
  readonly css: string
  /** The line of its first sign in the file. */
  readonly line?: number
  readonly origin?: Style['origin']
  /** The component that it styles. */
  readonly owner?: string
}

const blanked = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** What Sass writes and CSS does not: comments to the end of a line, and values in selectors. */
const plainCss = (css: string): string =>
  css
    .replaceAll(/(?<=^|[\s;{}])\/\/[^\n]*/g, blanked)
    .replaceAll(/#\{[^{}]*\}/g, (part) => `x${blanked(part).slice(1)}`)

/** All styles of a sheet; null where it cannot be read. */
export async function readCss({
  path,
  css,
  line = 1,
  origin = 'sheet',
  owner = '',
}: Sheet): Promise<readonly Style[] | null> {
  const { parse } = await import('postcss')
  const styles: Style[] = []
  try {
    const root = parse(/\.(?:scss|less|sass)$/.test(path) ? plainCss(css) : css)
    root.walk((node) => {
      const place = { path, line: line + (node.source?.start?.line ?? 1) - 1, origin }
      const context = () => ({
        selector: selectorOf(node.parent, owner),
        conditions: conditionsOf(node.parent),
      })
      if (node.type === 'decl')
        styles.push({
          ...place,
          property: node.prop.startsWith('--') ? node.prop : node.prop.toLowerCase(),
          value: node.value.trim(),
          ...context(),
        })
      if (node.type === 'atrule') {
        const read = definition(node)
        if (read !== null) styles.push({ ...place, ...read, ...context() })
      }
    })
  } catch {
    return null
  }
  return styles
}

/** `@apply p-4`, `@include ring`, and the variables of Less. */
function definition({ name, params }: AtRule): Pick<Style, 'property' | 'value'> | null {
  if (name === 'apply' || name === 'include') return { property: `@${name}`, value: params }
  return name.endsWith(':') ? { property: `@${name.slice(0, -1)}`, value: params } : null
}

type Around = Container | Document | undefined

const isRule = (node: Around): node is Container & { readonly selector: string } =>
  node?.type === 'rule' && 'selector' in node

function selectorOf(node: Around, owner: string): string {
  const selectors: string[] = []
  for (let at = node; at !== undefined; at = at.parent)
    if (isRule(at)) selectors.unshift(at.selector)
  return selectors.reduce(nested, owner === '' ? '' : `.${owner}`)
}

/** The selector of a rule inside another. */
function nested(outer: string, inner: string): string {
  if (outer === '') return inner
  return inner
    .split(/,(?![^()]*\))/)
    .map((part) => part.trim())
    .map((part) => (part.includes('&') ? part.replaceAll('&', outer) : joined(outer, part)))
    .join(', ')
}

const joined = (outer: string, part: string): string =>
  part.startsWith(':') ? `${outer}${part}` : `${outer} ${part}`

function conditionsOf(node: Around): readonly string[] {
  const names: string[] = []
  for (let at = node; at !== undefined; at = at.parent)
    if (at.type === 'atrule' && 'params' in at && 'name' in at)
      names.unshift(`@${String(at.name)} ${String(at.params)}`.trim())
  return names.filter((each) => !each.startsWith('@layer'))
}
