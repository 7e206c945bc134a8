import { chainOf } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  slice,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { requestsIn, writesIn } from './client-state.ts'

const about = 'a list that may be empty says so'

type Rendered = {
  readonly source: Source
  readonly call: Typed<'CallExpression'>
  readonly name: string
  readonly origin: 'loaded' | 'given' | 'fixed'
}

/** Lists in the markup of the track, with what is shown where there is nothing to list. */
export function emptyStates(code: TrackCode): Part {
  const lists = code
    .touched('source')
    .flatMap((source) =>
      listsIn(source).filter(({ call, origin }) => origin !== 'fixed' && code.isOwn(source, call)),
    )
  if (lists.length === 0)
    return notApplicable('empty-states', about, 'the track renders no list of data')
  const open = lists.filter(({ source, call }) => !handlesEmpty(source, call))
  const loaded = open.filter(({ origin }) => origin === 'loaded')
  if (loaded.length > 0)
    return unmet(
      'empty-states',
      about,
      loaded.map(({ source, call, name }) =>
        issueAt(
          source,
          call,
          `${name} is listed, and nothing is shown when it is empty`,
          'say that there is nothing yet, and what to do next',
        ),
      ),
    )
  const [first] = open
  return first === undefined
    ? met('empty-states', about, `${lists.length} lists are ready to be empty`)
    : undecided(
        'empty-states',
        about,
        `what the page shows when ${first.name} is empty (${first.source.path}:${lineAt(first.source.text, first.call.start)})`,
      )
}

const listsIn = (source: Source): readonly Rendered[] =>
  all(source, 'CallExpression').flatMap((call): readonly Rendered[] => {
    const [render] = call.arguments
    const isList =
      is('MemberExpression')(call.callee) &&
      chainOf(call.callee).at(-1) === 'map' &&
      isFunction(render) &&
      [...below(render)].some(is('JSXElement')) &&
      [...above(source, call)].some(
        (each) => is('JSXElement', 'JSXFragment')(each) || putsOnPage(each),
      )
    const [name = ''] = chainOf(call.callee)
    return isList && name !== ''
      ? [{ source, call, name, origin: originOf(source, call, name) }]
      : []
  })

/** `list.replaceChildren(...items.map(…))` */
const putsOnPage = (node: Node): boolean =>
  is('CallExpression')(node) &&
  /^(?:replaceChildren|append|prepend|replaceWith|after|before|render)$/.test(
    chainOf(node.callee).at(-1) ?? '',
  )

/** Where a list comes from: a request or a hook, the caller, or the code itself. */
function originOf(source: Source, call: Node, name: string): Rendered['origin'] {
  const writes = writesIn(source).filter(({ slice: state }) => state === name)
  if (writes.some(({ action }) => requestsIn(action).length > 0)) return 'loaded'
  const declared = all(source, 'VariableDeclarator').find(({ id }) =>
    [...below(id)].some((each) => is('Identifier')(each) && each.name === name),
  )
  if (declared === undefined)
    return [...above(source, call)].some(
      (each) =>
        isFunction(each) &&
        each.params.some((param) =>
          [...below(param)].some((one) => is('Identifier')(one) && one.name === name),
        ),
    )
      ? 'given'
      : 'fixed'
  const { init } = declared
  if (is('AwaitExpression')(init)) return 'loaded'
  if (
    is('CallExpression')(init) &&
    /^use(?:Query|SWR|LoaderData|Fetch|Infinite\w*|Suspense\w*)$/.test(
      chainOf(init.callee).at(-1) ?? '',
    )
  )
    return 'loaded'
  const isTop = [...above(source, declared)].every((each) => !isFunction(each))
  if (isTop || is('ArrayExpression')(init)) return 'fixed'
  const [root = ''] = init === null ? [] : chainOf(init)
  return root !== '' &&
    root !== name &&
    root !== 'Array' &&
    root !== 'Object' &&
    !/^use[A-Z]/.test(root)
    ? originOf(source, declared, root)
    : 'given'
}

/** Whether the component asks how long a list is, or whether there is one. */
function handlesEmpty(source: Source, call: Node): boolean {
  const around = [...above(source, call)].findLast((each) => isFunction(each)) ?? source.program
  return (
    [...below(around)].some((node) => {
      const test = is('ConditionalExpression', 'IfStatement')(node)
        ? node.test
        : is('LogicalExpression')(node)
          ? node.left
          : null
      return test !== null && /\.(?:length|size)\b|empty/i.test(slice(source, test))
    }) || /<\w*Empty|ListEmptyComponent/.test(slice(source, around))
  )
}
