import { lineStarts, placeAt } from '../../../../kit/lines.ts'
import {
  chainOf,
  dotted,
  keyName,
  literalOf,
  memberName,
  numberOf,
} from '../../../integrity/names.ts'
import {
  above,
  all,
  below,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import type { Attribute, UiElement } from './ui.ts'

const called: Readonly<Record<string, string>> = { classname: 'class', htmlfor: 'for' }

/** The file of the project that an import names. */
type Imported = (from: Source, request: string) => Source | null

/** The elements that a script writes as JSX. */
export function jsxElements(source: Source, imported: Imported): readonly UiElement[] {
  const starts = lineStarts(source.text)
  const lineOf = ({ start }: { readonly start: number }) => placeAt(starts, start).line
  const made = new Map<Node, UiElement>()
  for (const node of all(source, 'JSXElement')) {
    const { name, attributes } = node.openingElement
    const tag = tagName(name)
    const around = [...above(source, node)]
    const parentAt = around.findIndex(({ type }) => type === 'JSXElement')
    const parent = made.get(around[parentAt] ?? node) ?? null
    const classGroups = attributes
      .flatMap((each) => classesOf(source, imported, each))
      .filter((group) => group.length > 0)
    const element: UiElement = {
      path: source.path,
      line: lineOf(node),
      tag,
      isComponent: !/^[a-z][\w]*$/.test(tag),
      attributes: attributesOf(source, attributes),
      hasSpread: attributes.some(({ type }) => type === 'JSXSpreadAttribute'),
      classes: classGroups.flat().filter((each) => each !== unknownClass),
      hasUnknownClasses: classGroups.flat().includes(unknownClass),
      classGroups,
      parent,
      children: [],
      node,
    }
    made.set(node, element)
    parent?.children.push(element)
  }
  return [...made.values()]
}

function tagName(name: Node): string {
  if (name.type === 'JSXIdentifier') return name.name
  if (name.type !== 'JSXMemberExpression') return ''
  // a moving element of an animation library is that element
  const object = name.object.type === 'JSXIdentifier' ? name.object.name : ''
  return /^(?:motion|m|animated|a)$/.test(object)
    ? name.property.name
    : `${object}.${name.property.name}`
}

type Attributes = Typed<'JSXOpeningElement'>['attributes']

function attributesOf(source: Source, attributes: Attributes): ReadonlyMap<string, Attribute> {
  const result = new Map<string, Attribute>()
  for (const each of attributes) {
    if (each.type !== 'JSXAttribute') continue
    const { name, value } = each
    const lower = (name.type === 'JSXIdentifier' ? name.name : name.name.name).toLowerCase()
    const inner = value?.type === 'JSXExpressionContainer' ? value.expression : value
    const number = numberOf(inner)
    const isTrue = inner?.type === 'Literal' && inner.value === true
    result.set(called[lower] ?? lower, {
      text:
        value === null || isTrue
          ? ''
          : (literalOf(inner) ?? (number === null ? null : `${number}`)),
      raw: inner === null ? '' : source.text.slice(inner.start, inner.end),
      node: inner,
    })
  }
  return result
}

type Groups = readonly (readonly string[])[]

/** Stands for classes that come from elsewhere. */
const unknownClass = '\uFFFC'

function classesOf(source: Source, imported: Imported, attribute: Attributes[number]): Groups {
  if (attribute.type !== 'JSXAttribute' || attribute.value === null) return []
  const name = attribute.name.type === 'JSXIdentifier' ? attribute.name.name : ''
  if (!/^class(?:Name|es|Names)?$|ClassName$|^style$|^css$/.test(name)) return []
  return name === 'style'
    ? members(attribute.value)
    : classesIn(source, imported, attribute.value, 0)
}

const members = (node: Node): Groups =>
  [...below(node)].flatMap((each) => (each.type === 'MemberExpression' ? [[memberName(each)]] : []))

/** Every text in an expression that makes a class, and in the values that it names. */
function classesIn(source: Source, imported: Imported, node: Node, depth: number): Groups {
  return [...below(node)].flatMap((each): Groups => {
    if (each.type === 'Literal' && typeof each.value === 'string') return [split(each.value)]
    if (each.type === 'TemplateElement') return [split(each.value.raw)]
    if (each.type === 'Property') return isSwitch(each) ? [split(keyName(each.key))] : []
    if (each.type === 'MemberExpression' && each.object.type === 'Identifier')
      return [[memberName(each)].filter((name) => name !== '')]
    if (each.type !== 'Identifier' || depth > 2) return []
    return namedClasses(source, imported, each.name, depth)
  })
}

/** `{ active: isOpen }` names a class; `{ primary: 'bg-brand' }` names a variant. */
const isSwitch = ({ key, value, computed }: Typed<'Property'>): boolean =>
  !computed &&
  key.type === 'Identifier' &&
  literalOf(value) === null &&
  value.type !== 'ObjectExpression'

function namedClasses(source: Source, imported: Imported, name: string, depth: number): Groups {
  const value = all(source, 'VariableDeclarator').find(
    ({ id, init }) => id.type === 'Identifier' && id.name === name && init !== null,
  )?.init
  if (value !== null && value !== undefined && isStyleValue(value)) return [[name]]
  if (value !== null && value !== undefined)
    return dotted(value) !== '' || isFunction(value)
      ? []
      : classesIn(source, imported, value, depth + 1)
  for (const { moduleRequest, entries } of source.module.staticImports) {
    const entry = entries.find(({ localName }) => localName.value === name)
    if (entry === undefined || joins.test(name) || /\.module\./.test(moduleRequest.value)) continue
    const from = imported(source, moduleRequest.value)
    return from === null
      ? [[unknownClass]]
      : namedClasses(from, imported, entry.importName.name ?? name, depth + 1)
  }
  return []
}

/** `style({…})`, `css({…})` and their like are classes of that name. */
const isStyleValue = (node: Node): boolean =>
  (node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression') &&
  /^(?:style|css|recipe|styleVariants)$/.test(chainOf(node)[0] ?? '')

/** Functions that put classes together. */
const joins = /^(?:cn|cx|clsx|classnames|classNames|twMerge|twJoin|cva|tv)$/

const split = (text: string): readonly string[] => text.split(/\s+/).filter((each) => each !== '')
