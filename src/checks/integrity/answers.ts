import { jsonOf } from '../../kit/parse.ts'
import { entriesOf, isWritten, outputKey, tablesIn, unquoted } from './answer-tables.ts'
import { askedInTests, literalKey, type Question } from './asked-in-tests.ts'
import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { functionPairs, functionsOf } from './functions.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { below, is, isFunction, type Node, slice, type Source } from './source.ts'

const rules = rulesOf('completeness', {
  'answer-hard-coded': [
    'fail',
    'The source holds the answer of a test',
    'It knows what the test asks and what it wants to hear, and fails on everything else.',
    'Work the result out for every input.',
  ],
  'answers-listed': [
    'fail',
    'A table holds the inputs and answers of the tests',
    'It knows the tests and nothing else.',
    'Work the result out for every input.',
  ],
})

export const answers: Family = { family: 'answers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const branches = introduced(change, (source, { kind }) =>
    kind === 'source'
      ? source.nodes.filter(is('IfStatement', 'ConditionalExpression', 'SwitchCase'))
      : [],
  ).filter(({ node }) => branchOf(node) !== null)
  const tables = introduced(change, (source, { kind }) =>
    kind === 'source' ? tablesIn(source) : [],
  )
  if (branches.length === 0 && tables.length === 0) return []
  const asked = askedInTests(change)
  const keptNames = new Set(functionPairs(change).kept.map(({ after }) => after.short))
  return [
    ...branches.flatMap((each) => special(each, asked, keptNames)),
    ...tables.flatMap((each) => listed(each, asked)),
  ]
}

// values so common that a test and a branch share them by chance
const common = new Set(['0', '1', '2', '-1', '""', 'true', 'false', 'null', '10', '100'])

/** What a condition compares with and what it then gives; null where either is worked out. */
function branchOf(
  node: Node,
): { readonly inputs: readonly string[]; readonly output: Node } | null {
  const inputs = is('SwitchCase')(node)
    ? node.test === null
      ? []
      : [literalKey(node.test) ?? '']
    : is('IfStatement', 'ConditionalExpression')(node)
      ? comparedIn(node.test)
      : []
  const output = is('SwitchCase')(node)
    ? returnedBy(node.consequent)
    : is('IfStatement')(node)
      ? returnedBy([node.consequent])
      : is('ConditionalExpression')(node)
        ? node.consequent
        : null
  if (inputs.length === 0 || inputs.includes('') || output === null || !isWritten(output))
    return null
  return { inputs, output }
}

/** The literals that a condition asks its input to equal, texts of JSON taken apart. */
function comparedIn(test: Node): readonly string[] {
  if (test.type === 'LogicalExpression') {
    if (test.operator !== '&&') return []
    return [...comparedIn(test.left), ...comparedIn(test.right)]
  }
  const pattern = wholePattern(test)
  if (pattern !== null) return [JSON.stringify(pattern)]
  if (test.type !== 'BinaryExpression' || !/^===?$/.test(test.operator)) return []
  const key = literalKey(test.right) ?? literalKey(test.left)
  return key === null ? [] : [key]
}

/** The text that `/^text$/.test(x)` asks for. */
function wholePattern(test: Node): string | null {
  const regex =
    test.type === 'CallExpression' && test.callee.type === 'MemberExpression'
      ? test.callee.object
      : null
  if (regex?.type !== 'Literal' || !('regex' in regex)) return null
  const bare = regex.regex.pattern.replace(/^\^|\$$/g, '').replace(/\\([^\w])/g, '$1')
  return /[\\[\](){}*+?|^$]/.test(bare) || bare.length < 4 ? null : bare
}

/** Whether a test hands these values in, one by one or as a text of JSON that holds them. */
function isHandedIn(key: string, inputs: ReadonlySet<string>): boolean {
  if (inputs.has(key)) return true
  const text: unknown = JSON.parse(key)
  if (typeof text !== 'string') return false
  // several values in one text: as JSON, or with signs between them
  const inside = /^[[{]/.test(text) ? leavesOf(jsonOf(text) ?? undefined) : joinedIn(text)
  return inside.length > 0 && inside.every((each) => inputs.has(each))
}

const joinedIn = (text: string): readonly string[] => {
  const parts = text.split(/[^\w.-]+/).filter((each) => each !== '')
  const isNumbers = parts.length >= 2 && parts.every((each) => /^-?\d+(?:\.\d+)?$/.test(each))
  return isNumbers ? parts : []
}

/** The single values of nested data, as literals are written. */
function leavesOf(value: unknown): readonly string[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]
  return Object.values(value).flatMap(leavesOf)
}

function returnedBy(statements: readonly Node[]): Node | null {
  const [first] = statements
  if (first === undefined || statements.length > 2) return null
  if (first.type === 'BlockStatement') return returnedBy(first.body)
  return first.type === 'ReturnStatement' ? first.argument : null
}

/** A branch that one assertion asks about and whose result it wants. */
function special(
  { source, node }: Occurrence,
  asked: readonly Question[],
  keptNames: ReadonlySet<string>,
): readonly IntegrityFinding[] {
  const branch = branchOf(node)
  if (branch === null) return []
  const output = outputKey(branch.output)
  // what comes out as it went in is passed on, not known by heart
  const isEcho = branch.inputs.includes(output)
  const own = branch.inputs.filter((key) => !common.has(key))
  if (isEcho || (own.length === 0 && branch.inputs.length < 2) || branch.inputs.includes('null'))
    return []
  const hits = asked.filter(
    ({ inputs, outputs }) =>
      branch.inputs.every((key) => isHandedIn(key, inputs)) && outputs.has(output),
  )
  if (hits.length === 0) return []
  const isPlain = branch.inputs.every(
    (key) => isWord(key) || common.has(key) || isStatus(source, node, key),
  )
  // a word is a kind of thing, unless it was put into a function that the test calls with it
  const name = functionAround(source, node)
  const isPlanted =
    keptNames.has(name) && hits.some(({ calls }) => calls.has(name)) && !isChoice(source, node)
  const severity = !isPlain || branch.inputs.length > 1 ? 'fail' : isPlanted ? 'warn' : 'info'
  const message = `for ${branch.inputs.join(', ')} the code returns exactly what a test expects`
  return [findingIn(rules['answer-hard-coded'], source, node.start, { message, severity })]
}

function functionAround(source: Source, node: Node): string {
  const named = functionsOf(source).filter(
    (each) => each.node.start <= node.start && each.node.end >= node.end,
  )
  return named.at(-1)?.short ?? ''
}

/** A word, a path or a tag: what kinds of things are called. */
const isWord = (key: string): boolean => /^"[A-Za-z/][\w./:@-]{0,30}"$/.test(key)

/** `response.status === 404`: the numbers of HTTP are kinds of answers. */
const isStatus = (source: Source, node: Node, key: string): boolean =>
  /^[1-5]\d\d$/.test(key) &&
  is('IfStatement', 'ConditionalExpression')(node) &&
  /\bstatus(?:Code)?\b/.test(slice(source, node.test))

/** Whether a branch is one of several over words, with nothing worked out in the end. */
function isChoice(source: Source, node: Node): boolean {
  if (!(branchOf(node)?.inputs ?? []).every(isWord)) return false
  for (let at = source.parentOf.get(node); at !== undefined; at = source.parentOf.get(at)) {
    if (!isFunction(at) || at.body === null) continue
    const branches = [...below(at.body)].filter((each) =>
      is('IfStatement', 'ConditionalExpression', 'SwitchCase')(each),
    )
    return (
      branches.length > 1 &&
      branches.every(
        (each) => (is('SwitchCase')(each) && each.test === null) || branchOf(each) !== null,
      )
    )
  }
  return false
}

function listed(
  { source, node }: Occurrence,
  asked: readonly Question[],
): readonly IntegrityFinding[] {
  const entries = entriesOf(node)
  const isAskedPair = ([key, value]: readonly [string, string]) =>
    asked.some(
      ({ inputs, outputs }) =>
        (isHandedIn(key, inputs) || inputs.has(unquoted(key))) && outputs.has(value),
    )
  const hits = entries.filter(isAskedPair)
  const odd = hits.filter(([key]) => !isWord(key) || /^"-?\d/.test(key))
  // a table of words that also knows what no test asks is a table, not a crib
  if (hits.length < 2 || hits.length < entries.length * 0.7 || odd.length === 0) return []
  const message = `${hits.length} of ${entries.length} entries are what the tests ask and expect`
  return [findingIn(rules['answers-listed'], source, node.start, { message })]
}
