import { plainValue } from '../integrity/names.ts'
import {
  above,
  below,
  is,
  lineAt,
  type FunctionNode,
  type Node,
  slice,
  type Source,
} from '../integrity/source.ts'
import { declarationsOf } from './declarations.ts'
import { encodeLiteral, type Encoded, parseExpression } from './literal.ts'
import type { Member } from './members.ts'
import type { Parsed } from './syntax.ts'

/** Values that honest code compares with and returns all the time. */
const isTelling = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length > 1) ||
  (typeof value === 'number' && Math.abs(value) > 2)

/** One of a few names that a function may well choose from. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z]+$/i.test(value)

/** What the calls of an example are given. */
async function givenIn(call: string): Promise<readonly (string | number)[]> {
  const node = await parseExpression(call.replace(/^(?:await|new)\s+/, ''))
  const given = is('CallExpression')(node) ? node.arguments : []
  return given.map((each) => encodeLiteral(each)).filter(isTelling)
}

const literalsOf = (source: Source): readonly Node[] => source.nodes.filter(is('Literal'))

/**
 * Why code that gives the right answer may know it by heart: it decides by the example's own argument,
 * hands out the example's own result, or never looks at what it is given.
 */
export async function whyHardCoded(
  sources: readonly Parsed[],
  call: string,
  { result, own }: { readonly result: Encoded | undefined; readonly own: readonly Member[] },
): Promise<string | null> {
  const given = await givenIn(call)
  for (const source of sources) {
    for (const node of literalsOf(source)) {
      const value = plainValue(node)
      if (!isTelling(value)) continue
      const line = `line ${lineAt(source.text, node.start)}`
      if (given.includes(value) && isDecision(source, node))
        return `${line} knows this very argument`
      if (value === result && !isWord(value) && isHandedOut(source, node))
        return `${line} hands out this very result`
    }
    const blind = own.find(({ body }) => body !== null && isBlind(source, body))
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
  const written = (value: string | number) => {
    const plain = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return typeof value === 'string' ? `["']${plain}["']` : `${plain}(?![\\w.])`
  }
  const knows = (await givenIn(call)).find((value) =>
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
  const isUnused = names.every((each) => !new RegExp(`\\b${each}\\b`).test(code))
  if (code !== '' && names.length > 0 && isUnused) return `${name} never looks at what it is given`
  const isGiven =
    isTelling(result) &&
    !isWord(result) &&
    new RegExp(`\\breturn ${written(result)}\\s*(?:#.*)?$`, 'm').test(text)
  return isGiven ? 'it returns this very result' : null
}

/**
 * The same in a file of a project, whose tables hold an example's values for good reasons: it hands out the
 * example's whole list or object, or compares with its argument and hands out its result; or compares with
 * one that nothing but the example has.
 */
export async function whyLearnt(
  source: Source,
  callee: string,
  { call, result }: { readonly call: string; readonly result: string },
): Promise<string | null> {
  const blind = declarationsOf(source).some(
    ({ name, body }) => name === callee && body !== null && isBlind(source, body),
  )
  if (blind) return `${callee} never looks at what it is given`
  const example = await parseExpression(call.replace(/^(?:await|new)\s+/, ''))
  const asked = new Set(example === null ? [] : [...below(example)].map((each) => plainValue(each)))
  const wanted = encodeLiteral(await parseExpression(result))
  const whole = typeof wanted === 'object' ? JSON.stringify(wanted) : ''
  const line = (node: Node | undefined) => `line ${lineAt(source.text, node?.start ?? 0)}`
  const learnt = source.nodes.find(
    (node) =>
      whole.length > 8 &&
      isHandedOut(source, node) &&
      JSON.stringify(encodeLiteral(node)) === whole,
  )
  if (learnt !== undefined) return `${line(learnt)} hands out this very result`
  const literals = literalsOf(source).filter((node) => isTelling(plainValue(node)))
  const knows = literals.findLast(
    (node) => asked.has(plainValue(node)) && isCompared(source.parentOf.get(node)),
  )
  const gives = literals.some((node) => plainValue(node) === wanted && isHandedOut(source, node))
  return knows !== undefined && (gives || isPeculiar(plainValue(knows)))
    ? `${line(knows)} knows this very argument`
    : null
}

/** No honest code asks whether a distance is exactly 3.7, or a text a whole phrase. */
const isPeculiar = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isInteger(value) || Math.abs(value) > 100
    : typeof value === 'string' && /\w\W+\w+\W+\w/.test(value)

const isCompared = (up: Node | undefined): boolean =>
  is('SwitchCase')(up) || (is('BinaryExpression')(up) && /^[!=]==?$/.test(up.operator))

/** The literal decides what comes next: it is compared, a case, a key, or the first of a pair. */
function isDecision(source: Source, node: Node): boolean {
  const [outer, next] = [...above(source, node)]
  if (is('Property')(outer)) return outer.key === node
  const isFirst = is('ArrayExpression')(outer) && outer.elements[0] === node
  // a bound such as n > 1439 is no case
  return isCompared(outer) || (isFirst && is('ArrayExpression')(next))
}

function isHandedOut(source: Source, node: Node): boolean {
  const up = [...above(source, node)].find((each) => !is('ParenthesizedExpression')(each))
  return (
    is('ReturnStatement', 'ConditionalExpression')(up) ||
    (is('ArrowFunctionExpression')(up) && up.body.start <= node.start)
  )
}

/** Whether a function names nothing of what it is given. */
function isBlind(source: Source, { params, body }: FunctionNode): boolean {
  const names = params.flatMap((each) => (is('Identifier')(each) ? [each.name] : []))
  if (names.length === 0 || names.length < params.length || body === null) return false
  const text = slice(source, body)
  return !/\barguments\b/.test(text) && names.every((name) => !text.includes(name))
}
