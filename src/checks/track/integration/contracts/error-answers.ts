import { chainOf, keyName, numberOf, propertyOf } from '../../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  type Node,
  type Source,
  type Typed,
  isFunction,
  ownBelow,
} from '../../../integrity/source.ts'
import { holdsUnless, notApplicable, type Part, unmet } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'

type Call = Typed<'CallExpression'>

/** Errors that are answered as if all were well: `res.json({ error })` without a status; and with their stack. */
export function errorAnswersPart(project: Project): Part {
  const about = 'errors are answered with a status of 4xx or 5xx, and tell nothing of the code'
  const stacks = project.touched.flatMap((source) =>
    stacksIn(source).map((node) =>
      issueAt(
        source,
        node,
        'the stack of an error is sent to whoever asked',
        'Log the stack, and answer with a message',
      ),
    ),
  )
  if (stacks.length > 0) return unmet('error-answers', about, stacks)
  const answers = project.touched.flatMap((source) =>
    errorAnswers(source).map((node) => ({ source, node })),
  )
  if (answers.length === 0)
    return notApplicable('error-answers', about, 'touched code answers with no error of its own')
  return holdsUnless('error-answers', about, {
    issues: answers
      .filter(({ source, node }) => isGood(source, node))
      .map(({ source, node }) =>
        issueAt(
          source,
          node,
          'an error is answered with the status 200',
          'Answer with a status of 4xx or 5xx beside the message',
        ),
      ),
    reason: `${answers.length} answers with an error have a status of their own`,
  })
}

const isError = (node: Node | undefined): boolean =>
  is('ObjectExpression')(node) &&
  node.properties.some(
    (each) =>
      is('Property')(each) &&
      /^errors?$/.test(keyName(each.key)) &&
      !(is('Literal')(each.value) && (each.value.value === null || each.value.value === false)),
  )

const answering = /^(?:json|send|end|write)$/

const errorAnswers = (source: Source): readonly Call[] =>
  all(source, 'CallExpression').filter((call) => {
    const chain = chainOf(call.callee)
    const [first] = call.arguments
    const body =
      is('CallExpression')(first) && chainOf(first.callee).join('.') === 'JSON.stringify'
        ? first.arguments[0]
        : first
    return (
      answering.test(chain.at(-1) ?? '') && chain.length > 1 && isError(body) && isAnswerer(chain)
    )
  })

/** `res.json({ error: error.stack })`, however the answer is sent. */
const stacksIn = (source: Source): readonly Node[] =>
  all(source, 'MemberExpression').filter(
    (node) =>
      chainOf(node).at(-1) === 'stack' &&
      [...above(source, node)].some(
        (each) =>
          is('CallExpression', 'NewExpression')(each) &&
          each.arguments.some(({ start, end }) => start <= node.start && end >= node.end) &&
          (isAnswerer(chainOf(each.callee)) ||
            isAnswerer(chainOf(rootCall(each.callee))) ||
            /^(?:problem|reply|respond|sendJson|sendError)$/.test(
              chainOf(each.callee).at(-1) ?? '',
            )),
      ),
  )

/** The first call of a chain: `res.status(500)` of `res.status(500).json(…)`. */
function rootCall(node: Node): Node {
  let at = node
  while (is('MemberExpression')(at) || is('CallExpression')(at))
    at = is('CallExpression')(at) ? at.callee : at.object
  return at
}

const isAnswerer = (chain: readonly string[]): boolean =>
  /^(?:res|response|reply|c|ctx|context|Response|NextResponse)$/i.test(chain[0] ?? '')

/** Whether nothing sets another status than 200 for an answer. */
function isGood(source: Source, call: Call): boolean {
  const [root = ''] = chainOf(call.callee)
  const status = call.arguments[1]
  if (/^(?:Next)?Response$/.test(root)) return isTwoHundred(propertyOf(status, 'status'), status)
  if (/^(?:c|ctx|context)$/.test(root) && status !== undefined)
    return is('ObjectExpression')(status)
      ? isTwoHundred(propertyOf(status, 'status'), status)
      : isTwoHundred(status, status)
  for (const each of below(call.callee))
    if (
      is('CallExpression')(each) &&
      /^(?:status|code|writeHead|sendStatus)$/.test(chainOf(each.callee).at(-1) ?? '')
    )
      return isTwoHundred(each.arguments[0] ?? null, each)
  return !isSetBefore(source, call)
}

const isTwoHundred = (status: Node | null, options: Node | undefined): boolean => {
  const number = numberOf(status)
  // a status that is computed is somebody's decision
  return status === null
    ? !is('Identifier', 'SpreadElement')(options)
    : number !== null && number < 300
}

/** `res.statusCode = 404`, `reply.code(404)`, `c.status(404)` on the way to it. */
function isSetBefore(source: Source, call: Call): boolean {
  const around =
    [...above(source, call)].find((each) => /Function/.test(each.type)) ?? source.program
  return [...below(around)].some((each) => {
    if (each.start >= call.start) return false
    const status =
      is('AssignmentExpression')(each) &&
      /(?:^|\.)(?:statusCode|status)$/.test(chainOf(each.left).join('.'))
        ? each.right
        : is('CallExpression')(each) &&
            /^(?:status|code|writeHead|setResponseStatus)$/.test(chainOf(each.callee).at(-1) ?? '')
          ? each.arguments[0]
          : undefined
    const sets = status !== undefined && !((numberOf(status) ?? 500) < 300)
    return sets && !endsElsewhere(source, each, call)
  })
}

/** Whether a status was set in a branch that the answer does not stand in and that never comes to it. */
function endsElsewhere(source: Source, node: Node, call: Node): boolean {
  const around = new Set(above(source, call))
  for (const each of above(source, node)) {
    if (around.has(each)) return false
    if (isFunction(each)) return true
    const isBranch = is('BlockStatement', 'SwitchCase', 'CatchClause')(each)
    if (
      isBranch &&
      [...ownBelow(each)].some(is('ReturnStatement', 'ThrowStatement', 'BreakStatement'))
    )
      return true
  }
  return false
}
