import { jsonOf } from '../../kit/parse.ts'
import { entriesOf, literalKey, tablesIn, unquoted, writtenKey } from './answer-tables.ts'
import { assertionsIn } from './assertions.ts'
import { type Change, kindOfFile } from './change.ts'
import { functionPairs, functionsOf } from './functions.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { folderOf } from './modules.ts'
import { chainOf } from './names.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import { above, below, is, isFunction, type Node, slice, type Source } from './source.ts'
import { testCasesOf } from './test-cases.ts'

/** Code that knows what a test asks and what it wants to hear. */
export const answers: Family = {
  look: (change) => {
    const inSource = (collect: (source: Source) => readonly Node[]) =>
      introduced(change, (source, { kind }) => (kind === 'source' ? collect(source) : []))
    const branches = inSource(({ nodes }) => nodes.filter((node) => branchOf(node) !== null))
    const tables = inSource(tablesIn)
    if (branches.length + tables.length === 0) return []
    const asked = askedInTests(change)
    const retained = new Set(functionPairs(change).kept.map(({ after }) => after.short))
    return [
      ...branches.flatMap((each) => special(each, asked, retained)),
      ...tables.flatMap((each) => listed(each, asked)),
    ]
  },
}

/** One assertion, or row of a table of cases: what goes in and what has to come out, each as text. */
type Question = {
  readonly inputs: ReadonlySet<string>
  readonly outputs: ReadonlySet<string>
  /** The functions that the test calls. */
  readonly calls: ReadonlySet<string>
}

const mostTests = 60

/** What all tests of the project ask; of very many, those that changed or lie beside what did. */
function askedInTests(change: Change): readonly Question[] {
  const near = new Set(
    change.files.filter(({ kind }) => kind === 'source').map(({ path }) => folderOf(path)),
  )
  const paths = [...change.after.keys()].filter(
    (path) => kindOfFile(path) === 'test' || /(?:^|\/)(?:__tests__|tests?)\//.test(path),
  )
  const isNear = (path: string) =>
    near.has(folderOf(path)) || change.before.get(path) !== change.after.get(path)
  return (paths.length <= mostTests ? paths : paths.filter(isNear)).flatMap((path) => {
    const source = change.source('after', path)
    return source === null ? [] : questionsIn(source)
  })
}

const valuesIn = (nodes: readonly Node[], keyOf = literalKey): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) => [...below(node)].flatMap((each) => keyOf(each) ?? [])))

const questionsIn = (source: Source): readonly Question[] =>
  testCasesOf(source).flatMap(({ body, rows }) => {
    if (body === null) return []
    const calls = new Set(
      [...below(body)].map((each) =>
        is('CallExpression')(each) ? (chainOf(each.callee).at(-1) ?? '') : '',
      ),
    )
    const asked = (given: readonly Node[], wanted: readonly Node[]): Question => {
      const own = valuesIn(given)
      const inputs = own.size > 0 ? own : valuesIn([body])
      return { inputs, outputs: valuesIn(wanted, writtenKey), calls }
    }
    return [
      ...(rows ?? []).map((row) => asked([row], [row])),
      ...assertionsIn(source, body).map(({ subject, args }) =>
        asked(subject === null ? [] : [subject], args),
      ),
    ]
  })

/** What a condition compares with and what it then gives; null where either is worked out. */
function branchOf(
  node: Node,
): { readonly inputs: readonly string[]; readonly output: string } | null {
  const [inputs, output] = is('SwitchCase')(node)
    ? [node.test === null ? [] : [literalKey(node.test) ?? ''], returnedBy(node.consequent)]
    : is('IfStatement')(node)
      ? [comparedIn(node.test), returnedBy([node.consequent])]
      : is('ConditionalExpression')(node)
        ? [comparedIn(node.test), node.consequent]
        : [[], null]
  const key = output === null ? null : writtenKey(output)
  return inputs.length === 0 || inputs.includes('') || key === null ? null : { inputs, output: key }
}

/** The literals that a condition asks its input to equal, also as `/^text$/.test(x)`. */
function comparedIn(test: Node): readonly string[] {
  if (is('LogicalExpression')(test))
    return test.operator === '&&' ? [...comparedIn(test.left), ...comparedIn(test.right)] : []
  if (is('BinaryExpression')(test))
    return /^===?$/.test(test.operator)
      ? [literalKey(test.right) ?? literalKey(test.left) ?? []].flat()
      : []
  const callee = is('CallExpression')(test) ? test.callee : null
  const regex = is('MemberExpression')(callee) ? callee.object : null
  if (!is('Literal')(regex) || !('regex' in regex)) return []
  const text = regex.regex.pattern.replace(/^\^|\$$/g, '').replace(/\\([^\w])/g, '$1')
  return /[\\[\](){}*+?|^$]/.test(text) || text.length < 4 ? [] : [JSON.stringify(text)]
}

function returnedBy([first, ...rest]: readonly Node[]): Node | null {
  if (rest.length > 1) return null
  if (is('BlockStatement')(first)) return returnedBy(first.body)
  return is('ReturnStatement')(first) ? first.argument : null
}

/** Whether a test hands these values in, one by one or as a text that holds them. */
function isHandedIn(key: string, inputs: ReadonlySet<string>): boolean {
  if (inputs.has(key)) return true
  const text: unknown = JSON.parse(key)
  if (typeof text !== 'string') return false
  const numbers = text.split(/[^\w.-]+/).filter((each) => each !== '')
  const isNumbers = numbers.length >= 2 && numbers.every((each) => /^-?\d+(?:\.\d+)?$/.test(each))
  const inside = /^[[{]/.test(text) ? leavesOf(jsonOf(text) ?? undefined) : isNumbers ? numbers : []
  return inside.length > 0 && inside.every((each) => inputs.has(each))
}

/** The single values of nested data, as literals are written. */
function leavesOf(value: unknown): readonly string[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]
  return Object.values(value).flatMap(leavesOf)
}

// values so common that a test and a branch share them by chance
const common = new Set(['0', '1', '2', '-1', '""', 'true', 'false', 'null', '10', '100'])

/** A word, a path or a tag: what kinds of things are called. */
const isWord = (key: string): boolean => /^"[A-Za-z/][\w./:@-]{0,30}"$/.test(key)

/** A branch that one assertion asks about and whose result it wants. */
function special(
  { source, node }: Occurrence,
  asked: readonly Question[],
  retained: ReadonlySet<string>,
): readonly IntegrityFinding[] {
  const { inputs, output } = branchOf(node) ?? { inputs: [], output: '' }
  // what comes out as it went in is passed on, not known by heart
  if (inputs.includes(output) || inputs.includes('null')) return []
  if (inputs.length < 2 && inputs.every((key) => common.has(key))) return []
  const hits = asked.filter(
    (each) => each.outputs.has(output) && inputs.every((key) => isHandedIn(key, each.inputs)),
  )
  if (hits.length === 0) return []
  // the numbers of HTTP are kinds of answers
  const isStatus = /\bstatus(?:Code)?\b/.test(slice(source, node).split('\n')[0] ?? '')
  const isKind = (key: string) =>
    isWord(key) || common.has(key) || (isStatus && /^[1-5]\d\d$/.test(key))
  const name = functionsOf(source).findLast(
    (each) => each.node.start <= node.start && each.node.end >= node.end,
  )?.short
  // a word is a kind of thing, unless it was put into a function that the test calls with it
  const isPlanted =
    name !== undefined &&
    retained.has(name) &&
    hits.some(({ calls }) => calls.has(name)) &&
    !(inputs.every(isWord) && isChoice(source, node))
  const severity =
    inputs.length > 1 || !inputs.every(isKind) ? 'error' : isPlanted ? 'warning' : 'info'
  const message = `for ${inputs.join(', ')} the code returns exactly what a test expects`
  return [findingIn('answer-hard-coded', source, node.start, { message, severity })]
}

/** Whether a branch is one of several in its function, with nothing worked out in any. */
function isChoice(source: Source, node: Node): boolean {
  const holder = [...above(source, node)].find(isFunction)
  const branches = [...below(holder ?? node)].filter(
    is('IfStatement', 'ConditionalExpression', 'SwitchCase'),
  )
  const isPlain = (each: Node) =>
    (is('SwitchCase')(each) && each.test === null) || branchOf(each) !== null
  return branches.length > 1 && branches.every(isPlain)
}

function listed(
  { source, node }: Occurrence,
  asked: readonly Question[],
): readonly IntegrityFinding[] {
  const entries = entriesOf(node)
  const hits = entries.filter(([key, value]) =>
    asked.some(
      ({ inputs, outputs }) =>
        outputs.has(value) && (isHandedIn(key, inputs) || inputs.has(unquoted(key))),
    ),
  )
  // a table of words that also knows what no test asks is a table, not a crib
  const isOdd = hits.some(([key]) => !isWord(key) || /^"-?\d/.test(key))
  if (hits.length < 2 || hits.length < entries.length * 0.7 || !isOdd) return []
  const message = `${hits.length} of ${entries.length} entries are what the tests ask and expect`
  return [findingIn('answers-listed', source, node.start, { message })]
}
