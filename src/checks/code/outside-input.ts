import { functionAround } from './call-facts.ts'
import { guardedNames } from './guards.ts'
import {
  calleeName,
  child,
  children,
  dottedName,
  textOf,
  valueOf,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'

type Place = { readonly node: Node; readonly above: readonly Node[] }
type Problem = { readonly node: Node; readonly message: string }

/** Requests, arguments, environment and parsed JSON that are used without being looked at. */
export function outsideInput(parsed: Parsed, places: readonly Place[]): readonly Problem[] {
  return places.flatMap((place) => {
    const { node } = place
    if (node.type === 'MemberExpression') return member(place, parsed) ?? []
    return node.type === 'CallExpression' ? (call(place, parsed) ?? []) : []
  })
}

const scopeOf = (above: readonly Node[], parsed: Parsed): Node =>
  functionAround(above) ?? parsed.program

function member(place: Place, parsed: Parsed): Problem | null {
  const name = dottedName(place.node)
  if (name === 'process.argv') return argument(place, parsed)
  if (/^process\.env\.\w+$/.test(name)) return environment(place, parsed)
  return /^(?:req|request|ctx\.request|event)\.(?:body|query|params)$/.test(name)
    ? request(place, parsed)
    : null
}

/** The names a value is given where it is declared: `const { a, b } = value`. */
function givenNames(above: readonly Node[], inner: Node): readonly string[] {
  const declarator = above.find(
    (outer) => outer.type === 'VariableDeclarator' && within(child(outer, 'init'), inner),
  )
  const id = child(declarator ?? null, 'id')
  // what another function made of it is no longer the input
  const isMade = above.some(
    (outer) =>
      outer.type === 'CallExpression' &&
      !/^(?:Number|String|parseInt|parseFloat|Boolean|BigInt|Object\.\w+|JSON\.parse|Number\.\w+)$/.test(
        calleeName(outer),
      ) &&
      children(outer, 'arguments').some((item) => within(item, inner)) &&
      declarator !== undefined &&
      within(declarator, outer),
  )
  if (id === null || isMade) return []
  return [...walk(id)]
    .filter(
      ({ node, above: around }) =>
        node.type === 'Identifier' &&
        !(
          around[0]?.type === 'Property' &&
          child(around[0], 'key') === node &&
          child(around[0], 'value') !== node
        ),
    )
    .map(({ node }) => word(node, 'name'))
}

const within = (outer: Node | null, inner: Node): boolean =>
  outer !== null && outer.start <= inner.start && outer.end >= inner.end

function request({ node, above }: Place, parsed: Parsed): Problem | null {
  const scope = scopeOf(above, parsed)
  const guarded = guardedNames(scope, parsed)
  const name = dottedName(node)
  const [outer] = above
  const used =
    outer?.type === 'MemberExpression' && child(outer, 'object') === node ? dottedName(outer) : name
  const names = [used, name, ...givenNames(above, node)]
  if (names.some((one) => guarded.has(one))) return null
  // only a part of it may be looked at: each part counts for itself
  if (used === name && [...guarded].some((one) => one.startsWith(`${name}.`))) return null
  return { node, message: `${used} is used without being validated` }
}

function argument({ node, above }: Place, parsed: Parsed): Problem | null {
  const text = parsed.unit.content
  if (
    /\bparseArgs\s*\(|\byargs\b|\bcommander\b|\bprocess\.argv(?:\.slice\(\d\))?\.length|\bargv\.length|\bargs\.length/.test(
      text,
    )
  )
    return null
  const names = givenNames(above, node)
  const guarded = guardedNames(parsed.program, parsed)
  if (names.some((name) => guarded.has(name)) || guarded.has('process.argv')) return null
  // a program that only compares its own path with the module's
  if (
    above.some(({ type }) => type === 'IfStatement') &&
    /import\.meta|pathToFileURL|require\.main/.test(
      textOf(parsed, above.find(({ type }) => type === 'IfStatement') ?? node),
    )
  )
    return null
  const passed = above.find(({ type }) => type === 'CallExpression')
  const isHandedOn =
    names.length === 0 && passed !== undefined && !/(?:slice|at|join)$/.test(calleeName(passed))
  return isHandedOn
    ? null
    : { node, message: 'process.argv is used without looking whether the argument is there' }
}

function environment({ node, above }: Place, parsed: Parsed): Problem | null {
  const name = dottedName(node)
  const [outer] = above
  if (
    outer?.type === 'TSNonNullExpression' ||
    (outer?.type === 'TSAsExpression' && /\bas string$/.test(textOf(parsed, outer)))
  )
    return { node, message: `${name} may be missing: say what happens then` }
  const isPlain =
    outer?.type === 'VariableDeclarator' ||
    (outer?.type === 'CallExpression' &&
      /^(?:Number|parseInt|String|Number\.parseInt)$/.test(calleeName(outer)))
  if (!isPlain) return null
  const names = givenNames(above, node)
  const guarded = guardedNames(functionAround(above) ?? parsed.program, parsed)
  const everywhere = guardedNames(parsed.program, parsed)
  return names.length === 0 || names.some((one) => guarded.has(one) || everywhere.has(one))
    ? null
    : { node, message: `${name} is used without looking whether it is there` }
}

function call({ node, above }: Place, parsed: Parsed): Problem | null {
  const name = calleeName(node)
  const isJson =
    name === 'JSON.parse' && calleeName(children(node, 'arguments')[0] ?? node) !== 'JSON.stringify'
  const isBody = /^(?:req|request|c\.req|ctx\.req)\.json$/.test(name)
  if (!isJson && !isBody) return null
  const outer = above.find(
    ({ type }) => !/^(?:AwaitExpression|ParenthesizedExpression)$/.test(type),
  )
  const scope = scopeOf(above, parsed)
  const guarded = guardedNames(scope, parsed)
  const names = [...givenNames(above, node), ...assignedNames(above, node)]
  if (
    names.some(
      (one) => guarded.has(one) || [...guarded].some((other) => other.startsWith(`${one}.`)),
    )
  )
    return null
  // a bare call only asks whether it parses
  if (outer?.type === 'CallExpression' || outer?.type === 'ExpressionStatement') return null
  const declared = above.find(({ type }) => type === 'VariableDeclarator')
  const annotation = child(child(declared ?? null, 'id'), 'typeAnnotation')
  if (annotation !== null && /:\s*unknown$/.test(textOf(parsed, annotation))) return null
  if (outer?.type === 'TSAsExpression' && /\bas unknown$/.test(textOf(parsed, outer))) return null
  const isReturned =
    outer?.type === 'ReturnStatement' || (outer !== undefined && outer.type.startsWith('Arrow'))
  const returnType = child(functionAround(above), 'returnType')
  if (isReturned && (returnType === null || /unknown/.test(textOf(parsed, returnType)))) return null
  if (names.length > 0 && passedOn(scope, names, parsed)) return null
  return { node, message: `what ${name} gives is used without being validated` }
}

function assignedNames(above: readonly Node[], inner: Node): readonly string[] {
  const assignment = above.find(
    (outer) => outer.type === 'AssignmentExpression' && within(child(outer, 'right'), inner),
  )
  const name = word(child(assignment ?? null, 'left'), 'name')
  return name === '' ? [] : [name]
}

/** Whether one of the names goes whole to another function, which then looks at it. */
const passedOn = (scope: Node, names: readonly string[], parsed: Parsed): boolean =>
  [...walk(scope)].some(
    ({ node }) =>
      node.type === 'CallExpression' &&
      typeof valueOf(node) !== 'string' &&
      !/^(?:console|Object|JSON)\./.test(calleeName(node)) &&
      children(node, 'arguments').some((item) => names.includes(textOf(parsed, item))),
  )
