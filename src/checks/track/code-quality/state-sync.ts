import { chainOf, keyName, propertyOf } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  type Source,
} from '../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { callsOut, requestsIn, type Write, writesIn } from './client-state.ts'

const about = 'what the client changes reaches the server, and is taken back where that fails'

export function stateSync(code: TrackCode): Part {
  const sources = code.touched('source')
  const writes = sources.flatMap(writesIn)
  const caches = sources.flatMap(cacheIssues)
  if (writes.length === 0 && caches.length === 0)
    return notApplicable('state-sync', about, 'the track keeps no state in a client')
  const changes = writes.filter(
    ({ source, call, change }) => change !== null && code.isOwn(source, call),
  )
  return holdsUnless('state-sync', about, {
    issues: [
      ...changes.flatMap((write) => [...unsent(write, writes), ...notTakenBack(write, writes)]),
      ...caches,
    ],
    reason:
      changes.length === 0
        ? 'the track changes no shared data in the client'
        : `${changes.length} changes of client state go together with a request, or stay in the client by design`,
  })
}

const sameSlice = (one: Write, other: Write): boolean =>
  one.slice === other.slice && one.source === other.source

/** The list came from the server, and this change of it goes nowhere. */
function unsent(write: Write, writes: readonly Write[]): readonly Issue[] {
  const others = writes.filter((other) => sameSlice(write, other) && other.action !== write.action)
  const loaded = others.find(
    ({ action, change, value }) =>
      change === null && requestsIn(action).length > 0 && !isPlain(value),
  )
  const sent = others.find(({ action, change }) => change !== null && requestsIn(action).length > 0)
  if (loaded === undefined || callsOut(write.action).length > 0 || isPushed(write)) return []
  // a mark on an entry may be the client's own affair; whoever sends other changes of the list would send this one
  if (write.change === 'updates' && sent === undefined) return []
  return [
    issueAt(
      write.source,
      write.call,
      `${write.slice} comes from the server (line ${lineAt(loaded.source.text, loaded.call.start)}), and the change here is never sent there`,
      'send the change to the API, and keep what it answers',
    ),
  ]
}

const isPlain = (value: Node): boolean =>
  is('Literal', 'ArrayExpression', 'ObjectExpression')(value) &&
  [...below(value)].every(
    (each) => !is('Identifier', 'AwaitExpression')(each) || isKeyOf(value, each),
  )
const isKeyOf = (value: Node, node: Node): boolean =>
  is('ObjectExpression')(value) &&
  value.properties.some((each) => is('Property')(each) && each.key === node)

/** Runs when the server tells of a change. */
const isPushed = ({ source, action }: Write): boolean =>
  [action, ...above(source, action)].some((each) => {
    const up = isFunction(each) ? source.parentOf.get(each) : undefined
    return (
      (is('CallExpression')(up) &&
        /^(?:on|once|addEventListener|subscribe|onSnapshot|listen|onMessage)$/.test(
          chainOf(up.callee).at(-1) ?? '',
        )) ||
      (is('AssignmentExpression')(up) &&
        is('MemberExpression')(up.left) &&
        /^on[a-z]+$/.test(chainOf(up.left).at(-1) ?? ''))
    )
  })

/** The change is shown before the server has agreed, and stays if it does not. */
function notTakenBack(write: Write, writes: readonly Write[]): readonly Issue[] {
  const { source, action, call } = write
  const request = requestsIn(action).find(
    ({ end }) => end > call.end && !isInside(call, action, source),
  )
  const isInUpdater = requestsIn(action).some(
    (each) => each.start <= call.start && each.end >= call.end,
  )
  if (request === undefined || isInUpdater || request.start < call.start) return []
  const own = writes.filter((other) => sameSlice(write, other))
  const restores = (node: Node) =>
    [...below(node)].some(
      (each) =>
        own.some((other) => other.call === each && other !== write) ||
        (is('CallExpression')(each) &&
          (/^(?:re(?:load|fetch|fresh|validate|store|vert|set)|invalidate|roll|undo|load|fetch|mutate|sync)/i.test(
            chainOf(each.callee).at(-1) ?? '',
          ) ||
            own.some((other) => nameOf(source, other) === chainOf(each.callee)[0]))),
    )
  const handlers = [...below(action)].filter(
    (node) =>
      node.start > call.start &&
      (is('CatchClause')(node) ||
        (is('IfStatement')(node) &&
          /\b(?:ok|status|error|success)\b/.test(
            source.text.slice(node.test.start, node.test.end),
          )) ||
        (is('CallExpression')(node) && chainOf(node.callee).at(-1) === 'catch') ||
        (is('Property')(node) && /^on(?:Error|Settled)$/.test(keyName(node.key)))),
  )
  // `if (answer.ok) return`: what follows is for the other case
  const leftWhereFine = [...below(action)].filter(
    (node) =>
      is('IfStatement')(node) &&
      node.start > request.start &&
      !is('UnaryExpression')(node.test) &&
      /\b(?:ok|success)$/.test(source.text.slice(node.test.start, node.test.end)) &&
      [node.consequent, ...below(node.consequent)].some(is('ReturnStatement')),
  )
  const otherwise = leftWhereFine.flatMap((node) =>
    [...below(action)].filter((each) => each.start >= node.end),
  )
  return [...handlers, ...otherwise].some(restores)
    ? []
    : [
        issueAt(
          source,
          call,
          `${write.slice} changes before the server has answered, and stays changed where the request fails`,
          'put the old value back, or load it anew, where the request fails',
        ),
      ]
}

/** Whether a call stands in a handler of errors itself. */
const isInside = (call: Node, action: Node, source: Source): boolean =>
  [...above(source, call)].some((each) => each.start > action.start && is('CatchClause')(each))

function nameOf(source: Source, { action }: Write): string | null {
  const up = source.parentOf.get(action)
  if (is('FunctionDeclaration')(action)) return action.id?.name ?? null
  if (is('VariableDeclarator')(up) && is('Identifier')(up.id)) return up.id.name
  const outer = is('CallExpression')(up) ? source.parentOf.get(up) : undefined
  return is('VariableDeclarator')(outer) && is('Identifier')(outer.id) ? outer.id.name : null
}

/** `onMutate` of a query library that writes to the cache, without anything for the error. */
const cacheIssues = (source: Source): readonly Issue[] =>
  all(source, 'ObjectExpression').flatMap((options) => {
    const writes = propertyOf(options, 'onMutate')
    const isWritten =
      writes !== null &&
      [...below(writes)].some(
        (each) =>
          is('CallExpression')(each) &&
          /^set(?:Query|Queries)Data$/.test(chainOf(each.callee).at(-1) ?? ''),
      )
    return isWritten &&
      propertyOf(options, 'onError') === null &&
      propertyOf(options, 'onSettled') === null
      ? [
          issueAt(
            source,
            options,
            'the cache changes before the server has answered, and stays changed where the request fails',
            'put the old value back in onError',
          ),
        ]
      : []
  })
