import type { RuleSeverity } from '../../model/own-rule.ts'
import { canonical } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import { functionPairs, statementsOf, type Named } from './functions.ts'
import { chainOf } from './names.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import type { RuleName } from './rules.ts'
import { below, is, slice, type FunctionNode, type Node } from './source.ts'
import { answersConstant, isIdle, isLog } from './stub-bodies.ts'

export const stubs: Family = {
  look: (change) => {
    const { kept: stored, fresh } = functionPairs(change)
    const changed = stored.filter(
      ({ before, after }) =>
        canonical(before.node) !== canonical(after.node) && !isAllowed(change, after),
    )
    return [
      ...changed.flatMap(({ before, after }) => shrunk(before, after)),
      ...fresh.flatMap(hollow),
    ]
  },
}

const isAllowed = ({ asked }: Change, { short }: Named): boolean => isAsked(asked.exports, short)

const describe = (
  rule: RuleName,
  { source, node }: Named,
  message: string,
  severity?: RuleSeverity,
): readonly IntegrityFinding[] => [
  findingIn(rule, source, node.start, { message, ...(severity === undefined ? {} : { severity }) }),
]

const refusal =
  /not?[-_ ]?(?:yet )?[-_ ]?implement|unimplemented|to ?do\b|coming soon|not supported yet|implement me|stub/i

/** Whether a function only refuses to work. */
function refuses({ node, source }: Named): boolean {
  const statements = statementsOf(node).filter((each) => !isLog(each))
  const [only] = statements
  if (statements.length !== 1 || only === undefined) return false
  const isRejection =
    is('ReturnStatement')(only) && chainOf(only.argument).join('.') === 'Promise.reject'
  return (is('ThrowStatement')(only) || isRejection) && refusal.test(slice(source, only))
}

const refused = (item: Named) =>
  describe('not-implemented', item, `${item.short} only says that it is not implemented`)

const returned = ({ source }: Named, answer: Node): string =>
  `returns \`${slice(source, answer).slice(0, 60)}\``

/** What a function that stayed lost of its body. */
function shrunk(before: Named, after: Named): readonly IntegrityFinding[] {
  if (refuses(after)) return refuses(before) ? [] : refused(after)
  // a body that was already a constant or nothing; a changed constant is no stub
  if (isIdle(before.node) || answersConstant(before.node) !== null) return []
  if (isIdle(after.node)) {
    const severity = statementsOf(after.node).some(isLog) ? ('warning' as const) : undefined
    return describe('body-emptied', after, `${after.short} does nothing any more`, severity)
  }
  const answer = answersConstant(after.node)
  if (answer === null) return []
  return describe(
    'constant-answer',
    after,
    `${after.short} ${returned(after, answer)} whatever it is given`,
  )
}

const idle =
  /^(?:_|no-?op\w*|ignore|empty|nothing|identity|(?:null|dummy|fake|stub|default|always|never|supports)\w*|constructor|get\w*(?:Name|Version|Type|Kind)|(?:is|has|can)[A-Z]\w*)$/i
const inFake = /(?:^|\.)(?:Null|Noop|No[A-Z]|Fake|Stub|Silent|Dummy|Mock|Void|Empty|InMemory)/

/** A new function that does not do what its name and parameters promise. */
function hollow(item: Named): readonly IntegrityFinding[] {
  const { node, short, exported, isMethod } = item
  if (refuses(item)) return refused(item)
  const isOwn = item.declared.type !== 'Property' && /^\w/.test(short) && short !== 'constructor'
  if (!isOwn || node.body === null || inFake.test(item.name)) return []
  if (statementsOf(node).length === 0) {
    const isMeant = idle.test(short) || saysWhyEmpty(item)
    const isPromise = exported || isMethod || node.type === 'FunctionDeclaration'
    if (!isPromise || (isMethod && isMeant)) return []
    return describe(
      'body-emptied',
      item,
      `${short} has an empty body`,
      isMeant ? 'info' : 'warning',
    )
  }
  const answer = answersConstant(node)
  if (answer === null || node.params.length === 0) return []
  const message = `${short} ${returned(item, answer)}`
  if (unusedParameters(node).length === node.params.length)
    return describe(
      'constant-answer',
      item,
      message,
      isMethod || idle.test(short) ? 'warning' : undefined,
    )
  const isIgnoring = node.params.every(
    (each) => is('Identifier')(each) && each.name.startsWith('_'),
  )
  const isTyped = is('VariableDeclarator')(item.declared) && item.declared.id.typeAnnotation != null
  return exported && isIgnoring && !idle.test(short) && !isTyped
    ? describe('constant-answer', item, message, 'warning')
    : []
}

const later = /placeholder|stub|todo|fixme|later|for now|not yet|implement|coming/i

/** A comment in an empty body, unless it only puts the work off. */
const saysWhyEmpty = ({ source, node }: Named): boolean => {
  const own = source.comments.filter(({ start, end }) => start >= node.start && end <= node.end)
  return own.some(({ value }) => value.length > 4) && !own.some(({ value }) => later.test(value))
}

/** Parameters whose names the body never uses; those before a used one have to stand there. */
function unusedParameters({ body, params }: FunctionNode): readonly string[] {
  const defaults = params.flatMap((each) => (is('AssignmentPattern')(each) ? [each.right] : []))
  const used = new Set(
    [...(body === null ? [] : [body]), ...defaults].flatMap((root) =>
      [...below(root)].flatMap((each) =>
        is('Identifier', 'JSXIdentifier')(each) ? [each.name] : [],
      ),
    ),
  )
  if (used.has('arguments')) return []
  const names = params.map((each) => {
    const inner = is('AssignmentPattern')(each) ? each.left : each
    return is('Identifier')(inner) ? inner.name : null
  })
  const lastUsed = names.findLastIndex((name) => name === null || used.has(name))
  return names
    .slice(lastUsed + 1)
    .flatMap((name) => (name === null || name.startsWith('_') || name === 'this' ? [] : [name]))
}
