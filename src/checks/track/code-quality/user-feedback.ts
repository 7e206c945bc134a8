import { chainOf, plainValue } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  type Node,
  slice,
  type Source,
} from '../../integrity/source.ts'
import { type Issue, met, notApplicable, type Part, unmet } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { type Catcher, catchersOf, isLogging, statementsIn } from './silent-errors.ts'
import { writesIn } from './client-state.ts'
import { hasMarkup } from './file-kinds.ts'
import { isClient } from './import-rules.ts'

/** Code that runs where a user looks. */
const isFrontend = (source: Source): boolean =>
  isClient(source) ||
  hasMarkup(source) ||
  /\bdocument\.(?:querySelector|getElementById|body|title|createElement)/.test(source.text)

/** Whoever uses a page is told what failed; whoever sent a request gets an answer. */
export function userFeedback(code: TrackCode): Part {
  const about = 'users are told when something fails'
  const caught = catchersOf(code)
  const catchers = caught.filter(({ source }) => isFrontend(source) || isAnswering(source))
  const issues = catchers.flatMap(onlyLogged)
  const quiet = code
    .touched('source')
    .filter(isFrontend)
    .flatMap((source) =>
      all(source, 'IfStatement')
        .filter((node) => code.isOwn(source, node) && isQuietReturn(source, node))
        .map((node) =>
          issueAt(
            source,
            node,
            `\`${slice(source, node).split('\n')[0] ?? ''}\` gives up without a word to the user`,
            'show a message that says what to do',
          ),
        ),
    )
  const silent = caught
    .filter(takesBackOnly)
    .map(({ source, node }) =>
      issueAt(
        source,
        node,
        'the change is taken back without a word to the user',
        'say that it failed, and what to do',
      ),
    )
  const alike = code
    .touched('source')
    .filter(isFrontend)
    .flatMap((source) =>
      source.nodes
        .filter((node) => showsAsEmpty(source, node) && code.isOwn(source, node))
        .map((node) =>
          issueAt(
            source,
            node,
            'what failed is shown like what is empty',
            'say that it failed, and what to do',
          ),
        ),
    )
  if (issues.length + quiet.length + silent.length + alike.length > 0)
    return unmet('user-feedback', about, [...issues, ...quiet, ...silent, ...alike])
  return catchers.length === 0
    ? notApplicable(
        'user-feedback',
        about,
        'the track catches no error in a page or a request handler',
      )
    : met('user-feedback', about, `${catchers.length} handlers of errors tell somebody`)
}

/** An error that only a log gets to know. */
function onlyLogged(each: Catcher): readonly Issue[] {
  const statements = statementsIn(each)
  const onlyLogs =
    statements.length > 0 &&
    statements.every(
      (one) => isLogging(one) || (is('ReturnStatement')(one) && one.argument === null),
    )
  const isRelevant = isFrontend(each.source) ? isInComponent(each) : isInHandler(each)
  return onlyLogs && isRelevant
    ? [
        issueAt(
          each.source,
          each.node,
          isFrontend(each.source)
            ? 'the error is only written to the console, and the user sees nothing'
            : 'the error is only logged, and the request gets no answer',
          isFrontend(each.source)
            ? 'show a message that says what to do'
            : 'answer with a status that tells of the failure',
        ),
      ]
    : []
}

const tells =
  /err|toast|alert|notif|messag|fail|snack|warn|status|report|dialog|banner|feedback|problem/i

/** `answer.ok ? answer.data : []`, `if (!ok || list.length === 0)`, where nothing is said of failures. */
function showsAsEmpty(source: Source, node: Node): boolean {
  const isOk = (each: Node) => chainOf(each).at(-1) === 'ok'
  const isAlike =
    (is('ConditionalExpression')(node) &&
      isOk(node.test) &&
      is('ArrayExpression')(node.alternate) &&
      node.alternate.elements.length === 0) ||
    (is('LogicalExpression')(node) &&
      node.operator === '||' &&
      is('UnaryExpression')(node.left) &&
      isOk(node.left.argument) &&
      is('BinaryExpression')(node.right) &&
      chainOf(node.right.left).at(-1) === 'length')
  // a condition speaks for what it leads to, a value for the whole function
  const around = [...above(source, node)].find((each) =>
    is('LogicalExpression')(node) ? is('IfStatement')(each) : isFunction(each),
  )
  const shown = is('IfStatement')(around) ? around.consequent : around
  return isAlike && shown !== undefined && ![...below(shown)].some(isTelling)
}

/** Something that is called, shown or set to tell of a failure; what is only read tells nobody. */
function isTelling(node: Node): boolean {
  if (is('CallExpression')(node)) return tells.test(chainOf(node.callee).at(-1) ?? '')
  if (is('AssignmentExpression')(node)) return tells.test(chainOf(node.left).at(-1) ?? '')
  if (is('JSXIdentifier')(node)) return tells.test(node.name)
  return is('JSXText', 'Literal')(node) && tells.test(String(node.value))
}

/** A change of the client that is undone where the request fails, and nothing else. */
function takesBackOnly({ source, node, body }: Catcher): boolean {
  const writes = writesIn(source)
  const restores = writes.filter(({ call }) => call.start >= body.start && call.end <= body.end)
  const isOptimistic = restores.some(({ slice: state, action }) =>
    writes.some(
      (other) =>
        other.slice === state &&
        other.action === action &&
        other.change !== null &&
        other.call.end < node.start,
    ),
  )
  return (
    isOptimistic && !tells.test(slice(source, body)) && ![...below(body)].some(is('ThrowStatement'))
  )
}

const isAnswering = (source: Source): boolean =>
  /\bres(?:ponse|ult)?\.(?:json|send|status|end|writeHead)\b|\breply\.|\bctx\.body\b/.test(
    source.text,
  )

const isInComponent = ({ source, node }: Catcher): boolean =>
  [...above(source, node)].some((each) => isFunction(each))

/** Inside of a function that has the answer in its hands. */
const isInHandler = ({ source, node }: Catcher): boolean => {
  const around = [...above(source, node)].find(
    (each) =>
      isFunction(each) &&
      each.params.some(
        (param) => is('Identifier')(param) && /^(?:res|response|reply)$/.test(param.name),
      ),
  )
  return (
    around !== undefined &&
    ![...below(around)].some(
      (each) =>
        each.start > node.end &&
        is('CallExpression')(each) &&
        /^(?:res|response|reply)$/.test(chainOf(each.callee)[0] ?? ''),
    )
  )
}

/** `if (!response.ok) return` */
const isQuietReturn = (
  source: Source,
  { test, consequent }: { readonly test: Node; readonly consequent: Node },
): boolean => {
  const only = is('BlockStatement')(consequent)
    ? consequent.body.length === 1
      ? consequent.body[0]
      : undefined
    : consequent
  const [, answer = ''] = /^!\s*(\w+)\.ok$/.exec(slice(source, test)) ?? []
  return (
    answer !== '' &&
    is('ReturnStatement')(only) &&
    (only.argument === null || plainValue(only.argument) === null) &&
    !isSaidBefore(source, test, answer)
  )
}

/** What the answer says of the failure was handed on before. */
function isSaidBefore(source: Source, test: Node, answer: string): boolean {
  const around = [...above(source, test)].find((each) => isFunction(each)) ?? source.program
  return new RegExp(`\\b${answer}\\.(?!ok\\b)\\w*(?:message|error|problem|reason)`, 'i').test(
    source.text.slice(around.start, test.start),
  )
}
