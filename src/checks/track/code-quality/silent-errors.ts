import { canonical } from '../../integrity/canonical.ts'
import { introduced } from '../../integrity/introduced.ts'
import { chainOf, dotted, plainValue, propertyOf } from '../../integrity/names.ts'
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
import { isVoid } from '../../integrity/stub-bodies.ts'
import { holdsUnless, type Issue, met, notApplicable, type Part, unmet } from '../evaluation.ts'
import { issueAt, kindOf, type TrackCode } from '../track-code.ts'
import { writesIn } from './client-state.ts'
import { hasMarkup } from './file-kinds.ts'
import { isClient } from './import-rules.ts'

/** Something that catches: what it does, and what it catches from. */
type Catcher = {
  readonly source: Source
  readonly node: Node
  readonly body: Node
  readonly tried: Node | null
}

function catchersOf(code: TrackCode): readonly Catcher[] {
  const isCode = (kind: string) => kind === 'source' || kind === 'script'
  const clauses = introduced(code.change, (source) =>
    isCode(kindOf(source.path)) ? all(source, 'CatchClause') : [],
  )
  const chained = introduced(code.change, (source) =>
    isCode(kindOf(source.path))
      ? all(source, 'CallExpression').filter(
          ({ callee, arguments: given }) =>
            is('MemberExpression')(callee) &&
            chainOf(callee).at(-1) === 'catch' &&
            // the promise itself is handled elsewhere
            !chainOf(callee).includes('finally') &&
            given.length === 1,
        )
      : [],
  )
  return [
    ...clauses.map(({ source, node }) => {
      const up = source.parentOf.get(node)
      return { source, node, body: node.body, tried: is('TryStatement')(up) ? up.block : null }
    }),
    ...chained.flatMap(({ source, node }) => {
      const [given] = node.arguments
      const body = isFunction(given) ? given.body : (given ?? null)
      return body === null ? [] : [{ source, node, body, tried: node.callee }]
    }),
  ].filter(({ source }) => code.facts.touched.includes(source.path))
}

const statementsIn = ({ body }: Catcher): readonly Node[] =>
  (is('BlockStatement')(body) ? body.body : [body]).filter(
    (each) => !isVoid(each) && !(is('Identifier')(each) && each.name === 'undefined'),
  )

/** Nothing that fails is dropped without a word. */
export function nothingSilent(code: TrackCode): Part {
  const about = 'no failure is dropped in silence'
  const sources = code.touched('source', 'script')
  if (sources.length === 0)
    return notApplicable('nothing-silent', about, 'the track touched no product code')
  const issues = catchersOf(code).flatMap((each) => problemOf(each))
  return holdsUnless('nothing-silent', about, {
    issues,
    reason: 'whatever the track catches is handled, told or thrown on',
  })
}

function problemOf(catcher: Catcher): readonly Issue[] {
  const { source, node, tried } = catcher
  const statements = statementsIn(catcher)
  const told = (message: string) => [
    issueAt(
      source,
      node,
      message,
      'handle the error, or let it through; say in a comment where dropping it is right',
    ),
  ]
  const isExcused = hasReason(catcher) || (tried !== null && isCleaning(tried))
  if (statements.length === 0) return isExcused ? [] : told('an error is caught and dropped')
  const [only] = statements
  const value = is('ReturnStatement')(only)
    ? only.argument
    : is('BlockStatement')(catcher.body)
      ? null
      : (only ?? null)
  if (value !== null && (isSuccess(value) || isAnsweredAlike(source, node, value)))
    return told('a failure is answered as a success')
  const isEmptyData =
    is('ArrayExpression', 'ObjectExpression')(value) && [...below(value)].length === 1
  const waits =
    tried !== null &&
    [...below(tried)].some(
      (each) =>
        is('AwaitExpression')(each) ||
        (is('CallExpression')(each) && dotted(each.callee) === 'fetch'),
    )
  return statements.length === 1 && isEmptyData && waits && !isExcused
    ? told('a failure looks like no data at all')
    : []
}

/** What the function returns when all went well is returned here, too. */
function isAnsweredAlike(source: Source, node: Node, value: Node): boolean {
  const isTelling =
    (is('ObjectExpression')(value) && value.properties.length > 0) || plainValue(value) === true
  const around = [...above(source, node)].find((each) => isFunction(each))
  if (!isTelling || around === undefined) return false
  return [...below(around)].some(
    (each) =>
      is('ReturnStatement')(each) &&
      each.argument !== null &&
      each.argument !== value &&
      (each.start < node.start || each.start > node.end) &&
      canonical(each.argument) === canonical(value),
  )
}

function hasReason({ source, node, body }: Catcher): boolean {
  return source.comments.some(({ start, end, value }) => {
    const isInside = start >= node.start && end <= Math.max(node.end, body.end)
    const isAbove = end <= node.start && /^\s*$/.test(source.text.slice(end, node.start))
    const words = value.match(/\p{L}{2,}/gu) ?? []
    return (
      (isInside || isAbove) &&
      words.length >= 2 &&
      !/^\W*(?:ignore[ds]?|todo|fixme|noop|nothing|empty|swallow)\b(?:\W*\w*){0,2}$/i.test(value)
    )
  })
}

/** What fails while it is being closed can seldom be helped. */
const isCleaning = (node: Node): boolean => {
  const calls = [...below(node)].filter(is('CallExpression'))
  return (
    calls.length > 0 &&
    calls.every(({ callee }) =>
      /^(?:close|terminate\w*|kill|destroy|dispose|unlink\w*|rm\w*|abort|end|disconnect|release|cancel|removeItem|rollback)$/.test(
        chainOf(callee).at(-1) ?? '',
      ),
    )
  )
}

function isSuccess(value: Node): boolean {
  const good = (name: string) => plainValue(propertyOf(value, name))
  const status = good('status') ?? good('statusCode')
  return (
    good('ok') === true ||
    good('success') === true ||
    (typeof status === 'number' && status >= 200 && status < 300)
  )
}

const isLogging = (node: Node): boolean => {
  const inner = is('ExpressionStatement')(node) ? node.expression : node
  return (
    (is('CallExpression')(inner) &&
      /^(?:console|logger|log)$/.test(chainOf(inner.callee)[0] ?? '')) ||
    // `.catch(console.error)`
    (is('MemberExpression')(inner) && chainOf(inner)[0] === 'console')
  )
}

/** Code that runs where a user looks. */
const isFrontend = (source: Source): boolean =>
  isClient(source) ||
  hasMarkup(source) ||
  /\bdocument\.(?:querySelector|getElementById|body|title|createElement)/.test(source.text)

/** Whoever uses a page is told what failed; whoever sent a request gets an answer. */
export function userFeedback(code: TrackCode): Part {
  const about = 'users are told when something fails'
  const catchers = catchersOf(code).filter(
    ({ source }) => isFrontend(source) || isAnswering(source),
  )
  const issues = catchers.flatMap((each): readonly Issue[] => {
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
  })
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
  const silent = catchersOf(code)
    .filter(takesBackOnly)
    .map(({ source, node }) =>
      issueAt(
        source,
        node,
        'the change is taken back without a word to the user',
        'say that it failed, and what to do',
      ),
    )
  if (issues.length + quiet.length + silent.length > 0)
    return unmet('user-feedback', about, [...issues, ...quiet, ...silent])
  return catchers.length === 0
    ? notApplicable(
        'user-feedback',
        about,
        'the track catches no error in a page or a request handler',
      )
    : met('user-feedback', about, `${catchers.length} handlers of errors tell somebody`)
}

const tells =
  /err|toast|alert|notif|messag|fail|snack|warn|status|report|dialog|banner|feedback|problem/i

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
  return (
    /^!\s*\w+\.ok$/.test(slice(source, test)) &&
    is('ReturnStatement')(only) &&
    (only.argument === null || plainValue(only.argument) === null)
  )
}
