import { functionAround, logLevel } from './call-facts.ts'
import { child, children, textOf, valueOf, walk, word, type Node, type Parsed } from './syntax.ts'
import { docBefore } from './types.ts'

/** What a place is judged against. */
export type Around = {
  readonly parsed: Parsed
  readonly task: string
  readonly handled: ReadonlySet<string>
  readonly async: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly filePromises: ReadonlySet<string>
}
export type Place = { readonly node: Node; readonly above: readonly Node[] }

export type Problem = { readonly node: Node; readonly message: string }

/** A catch block that hides what went wrong. */
export function swallowed({ node, above }: Place, around: Around): Problem | null {
  const block = child(node, 'body')
  if (block === null) return null
  const statements = children(block, 'body')
  const said = around.parsed.comments.some(
    ({ start, end, value }) =>
      start > block.start &&
      end < block.end &&
      value.trim().length >= 12 &&
      !/^\s*(?:ignore|noop|do nothing|todo)/i.test(value),
  )
  if (statements.length === 0)
    return said ? null : { node, message: 'the error is swallowed: the catch block is empty' }
  const text = textOf(around.parsed, block)
  const param = word(child(node, 'param'), 'name')
  const usesError =
    param !== '' &&
    [...walk(block)].some(
      ({ node: inner, above: outer }) =>
        inner.type === 'Identifier' &&
        word(inner, 'name') === param &&
        !(outer[0]?.type === 'MemberExpression' && child(outer[0], 'property') === inner),
    )
  if (
    usesError ||
    /\bthrow\b|\breject\s*\(|\bnext\s*\(|process\.exit/.test(text) ||
    statements.length > 1
  )
    return null
  const [only] = statements
  if (only === undefined || said) return null
  const call = child(only, 'expression')
  if (call?.type === 'CallExpression' && logLevel(call) !== null)
    return { node, message: 'the error is lost: the message does not say what went wrong' }
  const isDefault =
    call?.type === 'AssignmentExpression' && isEmptyAnswer(child(call, 'right'), null, around)
  if (isDefault) return { node, message: 'the error is swallowed: an empty value takes its place' }
  return only.type === 'ReturnStatement' &&
    isEmptyAnswer(child(only, 'argument'), functionAround(above), around)
    ? { node, message: 'the error is swallowed: the caller gets an empty answer without a word' }
    : null
}

function isEmptyAnswer(value: Node | null, around: Node | null, { parsed, task }: Around): boolean {
  const type = child(around, 'returnType')
  const promised =
    type === null ? (around === null ? '' : docBefore(parsed, around.start)) : textOf(parsed, type)
  const isNothing =
    value === null ||
    (value.type === 'Literal' && valueOf(value) === null) ||
    word(value, 'name') === 'undefined'
  if (isNothing)
    return !/null|undefined|void/.test(promised) && !/\b(?:null|undefined)\b/i.test(task)
  const isEmpty =
    (value.type === 'ArrayExpression' && children(value, 'elements').length === 0) ||
    (value.type === 'ObjectExpression' && children(value, 'properties').length === 0) ||
    (value.type === 'Literal' && (valueOf(value) === '' || valueOf(value) === 0))
  return isEmpty && !/\b(?:empty|default|fallback|falls? back)\b/i.test(task)
}
