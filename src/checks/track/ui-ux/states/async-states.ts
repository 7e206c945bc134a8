import { chainOf, dotted, literalOf, memberName } from '../../../integrity/names.ts'
import {
  all,
  below,
  type FunctionNode,
  isFunction,
  lineAt,
  type Node,
  ownBelow,
  type Source,
} from '../../../integrity/source.ts'
import { functionsOf } from '../../../integrity/functions.ts'
import type { Part } from '../../evaluation.ts'
import { partOf } from '../page-issues.ts'
import { importsOf, mentions } from '../read/mentions.ts'
import { elementsIn, type Ui } from '../read/ui.ts'

/** Words of code that shows that something is under way. */
const busy =
  /loading|loader|pending|busy|spinner|skeleton|submitting|saving|sending|progressbar|suspense|fetching|useTransition|useMutation|useActionState|useFormStatus|optimistic|^is\w+ing$/i

const isBusyFile = (source: Source): boolean =>
  [...mentions(source)].some((word) => busy.test(word) && word.length < 40)

/** Components that a framework renders again when a state changes. */
const usesHooks = (source: Source): boolean =>
  all(source, 'JSXElement').length > 0 &&
  /\b(?:use[A-Z]\w*|create(?:Signal|Resource))\(/.test(source.text)

/** In components a state may come from anywhere in the file; a plain script says it before it waits. */
function isBusyAware(handler: FunctionNode, wait: Node, source: Source): boolean {
  if (usesHooks(source)) return isBusyFile(source)
  return [...below(handler)].some(
    (each) => each.type === 'Identifier' && each.start <= wait.end && busy.test(each.name),
  )
}

/** The function that a node is or names. */
function functionOf(source: Source, node: Node | null | undefined): FunctionNode | null {
  if (node === null || node === undefined) return null
  if (isFunction(node)) return node
  if (node.type === 'CallExpression') return functionOf(source, node.arguments[0])
  if (node.type !== 'Identifier') return null
  const declared = all(source, 'FunctionDeclaration').find(({ id }) => id?.name === node.name)
  const assigned = all(source, 'VariableDeclarator').find(
    ({ id }) => id.type === 'Identifier' && id.name === node.name,
  )
  return declared ?? (assigned === undefined ? null : functionOf(source, assigned.init))
}

/** What runs when somebody clicks or sends a form. */
function handlersOf(ui: Ui, source: Source): readonly FunctionNode[] {
  const named = elementsIn(ui, source.path).flatMap(({ attributes }) =>
    [...attributes].flatMap(([name, { raw, node }]) =>
      node === null && /^on(?:click|submit)$/.test(name) ? (raw.match(/[a-z]\w*/gi) ?? []) : [],
    ),
  )
  const byName = all(source, 'FunctionDeclaration').filter(({ id }) =>
    named.includes(id?.name ?? ''),
  )
  const inMarkup = all(source, 'JSXAttribute').flatMap(({ name, value }) =>
    name.type === 'JSXIdentifier' &&
    /^on(?:Click|Submit|Press)$/.test(name.name) &&
    value?.type === 'JSXExpressionContainer'
      ? [value.expression]
      : [],
  )
  const listened = all(source, 'CallExpression').flatMap((call) =>
    chainOf(call.callee).at(-1) === 'addEventListener' &&
    /^(?:click|submit)$/.test(literalOf(call.arguments[0]) ?? '')
      ? [call.arguments[1]]
      : [],
  )
  const assigned = all(source, 'AssignmentExpression').flatMap(({ left, right }) =>
    left.type === 'MemberExpression' && /^on(?:click|submit)$/.test(memberName(left))
      ? [right]
      : [],
  )
  const others = [...inMarkup, ...listened, ...assigned, ...loadedBy(source)].flatMap(
    (node) => functionOf(source, node) ?? [],
  )
  return [...byName, ...others]
}

/** What a page loads while it is made, where no framework would say so. */
const loadedBy = (source: Source): readonly Node[] =>
  usesHooks(source) || all(source, 'JSXElement').length === 0
    ? []
    : functionsOf(source)
        // whoever renders on a server waits for all of it
        .filter(({ short, node }) => /^[A-Z]/.test(short) && !node.async)
        .flatMap(({ node }) =>
          [...ownBelow(node)].flatMap((each) =>
            each.type === 'CallExpression' && each.callee.type === 'Identifier'
              ? [each.callee]
              : [],
          ),
        )

const asks =
  /^(?:fetch|axios|ky|ofetch|\$fetch|useFetch|mutateAsync|api|http|supabase|trpc|apiClient|httpClient)$/

/** Whether a call asks a server, as far as the functions behind it can be followed. */
function asksServer(ui: Ui, source: Source, node: Node, depth = 0): boolean {
  const [first = ''] = chainOf(node)
  if (asks.test(first)) return true
  if (node.type !== 'CallExpression' || depth > 2) return false
  const own = functionOf(source, node.callee)
  if (own !== null)
    return [...below(own)].some(
      (each) => each.type === 'CallExpression' && asksServer(ui, source, each, depth + 1),
    )
  return importsOf(ui, source.path, (name) => name === first).some((path) =>
    ui.scripts.some(
      (each) => each.path === path && [...mentions(each)].some((word) => asks.test(word)),
    ),
  )
}

/** Where a function first waits for a server; null if it does not. */
function waitOf(ui: Ui, source: Source, node: FunctionNode): Node | null {
  for (const each of node.body === null ? [] : ownBelow(node.body)) {
    if (each.type === 'AwaitExpression' && asksServer(ui, source, each.argument)) return each
    if (each.type === 'CallExpression' && asks.test(chainOf(each.callee)[0] ?? '')) return each
  }
  return null
}

const leaves = (node: Node): boolean =>
  [...ownBelow(node)].some(({ type }) => type === 'ReturnStatement' || type === 'ThrowStatement')

const says =
  /^(?:preventDefault|stopPropagation|get|append|log|warn|debug|checkValidity|reportValidity|confirm|querySelector|trim)$/

/** Whether something changes on the screen before the wait. */
function reactsBefore(node: FunctionNode, wait: Node): boolean {
  if (node.body === null) return false
  const inner = [...ownBelow(node.body)]
  // what comes before a way out tells that something is wrong, not that it is under way
  const from = Math.max(
    node.start,
    ...inner
      .filter((each) => each.type === 'IfStatement' && each.end <= wait.start && leaves(each))
      .map(({ end }) => end),
  )
  return inner.some((each) => {
    if (each.start >= wait.start || each.start < from) return false
    if (each.type === 'AssignmentExpression') return each.left.type === 'MemberExpression'
    if (each.type !== 'ExpressionStatement' || each.expression.type !== 'CallExpression')
      return false
    const { callee, arguments: given } = each.expression
    const name = chainOf(callee).at(-1) ?? ''
    const isReset =
      given.length === 1 && /^(?:null|undefined|''|""|\[\]|false)$/.test(textOf(given[0]))
    return !says.test(name) && !isReset
  })
}

const textOf = (node: Node | undefined): string => {
  if (node?.type === 'Literal') return node.value === '' ? "''" : String(node.value)
  if (node?.type === 'ArrayExpression' && node.elements.length === 0) return '[]'
  return dotted(node)
}

/** The part of pass 5 on what is shown while something is under way. */
export function asyncPart(ui: Ui): Part {
  const sources = ui.scripts.filter(
    (source) =>
      ui.isTouched(source) &&
      (/\.(?:vue|svelte)$/.test(source.path) ||
        all(source, 'JSXElement').length > 0 ||
        all(source, 'Identifier').some(({ name }) => name === 'document')),
  )
  const waits = sources.flatMap((source) =>
    handlersOf(ui, source).flatMap((handler) => {
      const wait = waitOf(ui, source, handler)
      return wait === null ? [] : [{ source, handler, wait }]
    }),
  )
  const silent = waits.filter(
    ({ source, handler, wait }) =>
      !isBusyAware(handler, wait, source) && !reactsBefore(handler, wait),
  )
  return partOf('loading', 'Whoever waits for an answer sees that something is under way', {
    issues: silent.map(({ source, wait }) => ({
      message: 'nothing is shown while the answer is awaited',
      path: source.path,
      line: lineAt(source.text, wait.start),
      fix: 'Show it: a spinner or skeleton, aria-busy, a disabled button, until the answer is there.',
    })),
    met: waits.length > 0 ? `${waits.length} operations show that they are under way` : null,
    none: 'the track waits for no answer',
  })
}
