import { canonical } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { functionPairs, statementsOf, type Named } from './functions.ts'
import { chainOf, literalOf } from './names.ts'
import { below, is, slice, type FunctionNode, type Node } from './source.ts'
import { answersConstant, isEmpty, isLog, isOnlyLogs } from './stub-bodies.ts'

const rules = rulesOf('completeness', {
  'not-implemented': [
    'fail',
    'A function only says that it is not implemented',
    'Whoever calls it gets an error instead of a result.',
    'Write the function.',
  ],
  'body-emptied': [
    'fail',
    'A function lost its body',
    'It does nothing where it did something.',
    'Put the body back, or have the function removed on purpose.',
  ],
  'constant-answer': [
    'fail',
    'A function gives the same answer for every input',
    'A constant stands where a result should be worked out.',
    'Work the result out from the input.',
  ],
  'only-logs': [
    'warn',
    'A function only writes to the log',
    'Its name promises work, and it only tells of it.',
    'Do the work, not only the telling.',
  ],
})

export const stubs: Family = { family: 'stubs', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const { kept, fresh } = functionPairs(change)
  return [
    ...kept.flatMap(({ before, after }) =>
      canonical(before.node) === canonical(after.node) || isAsked(change.asked.exports, after.short)
        ? []
        : shrunk(before, after),
    ),
    ...fresh.flatMap(hollow),
  ]
}

const named = (
  rule: keyof typeof rules,
  item: Named,
  message: string,
  severity?: 'warn' | 'info',
): IntegrityFinding =>
  findingIn(rules[rule], item.source, item.node.start, {
    message,
    ...(severity === undefined ? {} : { severity }),
  })

/** Whether a function only refuses to work. */
function refuses(node: FunctionNode, source: Named['source']): boolean {
  const statements = statementsOf(node).filter((each) => !isLog(each))
  const [only] = statements
  if (statements.length !== 1 || only === undefined) return false
  const rejects =
    only.type === 'ReturnStatement' &&
    only.argument !== null &&
    chainOf(only.argument).join('.') === 'Promise.reject'
  if (only.type !== 'ThrowStatement' && !rejects) return false
  const texts = [...below(only)]
    .map((each) => literalOf(each) ?? (each.type === 'Identifier' ? each.name : ''))
    .join(' ')
  return /not?[-_ ]?(?:yet )?[-_ ]?implement|unimplemented|to ?do\b|coming soon|not supported yet|implement me|stub/i.test(
    `${texts} ${slice(source, only)}`,
  )
}

/** What a function that stayed lost of its body. */
function shrunk(before: Named, after: Named): readonly IntegrityFinding[] {
  const { node, source } = after
  if (refuses(node, source))
    return refuses(before.node, before.source)
      ? []
      : [named('not-implemented', after, `${after.short} only says that it is not implemented`)]
  if (isEmpty(node))
    return isEmpty(before.node) || isTrivial(before.node)
      ? []
      : [named('body-emptied', after, `${after.short} has an empty body now`)]
  const answer = answersConstant(node)
  if (answer !== null && !isTrivial(before.node) && answersConstant(before.node) === null)
    return [
      named(
        'constant-answer',
        after,
        `${after.short} returns \`${slice(source, answer).slice(0, 60)}\` whatever it is given`,
      ),
    ]
  if (isOnlyLogs(node) && !isOnlyLogs(before.node) && !isTrivial(before.node))
    return [named('only-logs', after, `${after.short} only writes to the log now`)]
  return []
}

/** A body that was already a constant or nothing; a changed constant is no stub. */
const isTrivial = (node: FunctionNode): boolean =>
  isEmpty(node) || answersConstant(node) !== null || isOnlyLogs(node)

const idle =
  /^(?:_|no-?op|ignore|empty|nothing|identity|noop\w*|null\w*|dummy\w*|fake\w*|stub\w*|default\w*|always\w*|never\w*|constructor|get\w*(?:Name|Version|Type|Kind)|is[A-Z]\w*|has[A-Z]\w*|supports\w*|can[A-Z]\w*)$/i

/** A new function that does not do what its name and parameters promise. */
function hollow(item: Named): readonly IntegrityFinding[] {
  const { node, source, short } = item
  if (refuses(node, source))
    return [named('not-implemented', item, `${short} only says that it is not implemented`)]
  const isOwn = item.declared.type !== 'Property' && /^\w/.test(short)
  if (!isOwn || node.body === null) return []
  const inFake =
    /(?:^|\.)(?:Null|Noop|No[A-Z]|Fake|Stub|Silent|Dummy|Mock|Void|Empty|InMemory)/.test(item.name)
  if (inFake) return []
  if (isEmpty(node)) {
    const isDeliberate = (hasComment(item) && !saysLater(item)) || idle.test(short)
    if (
      short === 'constructor' ||
      (item.isMethod && isDeliberate) ||
      !(item.exported || item.isMethod || node.type === 'FunctionDeclaration')
    )
      return []
    return [
      named('body-emptied', item, `${short} has an empty body`, isDeliberate ? 'info' : 'warn'),
    ]
  }
  const constant = emptyAnswer(item)
  if (constant.length > 0) return constant
  if (
    isOnlyLogs(node) &&
    !/log|print|report|show|usage|help|warn|debug|trace|announce|say|greet|main|run/i.test(short)
  )
    return [named('only-logs', item, `${short} only writes to the log`)]
  return []
}

/** The one answer a new function gives, where work was to be expected. */
function emptyAnswer(item: Named): readonly IntegrityFinding[] {
  const { node, short, source } = item
  const answer = answersConstant(node)
  if (answer === null) return []
  const told = (how: string, severity?: 'warn'): readonly IntegrityFinding[] => {
    const message = `${short} returns \`${slice(source, answer).slice(0, 60)}\`${how}`
    return [named('constant-answer', item, message, severity)]
  }
  if (node.params.length > 0 && unusedParameters(node).length === node.params.length)
    return told(' whatever it is given', item.isMethod || idle.test(short) ? 'warn' : undefined)
  if (!idle.test(short) && ignoresAll(item))
    return told(' and looks at nothing it is given', 'warn')
  return promisesWork(item) ? told(', which no work led to', 'warn') : []
}

/** A function without parameters whose name is a verb of work: an empty list is no result of it. */
const promisesWork = ({ short, node, exported }: Named): boolean =>
  exported &&
  node.async &&
  /^(?:fetch|load|compute|calculate|parse|validate|process|send|save|sync|import|export|upload|download|query|search)/.test(
    short,
  )

/** Whether something that others can call takes values and uses none, even if their names say so. */
const ignoresAll = ({ node, exported, declared, isMethod }: Named): boolean =>
  exported &&
  (isMethod || !(declared.type === 'VariableDeclarator' && declared.id.typeAnnotation != null)) &&
  node.params.length > 0 &&
  node.params.every((each) => each.type === 'Identifier' && each.name.startsWith('_'))

const saysLater = ({ source, node }: Named): boolean =>
  source.comments.some(
    ({ start, end, value }) =>
      start >= node.start &&
      end <= node.end &&
      /placeholder|stub|todo|fixme|later|for now|not yet|implement|coming/i.test(value),
  )

const hasComment = ({ source, node }: Named): boolean =>
  source.comments.some(
    ({ start, end }) =>
      start >= node.start && end <= node.end && source.text.slice(start, end).length > 8,
  )

/** Parameters whose names the body never uses; those before a used one have to stand there. */
function unusedParameters(node: FunctionNode): readonly string[] {
  if (node.body === null) return []
  const used = new Set<string>()
  const roots: readonly Node[] = [
    node.body,
    ...node.params.flatMap((each) => (each.type === 'AssignmentPattern' ? [each.right] : [])),
  ]
  for (const root of roots)
    for (const each of below(root)) if (is('Identifier', 'JSXIdentifier')(each)) used.add(each.name)
  if (used.has('arguments')) return []
  const names = node.params.map((each) => {
    const inner = each.type === 'AssignmentPattern' ? each.left : each
    return inner.type === 'Identifier' ? inner.name : null
  })
  const lastUsed = names.findLastIndex((name) => name === null || used.has(name))
  return names
    .slice(lastUsed + 1)
    .flatMap((name) => (name === null || name.startsWith('_') || name === 'this' ? [] : [name]))
}
