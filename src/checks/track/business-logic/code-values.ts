import { dotted, keyName, literalOf, memberName, plainValue } from '../../integrity/names.ts'
import { functionsOf } from '../../integrity/functions.ts'
import {
  above,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  slice,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { initOf } from '../integration/look-up.ts'
import type { TrackCode } from '../track-code.ts'
import { amountsIn, type Kind } from './amounts.ts'
import { wordsOf } from './words.ts'

/** A value that code decides, with the names that lead to it, the nearest first. */
export type CodeValue = {
  readonly path: string
  readonly line: number
  readonly value: number | boolean
  /** What its own form tells of its kind: `$29` is money. */
  readonly kind: Kind | null
  /** It is compared with, so that the numbers beside it may stand for it. */
  readonly isBound: boolean
  /** Something is multiplied with it, and it is no whole number. */
  readonly isFactor: boolean
  readonly names: readonly (readonly string[])[]
}

const known = new WeakMap<TrackCode, readonly CodeValue[]>()

/** The values in the product code and the data files of a project. */
export function valuesOf(code: TrackCode): readonly CodeValue[] {
  const observed = known.get(code)
  if (observed !== undefined) return observed
  const data = [...code.facts.files].flatMap(([path, text]) => {
    const isData =
      path.endsWith('.json') &&
      text.length < 100_000 &&
      !/(?:^|\/)(?:package(?:-lock)?|tsconfig[\w.-]*|metadata|composer|\w+\.config)\.json$|(?:^|\/)(?:conductor|node_modules|\.\w+|fixtures|__fixtures__)\//.test(
        path,
      )
    const source = isData ? code.change.parse('data.ts', `(${text})`) : null
    return source === null || source.broken
      ? []
      : valuesIn(source).map((value) => ({ ...value, path }))
  })
  const values = [...code.sources('source', 'script').flatMap(valuesIn), ...data]
  known.set(code, values)
  return values
}

function valuesIn(source: Source): readonly CodeValue[] {
  return source.nodes.flatMap((node): readonly CodeValue[] => {
    const place = { path: source.path, line: lineAt(source.text, node.start) }
    const up = source.parentOf.get(node)
    const value = constant(node) ?? spanOf(source, node)
    if (typeof value === 'number') {
      const isFactor = isWorkedWith(up) && /^[*/]$/.test(up.operator) && !Number.isInteger(value)
      if (isNoRule(source, node, { value, isFactor })) return []
      return [
        {
          ...place,
          value,
          kind: null,
          isBound: isCompared(up),
          isFactor,
          names: namesOf(source, node),
        },
      ]
    }
    if (
      typeof value === 'boolean' &&
      is('Property', 'VariableDeclarator', 'PropertyDefinition')(up)
    )
      return [
        {
          ...place,
          value,
          kind: 'flag',
          isBound: false,
          isFactor: false,
          names: namesOf(source, node),
        },
      ]
    const text = is('JSXText')(node)
      ? node.value
      : is('TemplateElement')(node)
        ? (node.value.cooked ?? '')
        : literalOf(node)
    if (text === null || !/[$€£]\s?\d|\d\s?(?:USD|EUR|GBP|[€£])/.test(text)) return []
    const names = is('JSXText')(node)
      ? [textAround(source, node), ...namesOf(source, node)]
      : [wordsOf(text), ...namesOf(source, node)]
    return amountsIn(text)
      .filter(({ kind }) => kind === 'money')
      .map((amount) => ({
        ...place,
        value: amount.value,
        kind: 'money',
        isBound: false,
        isFactor: false,
        names,
      }))
  })
}

const isWorkedWith = (up: Node | undefined): up is Typed<'BinaryExpression'> =>
  is('BinaryExpression')(up) && /^[-+*/%]$/.test(up.operator)

/** A part of a sum, `days * 24`, `toFixed(2)`, and nothing where nothing is no rule. */
function isNoRule(
  source: Source,
  node: Node,
  { value, isFactor }: { readonly value: number; readonly isFactor: boolean },
): boolean {
  const up = source.parentOf.get(node)
  const isPart =
    up !== undefined && (typeof constant(up) === 'number' || spanOf(source, up) !== null)
  return (
    isPart ||
    isOfForm(up, node) ||
    (isWorkedWith(up) && !isFactor) ||
    (value === 0 && !isGiven(source, up))
  )
}

/** `toFixed(2)`, `slice(0, 3)`: how something is written, and no rule. */
const isOfForm = (up: Node | undefined, node: Node): boolean =>
  is('CallExpression')(up) &&
  up.callee !== node &&
  /^(?:toFixed|toPrecision|toString|padStart|padEnd|repeat|slice|substring|at|stringify|parseInt|randomBytes)$/.test(
    is('MemberExpression')(up.callee) ? memberName(up.callee) : dotted(up.callee),
  )

/** Nothing is what most things begin with; it is a rule only where it is written down as one. */
const isGiven = (source: Source, up: Node | undefined): boolean =>
  is('Property', 'PropertyDefinition', 'TSEnumMember')(up) ||
  (is('VariableDeclarator')(up) && /^const\b/.test(slice(source, source.parentOf.get(up) ?? up)))

/** The value of a literal, and of sums of literals; null for what has to run. */
function constant(node: Node | null | undefined): number | boolean | null {
  const plain = plainValue(node)
  if (typeof plain === 'number' || typeof plain === 'boolean') return plain
  if (is('Identifier')(node) && node.name === 'Infinity') return Number.POSITIVE_INFINITY
  if (
    is('MemberExpression')(node) &&
    /^Number\.(?:POSITIVE_INFINITY|MAX_SAFE_INTEGER)$/.test(dotted(node))
  )
    return Number.POSITIVE_INFINITY
  if (is('TSAsExpression', 'TSSatisfiesExpression')(node)) return constant(node.expression)
  if (!is('BinaryExpression')(node)) return null
  const [left, right] = [constant(node.left), constant(node.right)]
  if (typeof left !== 'number' || typeof right !== 'number') return null
  return node.operator === '*'
    ? left * right
    : node.operator === '/'
      ? left / right
      : node.operator === '+'
        ? left + right
        : node.operator === '-'
          ? left - right
          : null
}

const spanName =
  /^(?:ms_?(?:per|in)_?)?(?:a_?)?(?:one_?)?(?:second|minute|hour|day|week)s?(?:_?(?:in_?)?(?:ms|millis(?:econds)?))?$/i

/** `24 * HOUR`, where the file says how long an hour is. */
function spanOf(source: Source, node: Node | null | undefined): number | null {
  if (!is('BinaryExpression')(node) || node.operator !== '*') return null
  const [count, span] = is('Identifier')(node.left)
    ? [node.right, node.left]
    : [node.left, node.right]
  const times = plainValue(count)
  if (typeof times !== 'number' || !is('Identifier')(span) || !spanName.test(span.name)) return null
  const init = initOf(source, span.name)
  const length = constant(init) ?? spanOf(source, init)
  return typeof length === 'number' ? times * length : null
}

const isCompared = (node: Node | undefined): boolean =>
  is('BinaryExpression')(node) && /^[<>]=?$/.test(node.operator)

const mostText = 400

/** What stands beside a text on the page: in the smallest element that says more than the text itself. */
function textAround(source: Source, node: Node): readonly string[] {
  for (const each of above(source, node)) {
    if (!is('JSXElement', 'JSXFragment')(each)) continue
    const texts = [...below(each)]
      .flatMap((one) => (is('JSXText')(one) && one !== node ? [one.value.trim()] : []))
      .filter((text) => text !== '')
    if (texts.length > 0) return texts.join(' ').length > mostText ? [] : wordsOf(texts.join(' '))
  }
  return []
}

const naming = /^(?:id|name|key|slug|tier|plan|type|code|label|title|kind|level)$/i

/** The names that lead to a value: keys, variables, conditions, functions. */
function namesOf(source: Source, node: Node): readonly (readonly string[])[] {
  const names: string[][] = []
  let inner = node
  for (const each of above(source, node)) {
    const result = namesAt(source, each, inner)
    if (result.length > 0) names.push(result.flatMap(wordsOf))
    inner = each
  }
  return names
}

function namesAt(source: Source, each: Node, inner: Node): readonly string[] {
  if (is('Property', 'PropertyDefinition')(each))
    return [keyName(each.key), ...siblingsOf(source.parentOf.get(each), inner)]
  if (is('VariableDeclarator')(each)) return is('Identifier')(each.id) ? [each.id.name] : []
  if (is('AssignmentExpression', 'AssignmentPattern')(each))
    return each.right === inner
      ? [...below(each.left)].flatMap((one) => (is('Identifier')(one) ? [one.name] : []))
      : []
  if (is('TSEnumMember')(each)) return [keyName(each.id)]
  if (is('TSEnumDeclaration')(each)) return [each.id.name]
  if (is('BinaryExpression')(each))
    return /^[-+*/%]$/.test(each.operator) ? [] : said(each.left === inner ? each.right : each.left)
  if (is('IfStatement', 'ConditionalExpression')(each))
    return each.consequent === inner ? equalsIn(each.test) : []
  if (is('SwitchCase')(each)) return each.test === null ? [] : said(each.test)
  if (is('SwitchStatement')(each)) return said(each.discriminant)
  if (is('CallExpression')(each))
    return [
      ...said(each.callee),
      ...each.arguments
        .filter((one) => one !== inner)
        .map((one) => literalOf(one) ?? '')
        // a sentence is no name
        .filter((text) => text.split(' ').length <= 3),
    ]
  if (is('ArrayExpression')(each))
    return each.elements.length <= 6 ? each.elements.flatMap((one) => literalOf(one) ?? []) : []
  if (is('ClassDeclaration')(each)) return [each.id?.name ?? '']
  if (isFunction(each))
    return [functionsOf(source).find((named) => named.node === each)?.short ?? '']
  return []
}

/** `{ id: 'pro', price: 29 }`: what else the entry is called. */
const siblingsOf = (entry: Node | undefined, inner: Node): readonly string[] =>
  is('ObjectExpression')(entry)
    ? entry.properties.flatMap((each) =>
        is('Property')(each) && each.value !== inner && naming.test(keyName(each.key))
          ? (literalOf(each.value) ?? [])
          : [],
      )
    : []

const said = (node: Node): readonly string[] =>
  [...below(node)].flatMap((each) =>
    is('Identifier')(each) ? [each.name] : (literalOf(each) ?? []),
  )

/** The literals and names of `tier === 'pro'`. */
const equalsIn = (test: Node): readonly string[] =>
  [...below(test)].flatMap((each) =>
    is('BinaryExpression')(each) && /^===?$/.test(each.operator) ? said(each) : [],
  )
