import { canonical, likeness } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, type Named } from './functions.ts'
import { chainOf, keyName, memberName, propertyOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { below, is, type Node } from './source.ts'

const rules = rulesOf('completeness', {
  'rethrow-removed': [
    'fail',
    'An error that was passed on now stops here',
    'Callers no longer hear of a failure that they had to handle.',
    'Throw the error on as before.',
  ],
  'time-made-local': [
    'warn',
    'A day is read in the time zone of the machine',
    'The same moment is another day on another machine.',
    'Read the time in UTC, or name the time zone.',
  ],
  'check-replaced-by-cast': [
    'warn',
    'A check gave way to a claim',
    'The compiler is told what nobody makes sure of any more.',
    'Keep the check.',
  ],
  'limit-removed': [
    'warn',
    'A call lost its limit',
    'What takes too long or grows too large is no longer stopped.',
    'Give the call its limit back.',
  ],
})

export const careLost: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return functionPairs(change).kept.flatMap(({ before, after }) =>
    canonical(before.node) === canonical(after.node) || isAsked(change.asked.exports, after.short)
      ? []
      : [
          ...swallowed(before, after, change),
          ...localTimes(before, after),
          ...claims(before, after),
          ...limits(before, after, change),
        ],
  )
}

const catchesIn = ({ node }: Named) => [...below(node)].filter(is('CatchClause'))

const throws = (node: Node): boolean => [...below(node)].some(is('ThrowStatement'))

/** A catch that threw on, whose place is taken by one that does not. */
function swallowed(before: Named, after: Named, change: Change): readonly IntegrityFinding[] {
  const [was, now] = [catchesIn(before), catchesIn(after)]
  if (was.length === 0 || was.length !== now.length) return []
  return now.flatMap((clause, index) => {
    const old = was[index]
    if (old === undefined || !throws(old.body) || throws(clause.body)) return []
    const [blockBefore, blockNow] = [
      before.source.parentOf.get(old),
      after.source.parentOf.get(clause),
    ]
    if (!is('TryStatement')(blockBefore) || !is('TryStatement')(blockNow)) return []
    if (likeness(canonical(blockBefore.block), canonical(blockNow.block)) < 0.5) return []
    if (handsOn(clause, change)) return []
    return [
      findingIn(rules['rethrow-removed'], after.source, clause.start, {
        message: `${after.short} no longer passes on the error that it catches`,
      }),
    ]
  })
}

/** Whether a catch gives the error itself to whoever asked, or to a function that throws. */
function handsOn(clause: Extract<Node, { type: 'CatchClause' }>, change: Change): boolean {
  const caught = clause.param === null ? '' : canonical(clause.param)
  const nodes = [...below(clause.body)]
  const gives = nodes.some(
    (node) =>
      is('ReturnStatement')(node) &&
      caught !== '' &&
      node.argument !== null &&
      [...below(node.argument)].some((each) => canonical(each) === caught),
  )
  const { fresh, kept } = functionPairs(change)
  const throwing = new Set(
    [...fresh, ...kept.map(({ after }) => after)].flatMap(({ short, node }) =>
      throws(node) ? [short] : [],
    ),
  )
  return (
    gives ||
    nodes.some(
      (node) =>
        node.type === 'CallExpression' &&
        (throwing.has(chainOf(node.callee).at(-1) ?? '') ||
          /^(?:reject|next|fail|abort|exit)$/.test(chainOf(node.callee).at(-1) ?? '')),
    )
  )
}

const localGetter = /^[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)$/
const utcGetter = /^(?:getUTC\w+|UTC|toISOString)$/

const membersOf = ({ node }: Named) =>
  [...below(node)].filter(is('MemberExpression')).filter(({ computed }) => !computed)

/** Where UTC was read, or a text was cut, the zone of the machine is read now. */
function localTimes(before: Named, after: Named): readonly IntegrityFinding[] {
  const old = membersOf(before).map(memberName)
  const wasUtc = before.source.nodes.some(
    (node) => node.type === 'MemberExpression' && utcGetter.test(memberName(node)),
  )
  if (old.some((name) => localGetter.test(name) || /^toLocale\w*String$/.test(name))) return []
  const found = membersOf(after).find((member) => {
    const name = memberName(member)
    if (localGetter.test(name)) return wasUtc
    return /^toLocale(?:Date|Time)String$/.test(name) && !namesZone(member, after)
  })
  return found === undefined
    ? []
    : [
        findingIn(rules['time-made-local'], after.source, found.start, {
          message: `${after.short} now depends on the time zone of the machine`,
        }),
      ]
}

const namesZone = (member: Node, { source }: Named): boolean => {
  const call = source.parentOf.get(member)
  return (
    call?.type === 'CallExpression' &&
    call.arguments.some(
      (each) => propertyOf(each, 'timeZone') !== null || each.type === 'Identifier',
    )
  )
}

/** Checks that say what a value is. */
const checksIn = ({ node }: Named): number =>
  [...below(node)].filter(
    (each) =>
      (each.type === 'BinaryExpression' && each.operator === 'instanceof') ||
      (each.type === 'UnaryExpression' && each.operator === 'typeof') ||
      (each.type === 'LogicalExpression' && each.operator === '??') ||
      (each.type === 'CallExpression' &&
        /^(?:safeParse|parse|is[A-Z]\w*)$/.test(chainOf(each.callee).at(-1) ?? '')) ||
      (each.type === 'BinaryExpression' &&
        /^[!=]==?$/.test(each.operator) &&
        [each.left, each.right].some(
          (side) =>
            (side.type === 'Identifier' && side.name === 'undefined') ||
            (side.type === 'Literal' && side.value === null),
        )),
  ).length

const claimsIn = ({ node }: Named): readonly Node[] =>
  [...below(node)].filter(
    (each) =>
      each.type === 'TSNonNullExpression' ||
      (each.type === 'TSAsExpression' && canonical(each.typeAnnotation) !== constClaim),
  )

const limiting = /^(?:timeout|timeoutMs|signal|maxBuffer|maxRedirects|maxBytes|maxLength)$/

const limitsIn = ({ node }: Named): ReadonlySet<string> =>
  new Set(
    [...below(node)].flatMap((each) =>
      each.type === 'Property' && limiting.test(keyName(each.key)) ? [keyName(each.key)] : [],
    ),
  )

/** A limit that is in no function any more, though what it limited is still called. */
function limits(before: Named, after: Named, change: Change): readonly IntegrityFinding[] {
  const now = limitsIn(after)
  const { fresh, kept } = functionPairs(change)
  const elsewhere = [...fresh, ...kept.map((pair) => pair.after)].flatMap((each) => [
    ...limitsIn(each),
  ])
  const lost = [...limitsIn(before)].find((name) => !now.has(name) && !elsewhere.includes(name))
  if (lost === undefined || likeness(canonical(before.node), canonical(after.node)) < 0.7) return []
  const limited = [...below(before.node)].find(
    (node) =>
      node.type === 'CallExpression' &&
      node.arguments.some((each) => propertyOf(each, lost) !== null),
  )
  const name = limited?.type === 'CallExpression' ? canonical(limited.callee) : ''
  const call = [...below(after.node)].find(
    (node) => node.type === 'CallExpression' && canonical(node.callee) === name,
  )
  return call === undefined
    ? []
    : [
        findingIn(rules['limit-removed'], after.source, call.start, {
          message: `${after.short} no longer gives this call its ${lost}`,
        }),
      ]
}

const constClaim = 'TSTypeReference(Identifier(const))'

/** As many checks fewer as there are claims more, in a function that is otherwise what it was. */
function claims(before: Named, after: Named): readonly IntegrityFinding[] {
  const [was, now] = [claimsIn(before), claimsIn(after)]
  if (now.length <= was.length || checksIn(after) >= checksIn(before)) return []
  if (likeness(canonical(before.node), canonical(after.node)) < 0.6) return []
  const old = new Set(was.map(canonical))
  const fresh = now.find((each) => !old.has(canonical(each)))
  return fresh === undefined
    ? []
    : [
        findingIn(rules['check-replaced-by-cast'], after.source, fresh.start, {
          message: `${after.short} claims what it made sure of before`,
        }),
      ]
}
