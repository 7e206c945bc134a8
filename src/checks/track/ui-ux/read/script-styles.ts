import { lineStarts, placeAt } from '../../../../kit/lines.ts'
import { dotted, keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { above, all, type Node, type Source, type Typed } from '../../../integrity/source.ts'
import type { Style } from './ui.ts'

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

const unitless =
  /^(?:line-height|opacity|z-index|flex|flex-grow|flex-shrink|font-weight|order|grid-row|grid-column|zoom|scale|animation-iteration-count|aspect-ratio)$/

const kebab = (name: string): string =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Styles that attributes of components write as objects, and those that a script sets. */
export function scriptStyles(source: Source): readonly Style[] {
  const starts = lineStarts(source.text)
  const at = (node: Node) => ({ path: source.path, line: placeAt(starts, node.start).line })
  const written = all(source, 'Property').flatMap((node): readonly Style[] => {
    const property = kebab(keyName(node.key))
    const number = numberOf(node.value)
    const text = literalOf(node.value) ?? computedValue(source, node.value)
    const isStyle = /^-{0,2}[a-z][a-z-]*$/.test(property) && isInStyle(source, node)
    if (!isStyle || (number === null && text === null)) return []
    const value = text ?? (unitless.test(property) ? `${number}` : `${number}px`)
    return [{ ...at(node), property, value, selector: '', conditions: [], origin: 'attribute' }]
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

const isInStyle = (source: Source, property: Node): boolean => {
  const up = [...above(source, property)].find(
    ({ type }) => type === 'JSXAttribute' || /Function|Call|Declarator/.test(type),
  )
  return up?.type === 'JSXAttribute' && up.name.type === 'JSXIdentifier' && up.name.name === 'style'
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
