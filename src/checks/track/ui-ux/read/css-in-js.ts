import { lineStarts, placeAt } from '../../../../kit/lines.ts'
import { chainOf, dotted, keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { above, all, below, type Node, type Source, type Typed } from '../../../integrity/source.ts'
import { nested, readCss } from './read-css.ts'
import type { Style } from './ui.ts'

/** What a styled component is made of: a tag, or the name of another component. */
function styledBase(node: Node): string | null {
  const [first, second] = chainOf(node)
  if (first !== 'styled') return null
  if (second !== undefined && !/^(?:attrs|withConfig)$/.test(second)) return second
  for (const each of below(node)) {
    if (each.type !== 'CallExpression' || dotted(each.callee) !== 'styled') continue
    const [base] = each.arguments
    return literalOf(base) ?? (base?.type === 'Identifier' ? base.name : null)
  }
  return null
}

/** The name that a value is given where it is written. */
function nameAround(source: Source, node: Node): string {
  for (const each of above(source, node)) {
    if (each.type === 'VariableDeclarator' && each.id.type === 'Identifier') return each.id.name
    if (each.type === 'Property') return keyName(each.key)
    if (/Function|Class|Program|Statement$/.test(each.type)) return ''
  }
  return ''
}

/** Styled components of a file by name, with what each is made of. */
export function styledIn(source: Source): ReadonlyMap<string, string> {
  if (!source.text.includes('styled')) return new Map()
  const found = [...all(source, 'TaggedTemplateExpression'), ...all(source, 'CallExpression')]
  return new Map(
    found.flatMap((node) => {
      const name = nameAround(source, node)
      const base = styledBase(node.type === 'CallExpression' ? node.callee : node.tag)
      const direct = node.type === 'CallExpression' ? styledBase(node) : null
      const tag = base ?? direct
      return tag === null || name === '' ? [] : [[name, tag] as const]
    }),
  )
}

/** The text of a template with something of as many lines for each value. */
export function templateText(
  source: Source,
  { quasis }: Typed<'TemplateLiteral'>,
  valueAt: (before: string, after: string, value: string) => string,
): string {
  let text = ''
  for (const [index, quasi] of quasis.entries()) {
    const raw = source.text.slice(quasi.start, quasi.end)
    text += raw.replace(/^[`}]/, '').replace(/(?:`|\$\{)$/, '')
    const next = quasis[index + 1]
    if (next === undefined) break
    const gap = source.text.slice(quasi.end, next.start).replaceAll(/[^\n]/g, '')
    const after = source.text.slice(next.start, next.end).replace(/^\}/, '')
    text += valueAt(text, after, source.text.slice(quasi.end, next.start)) + gap
  }
  return text
}

/** A value in a declaration is a reference; alone it brings styles of its own; before a brace it is a selector. */
function cssValue(before: string, after: string, value: string): string {
  const segment = before.slice(
    Math.max(...[';', '{', '}'].map((each) => before.lastIndexOf(each))) + 1,
  )
  if (segment.includes(':')) return 'var(--_)'
  if (/^\s*(?:;|$|\n)/.test(after))
    return `@include ${value.match(/[A-Za-z_]\w*/g)?.join(' ') ?? 'x'};`
  return /^[^;{]*\{/.test(after) ? '.x' : ''
}

const ownSheets = /^(?:createGlobalStyle|injectGlobal|css|keyframes|globalStyle)$/

export async function templateStyles(source: Source): Promise<readonly Style[]> {
  const starts = lineStarts(source.text)
  const styles: Style[] = []
  for (const node of all(source, 'TaggedTemplateExpression')) {
    const [first = ''] = chainOf(node.tag)
    if (first !== 'styled' && !ownSheets.test(first)) continue
    const text = templateText(source, node.quasi, cssValue)
    const owner = nameAround(source, node)
    const isGlobal = /Global/.test(first)
    const { line } = placeAt(starts, node.quasi.start)
    const css = first === 'keyframes' ? `@keyframes ${owner} {${text}}` : text
    const sheet = { path: source.path, line, origin: 'script' as const, css }
    // declarations that stand in no rule need one to be read
    const read = await readCss(isGlobal ? sheet : { ...sheet, owner })
    styles.push(...(read ?? []))
  }
  return styles
}

const styleCalls =
  /^(?:styled|css|style|styleVariants|globalStyle|globalCss|keyframes|create|makeStyles|createUseStyles|createStyles|recipe)$/
const styleAttribute = /^(?:style|sx|css|styles)$|Styles?$/
const unitless =
  /^(?:line-height|opacity|z-index|flex|flex-grow|flex-shrink|font-weight|order|grid-row|grid-column|zoom|scale|animation-iteration-count|aspect-ratio)$/

const kebab = (name: string): string =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type ObjectPlace = Pick<Style, 'selector' | 'conditions' | 'origin'> & {
  readonly isScaled: boolean
}

/** Styles that are written as objects, and those that a script sets. */
export function objectStyles(source: Source): readonly Style[] {
  const starts = lineStarts(source.text)
  const at = (node: Node) => ({ path: source.path, line: placeAt(starts, node.start).line })
  const used = styleNames(source)
  const written = all(source, 'Property').flatMap((node): readonly Style[] => {
    const property = kebab(keyName(node.key))
    const number = numberOf(node.value)
    const text = literalOf(node.value) ?? computedValue(source, node.value)
    if (!/^-{0,2}[a-z][a-z-]*$/.test(property) || (number === null && text === null)) return []
    const place = objectPlace(source, node, used)
    if (place === null || (number !== null && place.isScaled)) return []
    const { isScaled: _, ...where } = place
    const value = text ?? (unitless.test(property) ? `${number}` : `${number}px`)
    return [{ ...at(node), property, value, ...where }]
  })
  const assigned = all(source, 'AssignmentExpression').flatMap((node): readonly Style[] => {
    const name = /(?:^|\.)style\.(\w+)$/.exec(dotted(node.left))?.[1]
    const value = literalOf(node.right)
    if (name === undefined || value === null) return []
    return [
      { ...at(node), property: kebab(name), value, selector: '', conditions: [], origin: 'script' },
    ]
  })
  return [...written, ...assigned]
}

/** A value that is put together or named elsewhere is a reference; rules inside and functions are none. */
function computedValue(source: Source, node: Node): string | null {
  if (node.type === 'TemplateLiteral') return templateText(source, node, () => 'var(--_)')
  return /^(?:Identifier|MemberExpression|CallExpression|ConditionalExpression|LogicalExpression)$/.test(
    node.type,
  )
    ? 'var(--_)'
    : null
}

/** Names of values that style attributes use. */
function styleNames(source: Source): ReadonlySet<string> {
  return new Set(
    all(source, 'JSXAttribute').flatMap(({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !styleAttribute.test(name.name) || value === null)
        return []
      return [...below(value)].flatMap((node) => (node.type === 'Identifier' ? [node.name] : []))
    }),
  )
}

function objectPlace(
  source: Source,
  property: Typed<'Property'>,
  used: ReadonlySet<string>,
): ObjectPlace | null {
  const keys: string[] = []
  for (const node of above(source, property)) {
    if (node.type === 'Property') keys.unshift(keyName(node.key))
    if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier') {
      const name = node.name.name
      return styleAttribute.test(name) ? placeOf('', keys, 'attribute', name === 'sx') : null
    }
    if (node.type === 'CallExpression') {
      const chain = chainOf(node.callee)
      if (chain.some((name) => styleCalls.test(name)))
        return placeOf(nameAround(source, node), keys, 'script', false)
      if (!/^(?:memo|freeze|assign)$/.test(chain.at(-1) ?? '')) return null
    }
    if (node.type === 'VariableDeclarator') {
      const name = node.id.type === 'Identifier' ? node.id.name : ''
      const isStyle = used.has(name) || /styles?$/i.test(name)
      return isStyle ? placeOf(name, keys, 'script', false) : null
    }
  }
  return null
}

function placeOf(
  owner: string,
  keys: readonly string[],
  origin: Style['origin'],
  isScaled: boolean,
): ObjectPlace {
  const conditions = keys.filter((key) => key.startsWith('@'))
  const selectors = keys.filter((key) => !key.startsWith('@') && key !== 'selectors')
  const named = selectors.map((key) => (/^[&:.[]|\s/.test(key) ? key : `.${key}`))
  return {
    conditions,
    selector: named.reduce(nested, owner === '' ? '' : `.${owner}`),
    origin,
    isScaled,
  }
}
