import { chainOf } from '../../../integrity/names.ts'
import { all, is, isFunction, type Node, type Source } from '../../../integrity/source.ts'
import { holdsUnless, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { callsOf } from './parts.ts'
import { functionAround, issueAt, type Project } from '../project.ts'

/** The bodies of responses have a type, or are checked against a schema. */
export function typedPart(project: Project): Part {
  const about = 'bodies of responses are typed or validated'
  const asking = new Set(callsOf(project).map(({ source }) => source))
  const bodies = [...asking].flatMap((source) => bodiesIn(source).map((node) => ({ source, node })))
  if (bodies.length === 0)
    return notApplicable('typed-responses', about, 'touched code reads no body of a response')
  const isTypeScript = ({ path }: Source) => /\.[cm]?tsx?$/.test(path)
  const known = bodies.map((each) => ({ ...each, typed: isTyped(each.source, each.node) }))
  const wrong = known.filter(({ source, typed }) => isTypeScript(source) && typed !== true)
  const open = known.filter(({ source, typed }) => !isTypeScript(source) && typed === null)
  if (wrong.length === 0 && open.length === known.length)
    return undecided(
      'typed-responses',
      about,
      'the code is JavaScript: look whether the shape of answers is checked before it is used',
    )
  return holdsUnless('typed-responses', about, {
    issues: wrong.map(({ source, node }) =>
      issueAt(
        source,
        node,
        'the body of the response is "any": nothing says what it holds',
        'Parse it with a schema, or give it a type and check what the code relies on',
      ),
    ),
    reason: `${known.length - open.length} of ${known.length} bodies of responses are typed or validated`,
  })
}

const bodiesIn = (source: Source): readonly Node[] =>
  all(source, 'CallExpression').filter(
    (call) =>
      call.callee.type === 'MemberExpression' &&
      chainOf(call.callee).at(-1) === 'json' &&
      call.arguments.length === 0 &&
      // the body of a request is somebody else's
      !chainOf(call.callee).some((name) => /^(?:req|request|c|ctx|event)$/.test(name)),
  )

const isAny = (node: Node | null | undefined): boolean => is('TSAnyKeyword')(node)

/** True with a type, false with `any`, null where nothing is said. */
function isTyped(source: Source, node: Node): boolean | null {
  if (is('CallExpression')(node) && node.typeArguments)
    return !node.typeArguments.params.some(isAny)
  let inner = node
  for (let at = source.parentOf.get(node); at !== undefined; at = source.parentOf.get(at)) {
    if (is('TSAsExpression', 'TSTypeAssertion', 'TSSatisfiesExpression')(at))
      return !isAny(at.typeAnnotation)
    if (is('VariableDeclarator')(at)) return ofVariable(source, at)
    if (is('CallExpression', 'NewExpression')(at)) {
      // a schema or a function of the project takes it from here; a chain only passes it
      if (at.arguments.some((each) => each === inner)) {
        const name = chainOf(at.callee).at(-1) ?? ''
        if (!/^(?:all|race|resolve|then)$/.test(name)) return true
      } else if (chainOf(at.callee).at(-1) === 'then') return ofCallback(at.arguments[0])
    }
    if (is('ReturnStatement')(at) || isFunction(at)) return ofFunction(source, at)
    if (is('ExpressionStatement', 'AssignmentExpression')(at))
      return is('AssignmentExpression')(at) ? true : null
    inner = at
  }
  return null
}

function ofVariable(source: Source, node: Node): boolean | null {
  if (!is('VariableDeclarator')(node)) return null
  const annotation = node.id.typeAnnotation?.typeAnnotation
  if (annotation) return !isAny(annotation)
  const commented = source.comments.some(
    ({ value, end }) =>
      /@type\b/.test(value) &&
      end <= node.start &&
      /^\s*(?:const|let|var)?\s*$/.test(source.text.slice(end, node.start)),
  )
  if (commented) return true
  if (!is('Identifier')(node.id)) return null
  const { name } = node.id
  // handed whole to a function: a schema, a guard
  const around = functionAround(source, node)
  const checked = all(source, 'CallExpression').some(
    (call) =>
      (around === null || (call.start > around.start && call.end < around.end)) &&
      call.arguments.some((each) => is('Identifier')(each) && each.name === name) &&
      !/^(?:log|error|warn|info|debug|json|send|push|end|stringify|then)$/.test(
        chainOf(call.callee).at(-1) ?? '',
      ),
  )
  return checked ? true : null
}

function ofCallback(node: Node | undefined): boolean | null {
  if (node === undefined) return null
  if (!isFunction(node)) return true
  const [first] = node.params
  const annotation = first !== undefined && 'typeAnnotation' in first ? first.typeAnnotation : null
  return annotation
    ? !isAny(is('TSTypeAnnotation')(annotation) ? annotation.typeAnnotation : null)
    : null
}

function ofFunction(source: Source, at: Node): boolean | null {
  const around = isFunction(at) ? at : functionAround(source, at)
  if (around === null) return null
  if (around.returnType) return !isAny(around.returnType.typeAnnotation)
  const lines = source.text.slice(0, around.start)
  if (
    source.comments.some(
      ({ value, end }) =>
        /@returns?\b/.test(value) && end <= around.start && lines.slice(end).trim().length < 60,
    )
  )
    return true
  const up = source.parentOf.get(around)
  return is('CallExpression')(up) && chainOf(up.callee).at(-1) === 'then'
    ? isTyped(source, up)
    : null
}
