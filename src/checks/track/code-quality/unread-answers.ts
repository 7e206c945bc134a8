import { chainOf, dotted } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  type Node,
  slice,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import type { Issue } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'

/** Answers of `fetch` that nobody asks whether they are good: it does not fail for 404 or 500. */
export function unreadAnswers(code: TrackCode, source: Source): readonly Issue[] {
  if (functionsNamed(source, 'fetch')) return []
  return all(source, 'CallExpression').flatMap((call): readonly Issue[] =>
    /^(?:(?:globalThis|window)\.)?fetch$/.test(dotted(call.callee)) &&
    code.isOwn(source, call) &&
    !isLookedAt(source, call)
      ? [
          issueAt(
            source,
            call,
            'nobody looks whether the answer to this request is good',
            'look at response.ok, and handle an answer that is not',
          ),
        ]
      : [],
  )
}

const functionsNamed = (source: Source, name: string): boolean =>
  source.module.staticImports.some(({ entries }) =>
    entries.some(({ localName }) => localName.value === name),
  ) ||
  all(source, 'FunctionDeclaration').some(({ id }) => id?.name === name) ||
  source.nodes.some(
    (node) =>
      isFunction(node) && node.params.some((each) => is('Identifier')(each) && each.name === name),
  )

function isLookedAt(source: Source, call: Typed<'CallExpression'>): boolean {
  const around = [...above(source, call)].find((each) => isFunction(each)) ?? source.program
  return isHandled(source, call, around) || isDataAsked(source, call, around)
}

function isHandled(source: Source, call: Typed<'CallExpression'>, around: Node): boolean {
  const [up, next] = [...above(source, call)].filter((each) => !isWrapper(each))
  if (is('VariableDeclarator')(up))
    return is('Identifier')(up.id) ? asksName(around, up.id.name, up) : true
  if (is('AssignmentExpression')(up))
    return is('Identifier')(up.left) ? asksName(around, up.left.name, up) : true
  if (is('MemberExpression')(up) && is('CallExpression')(next) && next.callee === up) {
    const name = chainOf(up).at(-1)
    if (name !== 'then') return name !== 'json' && name !== 'text' && name !== 'blob'
    const [then] = next.arguments
    const [param] = isFunction(then) ? then.params : []
    return isFunction(then) && then.body !== null
      ? is('Identifier')(param) && asksName(then.body, param.name, then)
      : true
  }
  // the answer goes to the caller, or to a function that looks at it
  return !is('ExpressionStatement')(up)
}

const isWrapper = is('AwaitExpression', 'ChainExpression', 'TSAsExpression', 'TSNonNullExpression')

/** A schema, or a condition on what came, tells a bad answer from a good one. */
function isDataAsked(source: Source, call: Node, around: Node): boolean {
  const names = all(source, 'VariableDeclarator').flatMap(({ id, init, start }) =>
    is('Identifier')(id) &&
    init !== null &&
    start >= around.start &&
    init.end <= around.end &&
    (within(init, call) || slice(source, init).endsWith('.json()'))
      ? [id.name]
      : [],
  )
  return [...below(around)].some((node) => {
    if (node.start < call.start) return false
    if (is('CallExpression')(node))
      return (
        /^(?:parse|safeParse|parseAsync|validate|assert\w*|check\w*)$/.test(
          chainOf(node.callee).at(-1) ?? '',
        ) && chainOf(node.callee)[0] !== 'JSON'
      )
    const test = is('IfStatement', 'ConditionalExpression')(node) ? slice(source, node.test) : ''
    return names.some((name) => new RegExp(`\\b${name}\\b`).test(test))
  })
}

const within = (outer: Node, inner: Node): boolean =>
  outer.start <= inner.start && outer.end >= inner.end

/** Whether its status is read, or the answer is handed on. */
function asksName(root: Node, name: string, declared: Node): boolean {
  const isName = (node: Node | null | undefined) => is('Identifier')(node) && node.name === name
  return [...below(root)].some(
    (node) =>
      node !== declared &&
      ((is('MemberExpression')(node) &&
        isName(node.object) &&
        /^(?:ok|status|statusText|type)$/.test(chainOf(node).at(-1) ?? '')) ||
        (is('CallExpression', 'NewExpression')(node) &&
          node.arguments.some((each) => isName(each))) ||
        (is('ReturnStatement')(node) && isName(node.argument)) ||
        (is('Property')(node) && isName(node.value)) ||
        (is('VariableDeclarator')(node) && is('ObjectPattern')(node.id) && isName(node.init))),
  )
}
