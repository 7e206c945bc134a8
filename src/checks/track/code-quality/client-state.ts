import { chainOf, dotted, keyName } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  type FunctionNode,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { needsBrowser } from './file-kinds.ts'

/** A place where a client changes what it keeps: by `setItems(…)`, or by `set({ items: … })` of a store. */
export type Write = {
  readonly source: Source
  readonly slice: string
  readonly call: Typed<'CallExpression' | 'AssignmentExpression'>
  readonly value: Node
  /** The function that does it: an action, a handler, an effect. */
  readonly action: FunctionNode
  /** How it changes what was there; null where it puts something else in its place. */
  readonly change: 'adds' | 'removes' | 'updates' | null
}

export const writesIn = (source: Source): readonly Write[] => [
  ...settersCalled(source),
  ...assigned(source),
]

function settersCalled(source: Source): readonly Write[] {
  const setters = settersIn(source)
  return all(source, 'CallExpression').flatMap((call): readonly Write[] => {
    const [given] = call.arguments
    if (!is('Identifier')(call.callee) || given === undefined) return []
    const slice = setters.get(call.callee.name)
    const action = actionOf(source, call)
    if (slice === undefined || action === null) return []
    if (slice !== store)
      return [{ source, slice, call, value: given, action, change: changeOf(given, slice) }]
    const made = isFunction(given) ? returnedBy(given) : given
    if (!is('ObjectExpression')(made)) return []
    return made.properties.flatMap((each) =>
      is('Property')(each)
        ? [
            {
              source,
              slice: keyName(each.key),
              call,
              value: each.value,
              action,
              change: changeOf(each.value, keyName(each.key)),
            },
          ]
        : [],
    )
  })
}

/** `pieces = pieces.filter(…)` of a variable that a page keeps, and `pieces.value = …` of a ref. */
function assigned(source: Source): readonly Write[] {
  if (!needsBrowser(source) && !/\b(?:ref|shallowRef|signal|\$state)\(/.test(source.text)) return []
  const retained = new Map(
    all(source, 'VariableDeclaration').flatMap((declaration) =>
      declaration.declarations.flatMap(({ id, init }): readonly (readonly [string, Kept])[] => {
        if (!is('Identifier')(id)) return []
        const maker = is('CallExpression')(init) ? chainOf(init.callee)[0] : undefined
        if (maker === 'ref' || maker === 'shallowRef' || maker === 'signal')
          return [[id.name, 'value']]
        const isTop = is('Program')(source.parentOf.get(declaration))
        return declaration.kind === 'let' && (isTop || maker === '$state')
          ? [[id.name, 'plain']]
          : []
      }),
    ),
  )
  return all(source, 'AssignmentExpression').flatMap((call): readonly Write[] => {
    const { left, right } = call
    const chain = is('Identifier', 'MemberExpression')(left) ? chainOf(left) : []
    const [slice = '', member] = chain
    const how = retained.get(slice)
    const isWhole = how === 'plain' ? chain.length === 1 : member === 'value' && chain.length === 2
    const action = how !== undefined && isWhole ? actionOf(source, call) : null
    return action === null
      ? []
      : [{ source, slice, call, value: right, action, change: changeOf(right, slice) }]
  })
}

type Kept = 'plain' | 'value'

const store = '*'

/** Names that set state, with what they set. */
function settersIn(source: Source): ReadonlyMap<string, string> {
  const setters = new Map<string, string>()
  for (const { id, init } of all(source, 'VariableDeclarator')) {
    if (!is('ArrayPattern')(id) || !is('CallExpression')(init)) continue
    const [state, setter] = id.elements
    if (
      chainOf(init.callee).at(-1) === 'useState' &&
      is('Identifier')(state) &&
      is('Identifier')(setter)
    )
      setters.set(setter.name, state.name)
  }
  for (const call of all(source, 'CallExpression')) {
    const maker = call.arguments.find((each) => isFunction(each))
    if (
      !/^(?:create|createStore|create[A-Z]\w*Slice|persist|devtools|immer)$/.test(
        chainOf(call.callee)[0] ?? '',
      ) ||
      !isFunction(maker)
    )
      continue
    const [set] = maker.params
    if (is('Identifier')(set) && set.name === 'set') setters.set('set', store)
  }
  return setters
}

/** The nearest function that is not the updater itself. */
function actionOf(source: Source, call: Node): FunctionNode | null {
  for (const each of above(source, call)) {
    if (!isFunction(each)) continue
    const up = source.parentOf.get(each)
    const isCallback =
      is('CallExpression')(up) &&
      /^(?:then|catch|finally|map|forEach|filter|startTransition)$/.test(
        chainOf(up.callee).at(-1) ?? '',
      )
    if (!isCallback) return each
  }
  return null
}

const returnedBy = (node: FunctionNode): Node | null =>
  node.body?.type === 'BlockStatement'
    ? ([...below(node.body)].find(is('ReturnStatement'))?.argument ?? null)
    : node.body

/** What is made of the old value: a list with one more, one less, or one changed. */
function changeOf(value: Node, slice: string): Write['change'] {
  const [param] = isFunction(value) ? value.params : []
  const old = is('Identifier')(param) ? param.name : slice
  const isOld = (node: Node | null) =>
    node !== null && (chainOf(node).at(-1) === old || chainOf(node).includes(slice))
  const made = isFunction(value) ? returnedBy(value) : value
  if (made === null) return null
  for (const node of below(made)) {
    if (
      is('ArrayExpression')(node) &&
      node.elements.some((each) => is('SpreadElement')(each) && isOld(each.argument)) &&
      node.elements.length > 1
    )
      return 'adds'
    if (
      is('CallExpression')(node) &&
      is('MemberExpression')(node.callee) &&
      isOld(node.callee.object)
    ) {
      const name = chainOf(node.callee).at(-1)
      if (name === 'concat') return 'adds'
      if (name === 'filter' || name === 'toSpliced') return 'removes'
      if (name === 'map') return 'updates'
    }
    if (
      is('ObjectExpression')(node) &&
      node.properties.some((each) => is('SpreadElement')(each) && isOld(each.argument))
    )
      return 'updates'
  }
  return null
}

/** Calls that somebody waits for. */
export const requestsIn = (action: FunctionNode): readonly Node[] =>
  [...below(action)].filter(
    (node) =>
      is('AwaitExpression')(node) ||
      (is('CallExpression')(node) &&
        (/^(?:then|mutate|mutateAsync)$/.test(chainOf(node.callee).at(-1) ?? '') ||
          dotted(node.callee) === 'fetch')),
  )
