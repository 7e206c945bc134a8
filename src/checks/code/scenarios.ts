import { encodeLiteral, parseExpression, type Encoded } from './literal.ts'
import { child, children, flag, walk, word, type Node } from './syntax.ts'
import { wantedNames } from './task-names.ts'

/** One example of the task: an expression and what must come of it. */
export type Scenario = {
  readonly expression: string
  /** The function or class the example is about. */
  readonly name: string
  readonly expect:
    | { readonly type: 'value'; readonly value: Encoded }
    | { readonly type: 'throws'; readonly error: string | null }
}

const mostScenarios = 60

/** The examples a task states, such as `add(2, 3) = 5` or "throws on empty input". */
export async function scenariosOf(
  task: string,
  declared: ReadonlyMap<string, readonly string[]>,
): Promise<readonly Scenario[]> {
  const found = new Map<string, Scenario>()
  for (const scenario of [...(await written(task, declared)), ...spoken(task, declared)])
    if (found.size < mostScenarios && !found.has(scenario.expression))
      found.set(scenario.expression, scenario)
  return [...found.values()]
}

const callStart = /(?:\bnew\s+|\bawait\s+)?\b[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/g

async function written(
  task: string,
  declared: ReadonlyMap<string, readonly string[]>,
): Promise<readonly Scenario[]> {
  const found: Scenario[] = []
  for (const match of task.matchAll(callStart)) {
    const end = chainEnd(task, match.index + match[0].length - 1)
    if (end === null || end - match.index > 400) continue
    const expression = task.slice(match.index, end)
    const name = await subjectOf(expression, declared)
    if (name === null) continue
    const before = task.slice(Math.max(0, match.index - 60), match.index)
    const expected =
      (await expectedAfter(task.slice(end, end + 600), before)) ?? (await expectedBefore(before))
    if (expected !== null) found.push({ expression, name, expect: expected })
  }
  return found
}

/** Where the call ends, with everything chained to it. */
function chainEnd(text: string, open: number): number | null {
  const close = closing(text, open)
  if (close === null) return null
  const chained = /^\.[A-Za-z_$][\w$]*(\()?/.exec(text.slice(close))
  if (chained === null) return close
  const next = close + chained[0].length
  if (chained[1] !== undefined) return chainEnd(text, next - 1)
  return /^\.(?:length|size)$/.test(chained[0]) ? next : close
}

/** The place after the bracket that closes the one at `open`. */
function closing(text: string, open: number): number | null {
  let depth = 0
  let quote = ''
  for (let at = open; at < Math.min(text.length, open + 500); at++) {
    const letter = text[at] ?? ''
    if (quote !== '') {
      if (letter === '\\') at += 1
      else if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if ('([{'.includes(letter)) depth += 1
    else if (')]}'.includes(letter)) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

const harmless = new Set(
  'undefined NaN Infinity True False None Date Set Map Array Object Math Number String JSON Promise BigInt Error TypeError RangeError RegExp Symbol URL'.split(
    ' ',
  ),
)

/** The declared name an expression is about, or null where it speaks of things nobody declared. */
async function subjectOf(
  expression: string,
  declared: ReadonlyMap<string, readonly string[]>,
): Promise<string | null> {
  const node = await parseExpression(expression.replace(/^await\s+/, ''))
  if (node === null) return null
  const free = freeNames(node)
  const known = free.filter((name) => declared.has(name))
  return known.length > 0 && free.every((name) => declared.has(name) || harmless.has(name))
    ? (known[0] ?? null)
    : null
}

function freeNames(root: Node): readonly string[] {
  const bound = new Set<string>()
  const names: string[] = []
  for (const { node, above } of walk(root)) {
    if (node.type !== 'Identifier') continue
    const [outer] = above
    const isKey =
      (outer?.type === 'MemberExpression' &&
        child(outer, 'property') === node &&
        !flag(outer, 'computed')) ||
      (outer?.type === 'Property' && child(outer, 'key') === node)
    const isParam =
      outer?.type === 'ArrowFunctionExpression' && children(outer, 'params').includes(node)
    if (isParam) bound.add(word(node, 'name'))
    else if (!isKey) names.push(word(node, 'name'))
  }
  return names.filter((name) => !bound.has(name))
}

const closers = String.raw`^[\x60'"*)\]]*\s*`
const modal = String.raw`(?:(?:should|must|will|would|shall|to|correctly|then)\s+)*`
const verbs = String.raw`(?:returns?|gives?|yields?|equals?|produces?|outputs?|evaluates? to|results? in|becomes?|resolves? (?:to|with)|is|be|->|=>|→|⇒|===?|=|:|\|)`
const articles = String.raw`(?:\s*(?:the|a|an|exactly|equal|to|string|number|array|value|list|object|boolean|integer)\b)*`
const relation = new RegExp(`${closers}${modal}${verbs}${articles}\\s*`, 'i')
const comment = /^;?\s*(?:\/\/|#)\s*(?:=>|->|→|returns?|gives)?\s*/
const matcher = /^\s*\)\s*\.(?:toBe|toEqual|toStrictEqual)\(\s*/
const throwing = new RegExp(
  String.raw`^[\x60'"*)\]]*\s*(?:=>|->|→|\||:)?\s*${modal}(?:(?:throws?|raises?|rejects?)\b|(?:is|results? in) an? (?:error|exception))(?:\s+with)?\s*(?:an?\s+)?[\x60]?([A-Z]\w*(?:Error|Exception))?`,
  'i',
)

async function expectedAfter(after: string, before: string): Promise<Scenario['expect'] | null> {
  const thrown = throwing.exec(after)
  if (thrown !== null) return { type: 'throws', error: thrown[1] ?? null }
  const isAssertion = /assert\w*(?:\.\w+)?\(\s*$/i.test(before)
  const isDoctest = />>>\s*$/.test(before)
  const starts = [
    relation,
    comment,
    matcher,
    ...(isAssertion ? [/^\s*,\s*/] : []),
    ...(isDoctest ? [/^\s*\n/] : []),
  ]
  for (const start of starts) {
    const match = start.exec(after)
    const value = match === null ? undefined : await literalAt(after.slice(match[0].length))
    if (value !== undefined) return { type: 'value', value }
  }
  return null
}

/** "returns 5 for add(2, 3)". */
async function expectedBefore(before: string): Promise<Scenario['expect'] | null> {
  const match =
    /\b(?:returns?|gives?|yields?)\s+([^\s].{0,40}?)\s+(?:for|when called (?:with|as)|given|on)\s+[\x60'"]*$/i.exec(
      before,
    )
  const value = match === null ? undefined : await literalAt(match[1] ?? '')
  return value === undefined ? null : { type: 'value', value }
}

/** The literal a text begins with; a word in backticks is taken as a string. */
async function literalAt(text: string): Promise<Encoded | undefined> {
  const ticked = /^`([^`\n]*)`/.exec(text)?.[1]
  const candidate = ticked ?? literalText(text)
  if (candidate === null) return undefined
  const value = encodeLiteral(await parseExpression(candidate))
  if (value !== undefined || ticked === undefined) return value
  return /^[\w][\w .:/-]*$/.test(ticked) && !/[A-Z]\w*(?:Error|<)/.test(ticked) ? ticked : undefined
}

function literalText(text: string): string | null {
  const first = text[0] ?? ''
  if (first === '"' || first === "'")
    return /^(["'])(?:\\.|(?!\1)[^\\\n])*\1/.exec(text)?.[0] ?? null
  if (first === '[' || first === '{') {
    const end = closing(text, 0)
    return end === null ? null : text.slice(0, end)
  }
  return (
    /^(?:-?\d+(?:_\d+)*(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|undefined|NaN|-?Infinity|True|False|None)\b/.exec(
      text,
    )?.[0] ?? null
  )
}

const inputs: readonly (readonly [RegExp, string])[] = [
  [/\b(?:division|divide|divid\w+|divisor)\b.*\bzero\b|\bb\b (?:is|=) (?:0|zero)/i, '1, 0'],
  [/\bempty (?:array|list)s?\b/i, '[]'],
  [
    /\bempty (?:string|input|text|value|name)s?\b|\b(?:string|input|text)\b (?:is|are) empty\b|^empty\b/i,
    '""',
  ],
  [/\bwhitespace[- ]only|\bonly whitespace|\bblank\b/i, '"   "'],
  [/\bnot a string\b|\bnon-strings?\b/i, '42'],
  [/\bnot an? (?:array|list|object|function)\b|\bnon-(?:array|object|function)s?\b/i, '42'],
  [/\bnot a number\b|\bnon-(?:number|numeric)\w*\b/i, '"abc"'],
  [/\bNaN\b/, 'NaN'],
  [/\bnon-integers?\b|\bnot an integer\b|\bfraction\w*\b/i, '1.5'],
  [/\bnegative\b|\bbelow (?:0|zero)\b|\bless than (?:0|zero)\b/i, '-1'],
  [/\bnull\b/i, 'null'],
  [/\bundefined\b/i, 'undefined'],
]

/** "It throws a RangeError when n is negative", about the function named last before it. */
function spoken(
  text: string,
  declared: ReadonlyMap<string, readonly string[]>,
): readonly Scenario[] {
  const found: Scenario[] = []
  // "… and a RangeError for …" is a second sentence
  const task = text.replace(
    /,?\s+(?:and|or)\s+(?=(?:with\s+)?an?\s+[`]?[A-Z]\w*(?:Error|Exception)[`]?\s+(?:on|for|when|if)\b)/g,
    '; throws ',
  )
  const wanted = wantedNames(task)
    .map(({ name }) => name)
    .filter((name) => declared.has(name))
  const sentences =
    /\b(?:throws?|raises?|rejects?)\s+(?:with\s+)?(?:an?\s+)?[\x60]?([A-Z]\w*(?:Error|Exception))?[\x60]?\s*(?:error\s+|exception\s+)?(?:on|for|when|if|given)\s+([^.;\n()]{3,80})/gi
  for (const match of task.matchAll(sentences)) {
    const [, error, condition = ''] = match
    const before = task.slice(0, match.index)
    const name =
      wanted
        .toSorted((a, b) => before.lastIndexOf(b) - before.lastIndexOf(a))
        .find((candidate) => before.includes(candidate)) ??
      (wanted.length === 1 ? wanted[0] : undefined)
    const params = (name === undefined ? [] : (declared.get(name) ?? [])).filter(
      (param) => !/[?=]/.test(param.replace(/=>/g, '')),
    )
    for (const [pattern, argument] of inputs) {
      if (name === undefined || !pattern.test(condition)) continue
      if (params.length !== (argument === '1, 0' ? 2 : 1)) continue
      const isList =
        argument === '""' &&
        /empty input/i.test(condition) &&
        /\[\]|Array|list|items|values|numbers/i.test(params[0] ?? '')
      found.push({
        expression: `${name}(${isList ? '[]' : argument})`,
        name,
        expect: { type: 'throws', error: error ?? null },
      })
      break
    }
  }
  return found
}
