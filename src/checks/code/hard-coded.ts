import { declarationsOf } from './declarations.ts'
import { encodeLiteral, type Encoded, parseExpression } from './literal.ts'
import type { Member } from './members.ts'
import { child, children, type Node, type Parsed, textOf, valueOf, walk, word } from './syntax.ts'

/** Values that honest code compares with and returns all the time. */
const isTelling = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length > 1) ||
  (typeof value === 'number' && Math.abs(value) > 2)

/** One of a few names that a function may well choose from. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z]+$/i.test(value)

/**
 * Why code that gives the right answer may know it by heart: it decides by the example's own argument,
 * hands out the example's own result, or never looks at what it is given.
 */
export async function whyHardCoded(
  sources: readonly Parsed[],
  call: string,
  { result, own }: { readonly result: Encoded | undefined; readonly own: readonly Member[] },
): Promise<string | null> {
  const node = await parseExpression(call.replace(/^(?:await|new)\s+/, ''))
  const given = children(node, 'arguments')
    .map((one) => encodeLiteral(one))
    .filter((value) => isTelling(value))
  for (const parsed of sources) {
    const line = (at: number) => parsed.unit.content.slice(0, at).split('\n').length
    for (const { node: found, above } of walk(parsed.program)) {
      const value = found.type === 'Literal' ? valueOf(found) : undefined
      if (!isTelling(value)) continue
      if (given.includes(value) && isDecision(found, above))
        return `line ${line(found.start)} knows this very argument`
      if (value === result && !isWord(value) && isHandedOut(found, above))
        return `line ${line(found.start)} hands out this very result`
    }
    const blind = own.find(({ body }) => body !== null && isBlind(parsed, body))
    if (blind !== undefined) return `${blind.name} never looks at what it is given`
  }
  return null
}

/** The same in Python, by its text: a comparison with the argument, a return of the result. */
export async function whyHardCodedPython(
  text: string,
  call: string,
  result: Encoded | undefined,
): Promise<string | null> {
  const node = await parseExpression(call)
  const written = (value: string | number) => {
    const plain = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return typeof value === 'string' ? `["']${plain}["']` : `${plain}(?![\\w.])`
  }
  const given = children(node, 'arguments')
    .map((one) => encodeLiteral(one))
    .filter((value) => isTelling(value))
  const knows = given.find((value) =>
    new RegExp(`==\\s*${written(value)}|^\\s*case ${written(value)}:`, 'm').test(text),
  )
  if (knows !== undefined) return `it compares with ${JSON.stringify(knows)}, this very argument`
  const [name = ''] = call.split('(')
  const [, params = '', body = ''] =
    new RegExp(
      `^def ${name.replace(/\W/g, '')}\\(([^)]*)\\)[^:\\n]*:\\n((?:[ \\t]+.*\\n|\\n)*)`,
      'm',
    ).exec(`${text}\n`) ?? []
  const names = params.match(/(?<![\w: ]\s*)[A-Za-z_]\w*|(?<=,\s*)[A-Za-z_]\w*/g) ?? []
  const code = body.replace(/"""[\s\S]*?"""|#.*/g, '')
  if (
    code !== '' &&
    names.length > 0 &&
    names.every((each) => !new RegExp(`\\b${each}\\b`).test(code))
  )
    return `${name} never looks at what it is given`
  const isGiven =
    isTelling(result) &&
    !isWord(result) &&
    new RegExp(`\\breturn ${written(result)}\\s*(?:#.*)?$`, 'm').test(text)
  return isGiven ? 'it returns this very result' : null
}

/**
 * The same in a file of a project, whose tables hold an example's values for good reasons: it hands out the
 * example's whole list or object, or compares with its argument and hands out its result.
 */
export async function whyLearnt(
  parsed: Parsed,
  callee: string,
  { call, result }: { readonly call: string; readonly result: string },
): Promise<string | null> {
  const blind = declarationsOf(parsed).find(
    ({ name, body }) => name === callee && body !== null && isBlind(parsed, body),
  )
  if (blind !== undefined) return `${callee} never looks at what it is given`
  const asked = await parseExpression(call.replace(/^(?:await|new)\s+/, ''))
  const given = asked === null ? [] : [...walk(asked)].map(({ node }) => valueOf(node))
  const wanted = encodeLiteral(await parseExpression(result))
  const isWhole = typeof wanted === 'object' && JSON.stringify(wanted).length > 8
  let knows = ''
  let gives = ''
  for (const { node, above } of walk(parsed.program)) {
    const line = `line ${parsed.unit.content.slice(0, node.start).split('\n').length}`
    const value = node.type === 'Literal' ? valueOf(node) : undefined
    if (isTelling(value) && given.includes(value) && isCompared(above)) knows = line
    if (!isHandedOut(node, above)) continue
    if (isTelling(value) && value === wanted) gives = line
    if (isWhole && JSON.stringify(encodeLiteral(node)) === JSON.stringify(wanted))
      return `${line} hands out this very result`
  }
  return knows === '' || gives === '' ? null : `${knows} knows this very argument`
}

const isCompared = ([outer]: readonly Node[]): boolean =>
  outer?.type === 'SwitchCase' ||
  (outer?.type === 'BinaryExpression' && /^[!=]==?$/.test(word(outer, 'operator')))

/** The literal decides what comes next: it is compared, a case, a key, or the first of a pair. */
function isDecision(node: Node, above: readonly Node[]): boolean {
  const [outer, next] = above
  // a bound such as n > 1439 is no case
  if (outer?.type === 'BinaryExpression') return /^[!=]==?$/.test(word(outer, 'operator'))
  if (outer?.type === 'SwitchCase') return true
  if (outer?.type === 'Property') return child(outer, 'key') === node
  return (
    outer?.type === 'ArrayExpression' &&
    children(outer, 'elements')[0] === node &&
    next?.type === 'ArrayExpression'
  )
}

const isHandedOut = (node: Node, [outer]: readonly Node[]): boolean =>
  outer?.type === 'ReturnStatement' ||
  outer?.type === 'ConditionalExpression' ||
  (outer?.type === 'ArrowFunctionExpression' && child(outer, 'body') === node)

function isBlind(parsed: Parsed, body: Node): boolean {
  const names = children(body, 'params').flatMap((param) =>
    param.type === 'Identifier' ? [word(param, 'name')] : [],
  )
  const block = child(body, 'body')
  if (names.length === 0 || names.length < children(body, 'params').length || block === null)
    return false
  const text = textOf(parsed, block)
  return !/\barguments\b/.test(text) && names.every((name) => !text.includes(name))
}
