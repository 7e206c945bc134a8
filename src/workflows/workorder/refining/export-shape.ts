import {
  child,
  children,
  flag,
  type Node,
  type Parsed,
  textOf,
  word,
} from '../../../checks/code/syntax.ts'

export type Parameter = {
  readonly name: string
  readonly type: string | null
  readonly optional: boolean
  readonly rest: boolean
}

export type Member = { readonly text: string; readonly optional: boolean }

/** What users of an exported name can see of it. `text` has no bodies and one space between words. */
export type Shape =
  | {
      readonly kind: 'function'
      readonly text: string
      readonly parameters: readonly Parameter[]
      readonly returns: string | null
      readonly isAsync: boolean
      /** One of several signatures, without a body. */
      readonly declared: boolean
    }
  | {
      readonly kind: 'class' | 'interface' | 'enum'
      readonly text: string
      readonly members: ReadonlyMap<string, Member>
    }
  | { readonly kind: 'value' | 'type' | 'passed on'; readonly text: string }
  | { readonly kind: 'several'; readonly texts: readonly string[] }

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
])

export function shapeOf(parsed: Parsed, node: Node): Shape {
  if (functions.has(node.type)) return functionShape(parsed, node)
  switch (node.type) {
    case 'VariableDeclarator':
      return variableShape(parsed, node)
    case 'ClassDeclaration':
    case 'ClassExpression':
      return withMembers('class', parsed, node)
    case 'TSInterfaceDeclaration':
      return withMembers('interface', parsed, node)
    case 'TSEnumDeclaration':
      return withMembers('enum', parsed, node)
    case 'TSTypeAliasDeclaration': {
      const type = child(node, 'typeAnnotation')
      if (type?.type === 'TSTypeLiteral')
        return {
          kind: 'interface',
          text: plain(parsed, node),
          members: membersOf(parsed, children(type, 'members')),
        }
      return { kind: 'type', text: plain(parsed, node) }
    }
    default:
      return { kind: 'value', text: '' }
  }
}

/** A constant that is a function is called like one; of other values only a written type counts. */
function variableShape(parsed: Parsed, node: Node): Shape {
  const value = child(node, 'init')
  const written = child(child(node, 'id'), 'typeAnnotation')
  if (written === null && value !== null && functions.has(value.type))
    return functionShape(parsed, value)
  return { kind: 'value', text: written === null ? '' : plain(parsed, written) }
}

function functionShape(parsed: Parsed, node: Node): Shape {
  const parameters = children(node, 'params').map((each) => parameterOf(parsed, each))
  const returnType = child(node, 'returnType')
  const returns = returnType === null ? null : plain(parsed, returnType).replace(/^:\s*/, '')
  const isAsync = flag(node, 'async')
  const generics = child(node, 'typeParameters')
  const listed = parameters.map(({ name, type, optional, rest }) => {
    const shown = type === null ? '' : `: ${type}`
    return `${rest ? '...' : ''}${name}${optional ? '?' : ''}${shown}`
  })
  return {
    kind: 'function',
    text: `${generics === null ? '' : plain(parsed, generics)}(${listed.join(', ')})${returns === null ? '' : `: ${returns}`}`,
    parameters,
    returns,
    isAsync,
    declared: child(node, 'body') === null,
  }
}

function parameterOf(parsed: Parsed, node: Node): Parameter {
  if (node.type === 'TSParameterProperty')
    return parameterOf(parsed, child(node, 'parameter') ?? node)
  if (node.type === 'AssignmentPattern')
    return { ...parameterOf(parsed, child(node, 'left') ?? node), optional: true }
  const rest = node.type === 'RestElement'
  const target = rest ? (child(node, 'argument') ?? node) : node
  const written = child(node, 'typeAnnotation') ?? child(target, 'typeAnnotation')
  return {
    // the names inside of a pattern are what callers must give
    name:
      target.type === 'Identifier' ? word(target, 'name') : patternText(parsed, target, written),
    type: written === null ? null : plain(parsed, written).replace(/^:\s*/, ''),
    optional: flag(target, 'optional'),
    rest,
  }
}

const patternText = (parsed: Parsed, node: Node, written: Node | null): string =>
  oneLine(parsed.unit.content.slice(node.start, written?.start ?? node.end))

function withMembers(kind: 'class' | 'interface' | 'enum', parsed: Parsed, node: Node): Shape {
  const body = child(node, 'body')
  const header = oneLine(parsed.unit.content.slice(node.start, body?.start ?? node.end))
  const inner = children(body, kind === 'enum' ? 'members' : 'body')
  return { kind, text: header, members: membersOf(parsed, inner) }
}

/** Public members by name; several of one name are one. */
function membersOf(parsed: Parsed, nodes: readonly Node[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>()
  for (const node of nodes) {
    if (['private', 'protected'].includes(word(node, 'accessibility'))) continue
    const key = child(node, 'key') ?? child(node, 'id')
    if (key?.type === 'PrivateIdentifier') continue
    const name = key === null ? plain(parsed, node) : plain(parsed, key)
    const text = memberText(parsed, node)
    const known = members.get(name)
    const optional = flag(node, 'optional') || known?.optional === true
    members.set(name, { text: known === undefined ? text : `${known.text}; ${text}`, optional })
  }
  return members
}

function memberText(parsed: Parsed, node: Node): string {
  const value = child(node, 'value')
  if (value !== null && functions.has(value.type)) {
    const shape = functionShape(parsed, value)
    return `${flag(node, 'static') ? 'static ' : ''}${shape.kind === 'function' ? shape.text : ''}`
  }
  const written = child(node, 'typeAnnotation')
  if (node.type === 'PropertyDefinition' || node.type === 'TSPropertySignature')
    return written === null ? '' : plain(parsed, written)
  return node.type === 'TSEnumMember' ? '' : plain(parsed, node)
}

const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[;,]\s*$/, '')
    .trim()

/** Text without comments and line breaks, so that formatting is no change. */
function plain(parsed: Parsed, node: Node): string {
  const inner = parsed.comments.filter(({ start, end }) => start >= node.start && end <= node.end)
  let text = textOf(parsed, node)
  for (const { start, end } of inner.toReversed())
    text = text.slice(0, start - node.start) + text.slice(end - node.start)
  return oneLine(text)
    .replace(/\s*([{}()[\]<>,;:|&=?])\s*/g, '$1')
    .replace(/[,;]([})\]])/g, '$1')
}
