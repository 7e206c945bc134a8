import { rootOf } from '../../../obligations/sentence-words.ts'
import { functionsOf, type Named } from '../../integrity/functions.ts'
import { chainOf, literalOf } from '../../integrity/names.ts'
import { above, below, is, isFunction, type Node } from '../../integrity/source.ts'
import { needsBrowser } from '../code-quality/file-kinds.ts'
import type { Issue } from '../evaluation.ts'
import { reachedFrom } from '../integration/reach.ts'
import { issueAt } from '../track-code.ts'
import type { Business } from './business.ts'
import { knownStates, statesIn } from './code-states.ts'
import { documentedStates } from './documented-states.ts'
import { labelKey, shorten, wordsOf } from './words.ts'

/** "A loan cannot be renewed while it is overdue": what may not be done in which state. */
type Rule = {
  readonly verb: string
  readonly state: string
  readonly text: string
  readonly where: string
}

const refusing =
  /\b(?:cannot|can't|can not|can no longer|may not|may no longer|must not|never|no longer)\b(?:\s\w+)?\s+be\s+(\w+)/i

/** Rules that a sentence states over the states of the documents. */
function rulesOf({ code, product, spec }: Business): readonly Rule[] {
  const lines = [...product, ...spec]
  const states = new Set(
    documentedStates(lines, knownStates(code)).flatMap((each) => [...each.states]),
  )
  const sentences = lines.flatMap((line) =>
    line.cells !== null || line.code !== null
      ? []
      : line.text.split(/(?<=[.!?;])\s+/).map((text) => ({ ...line, text })),
  )
  return sentences.flatMap(({ text, path, line }): readonly Rule[] => {
    const [said = '', verb = ''] = refusing.exec(text) ?? []
    if (verb === '') return []
    const others = wordsOf(text.replace(said, ' '))
    const named = [...states].filter((state) => others.includes(state))
    const [state] = named
    return state === undefined || named.length > 1
      ? []
      : [{ verb: rootOf(verb.toLowerCase()), state, text, where: `${path}:${line}` }]
  })
}

/** Functions that do what a rule forbids in a state, although they look at the state. */
export function allowedAgainstRules(business: Business): readonly Issue[] {
  const { code } = business
  const functions = code.touched('source', 'script').flatMap(functionsOf)
  return rulesOf(business).flatMap((rule) => {
    const looked = functions
      .filter(({ short }) => wordsOf(short).some((word) => rootOf(word) === rule.verb))
      .flatMap((each) => {
        const verdict = verdictIn(each, rule.state)
        return verdict === null ? [] : [{ each, isRefused: verdict }]
      })
    const [first] = looked
    if (first === undefined) return unasked(business, rule)
    return looked.some(({ isRefused }) => isRefused)
      ? []
      : [
          issueAt(
            first.each.source,
            first.each.node,
            `${first.each.short} goes on in the state ${rule.state}, and ${rule.where} says "${shorten(rule.text)}"`,
            `refuse it while the state is ${rule.state}`,
          ),
        ]
  })
}

/** `cancelOrder` cancels; a `CancelDialog` does not. */
const isDoing = (name: string, verb: string): boolean =>
  /^\p{Ll}/u.test(name) && rootOf(wordsOf(name)[0] ?? '') === verb

/** Whoever does it, and whoever lets it be done, speaks of the state nowhere. */
function unasked({ code, project }: Business, rule: Rule): readonly Issue[] {
  const doing = code
    .touched('source', 'script')
    .filter((source) => !needsBrowser(source))
    .flatMap(functionsOf)
    .filter(({ short }) => isDoing(short, rule.verb))
  const around = doing.flatMap((each) =>
    project.usesOf(each).flatMap(({ source, node }) => {
      const outer = [...above(source, node)].find(isFunction)
      return outer === undefined ? [] : [{ source, node: outer }]
    }),
  )
  // a table of transitions stands beside the function that looks it up
  const tables = new Set(
    code
      .touched('source', 'script')
      .flatMap(statesIn)
      .flatMap(({ source, states }) => (states.has(rule.state) ? [source] : [])),
  )
  const speaks = [...doing, ...around].some((each) =>
    [...reachedFrom(project, each)].some(
      ({ source, node }) => tables.has(source) || mentions(node, rule.state),
    ),
  )
  // whoever compares figures or days may mean the state by them
  const isReckoned = doing.some(({ node }) =>
    [...below(node)].some((each) => is('BinaryExpression')(each) && /^[<>]/.test(each.operator)),
  )
  const [first] = doing
  return first === undefined || speaks || isReckoned
    ? []
    : [
        issueAt(
          first.source,
          first.node,
          `${first.short} never asks whether the state is ${rule.state}, and ${rule.where} says "${shorten(rule.text)}"`,
          `refuse it while the state is ${rule.state}`,
        ),
      ]
}

const mentions = (root: Node, state: string): boolean =>
  [...below(root)].some((node) => {
    const text = is('Identifier')(node)
      ? node.name
      : is('TemplateElement')(node)
        ? (node.value.cooked ?? '')
        : (literalOf(node) ?? '')
    return ` ${labelKey(text)} `.includes(` ${state} `)
  })

/** Whether a function refuses a state; null where it does not look at states. */
function verdictIn({ node }: Named, state: string): boolean | null {
  if (node.body === null) return null
  const inside = [...below(node.body, (each) => !isFunction(each))]
  const guards = inside.flatMap((each) =>
    is('IfStatement')(each) && isExit(each.consequent) ? [holds(each.test, state)] : [],
  )
  const known = guards.filter((each) => each !== null)
  if (known.length > 0) return known.some(Boolean)
  // `canRenew = (loan) => loan.state === 'active'`
  if (is('BlockStatement')(node.body)) return null
  const answer = holds(node.body, state)
  return answer === null ? null : !answer
}

const isExit = (node: Node): boolean =>
  is('ReturnStatement', 'ThrowStatement')(node) ||
  (is('BlockStatement')(node) && node.body.some(isExit))

const asksState = (node: Node): boolean =>
  /(?:^|[a-z])(?:state|status|phase)$/i.test(chainOf(node).at(-1) ?? '')

/** What a condition comes to in a state; null where it asks for something else. */
function holds(test: Node, state: string): boolean | null {
  if (is('UnaryExpression')(test) && test.operator === '!') {
    const inner = holds(test.argument, state)
    return inner === null ? null : !inner
  }
  if (is('LogicalExpression')(test)) {
    const sides = [holds(test.left, state), holds(test.right, state)]
    const decisive = test.operator === '||'
    if (sides.includes(decisive)) return decisive
    return sides.includes(null) ? null : !decisive
  }
  if (is('BinaryExpression')(test) && /^[!=]==?$/.test(test.operator)) {
    const text = literalOf(test.right) ?? literalOf(test.left)
    const asked = literalOf(test.right) === null ? test.right : test.left
    if (text === null || !asksState(asked)) return null
    return (labelKey(text) === state) === test.operator.startsWith('=')
  }
  if (!is('CallExpression')(test) || !is('MemberExpression')(test.callee)) return null
  const [first] = test.arguments
  const list = test.callee.object
  return chainOf(test.callee).at(-1) === 'includes' &&
    is('ArrayExpression')(list) &&
    first !== undefined &&
    asksState(first)
    ? list.elements.some((each) => labelKey(literalOf(each) ?? '') === state)
    : null
}
