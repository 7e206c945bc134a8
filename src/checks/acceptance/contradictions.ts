import type { Obligation } from '../../model/obligation.ts'
import type { ExamItem } from '../../obligations/exam.ts'
import { undecided } from '../../obligations/examine.ts'
import { assertionsIn, type Assertion } from '../integrity/assertions.ts'
import { canonical } from '../integrity/canonical.ts'
import { dotted, plainValue } from '../integrity/names.ts'
import {
  is,
  isFunction,
  lineAt,
  type Node,
  type ParseSource,
  type Source,
} from '../integrity/source.ts'
import { testCasesOf, type TestCase } from '../integrity/test-cases.ts'

/** Something that a criterion or a test says must come out, in a form in which two can be compared. */
type Claim = {
  /** What is spoken of: a call, or a name. */
  readonly about: string
  readonly outcome: string
  readonly shown: string
  readonly text: string
  readonly where: string
}

/** Two claims that cannot both hold. */
export type Contradiction = { readonly one: Claim; readonly other: Claim }

/** Criteria that contradict one another, and tests that contradict a criterion. */
export function contradictionsOf(
  items: readonly Pick<ExamItem, 'check' | 'negated' | 'source'>[],
  tests: readonly Source[],
  parse: ParseSource,
): readonly Contradiction[] {
  const asked = items.flatMap((item) => claimsOf(item, parse))
  const tested = tests.flatMap((source) => testCasesOf(source).flatMap(claimsIn))
  const contradictions: Contradiction[] = []
  for (const [index, one] of asked.entries()) {
    // a task that tells the other value, too, knows what it changes
    const knows = (other: Claim) => mentions(one.text, other.shown)
    for (const other of asked.slice(index + 1))
      if (differ(one, other)) contradictions.push({ one, other })
    const against = tested.find((other) => differ(one, other) && !knows(other))
    if (against !== undefined) contradictions.push({ one, other: against })
  }
  return contradictions
}

const differ = (one: Claim, other: Claim): boolean =>
  one.about === other.about && one.outcome !== other.outcome

/** "8100 instead of 4500", "from 4500 to 8100". */
const mentions = (text: string, shown: string): boolean => {
  const value = shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `\\b(?:instead of|rather than|no longer|not|from|was|were|previously|currently|until now)\\s+["'\`]?${value}(?![\\w])`,
    'i',
  ).test(text)
}

function claimsOf(
  { check, negated, source }: Pick<ExamItem, 'check' | 'negated' | 'source'>,
  parse: ParseSource,
): readonly Claim[] {
  if (check === null || negated) return []
  const text = source.text
  const where = `${source.kind}${source.line === undefined ? '' : `, line ${source.line}`}`
  if (check.type === 'value') {
    if (!isCodeName(check.name)) return []
    return [
      {
        about: `name ${plainName(check.name)}`,
        outcome: outcomeOfValue(check.value),
        shown: String(check.value),
        text,
        where,
      },
    ]
  }
  if (check.type !== 'call') return []
  const call = expressionIn(parse, check.call)
  if (call === null) return []
  const about = `call ${canonical(call)}`
  if (check.throws === true) return [{ about, outcome: 'throws', shown: 'throws', text, where }]
  const result = check.result === undefined ? null : expressionIn(parse, check.result)
  if (result === null) return []
  return [{ about, outcome: outcomeOf(result), shown: check.result ?? '', text, where }]
}

/** A word of prose is no name: "port 8080" may be about any port. */
const isCodeName = (name: string): boolean =>
  /[A-Z_.]|-\w/.test(name.slice(1)) || /^[A-Z]/.test(name)

const plainName = (name: string): string => name.replace(/^.*\./, '')

const outcomeOfValue = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)

/** What a literal is worth to a reader, however it is written: `-1` is one value, and `{ id: 1 }` is `{"id":1}`. */
function outcomeOf(node: Node): string {
  const plain = plainValue(node)
  if (plain !== undefined) return outcomeOfValue(plain)
  if (is('ArrayExpression')(node))
    return `[${node.elements.map((each) => (each === null ? '' : outcomeOf(each))).join(', ')}]`
  if (!is('ObjectExpression')(node)) return canonical(node)
  const fields = node.properties.map((each) =>
    each.type === 'Property' && !each.computed
      ? `${is('Identifier')(each.key) ? JSON.stringify(each.key.name) : literalText(each.key)}: ${outcomeOf(each.value)}`
      : canonical(each),
  )
  return `{ ${fields.toSorted().join(', ')} }`
}

const literalText = (key: Node): string =>
  is('Literal')(key) ? JSON.stringify(String(key.value)) : canonical(key)

function expressionIn(parse: ParseSource, text: string): Node | null {
  const source = parse('claim.ts', `(${text})`)
  const [statement] = source === null || source.broken ? [] : source.program.body
  return is('ExpressionStatement')(statement) ? statement.expression : null
}

const equals =
  /^(?:toBe|toEqual|toStrictEqual|equal|eql|eq|equals|assert\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is|same|strictSame))$/
const throwing = /^(?:toThrow|toThrowError|throws?|assert\.(?:throws|rejects|throwsAsync))$/

/** What a test says that a call gives, or a name is. */
function claimsIn(test: TestCase): readonly Claim[] {
  const { body, source, switches, leaf } = test
  if (body === null || switches.some(({ kind }) => kind === 'skip' || kind === 'todo')) return []
  return assertionsIn(source, body).flatMap((assertion) => {
    const { node, negated } = assertion
    const claim = negated ? null : claimOf(assertion)
    if (claim === null) return []
    const where = `${source.path}:${lineAt(source.text, node.start)}`
    return [{ ...claim, text: leaf, where }]
  })
}

function claimOf({
  subject,
  matcher,
  args,
  promise,
}: Assertion): Pick<Claim, 'about' | 'outcome' | 'shown'> | null {
  if (subject === null) return null
  if (throwing.test(matcher) || promise === 'rejects') {
    const called = isFunction(subject)
      ? onlyCallOf(subject)
      : is('CallExpression')(subject)
        ? subject
        : null
    return called === null
      ? null
      : { about: `call ${canonical(called)}`, outcome: 'throws', shown: 'throws' }
  }
  const [expected] = args
  if (!equals.test(matcher) || expected === undefined || !isLiteral(expected)) return null
  const bare = is('AwaitExpression')(subject) ? subject.argument : subject
  const outcome = outcomeOf(expected)
  if (is('CallExpression', 'NewExpression')(bare))
    return { about: `call ${canonical(bare)}`, outcome, shown: outcome }
  const name = dotted(bare)
  return name === '' ? null : { about: `name ${plainName(name)}`, outcome, shown: outcome }
}

const isLiteral = (node: Node): boolean =>
  plainValue(node) !== undefined ||
  (is('Identifier')(node) && /^(?:undefined|NaN|Infinity)$/.test(node.name)) ||
  (is('ArrayExpression')(node) &&
    node.elements.every((each) => each !== null && isLiteral(each))) ||
  (is('ObjectExpression')(node) &&
    node.properties.every(
      (each) => each.type === 'Property' && !each.computed && isLiteral(each.value),
    ))

function onlyCallOf(node: Node): Node | null {
  if (!isFunction(node) || node.body === null) return null
  if (node.body.type !== 'BlockStatement')
    return is('CallExpression', 'NewExpression')(node.body) ? node.body : null
  const [only, more] = node.body.body
  return more === undefined &&
    is('ExpressionStatement')(only) &&
    is('CallExpression')(only.expression)
    ? only.expression
    : null
}

export const contradictionText = ({ one, other }: Contradiction): string =>
  `"${one.text}" (${one.where}) asks for ${one.shown}, "${other.text}" (${other.where}) for ${other.shown}`

/** One obligation for a person: nothing can satisfy both, so no machine and no judge may settle it. */
export function contradictionObligations(
  contradictions: readonly Contradiction[],
  subject: string,
): readonly Obligation[] {
  return contradictions.map(({ one, other }, index) => {
    const answer = undecided(
      `contradiction: ${contradictionText({ one, other })}; a person must say which holds`,
    )
    const statement = 'what is asked for can be had'
    return {
      id: `task.contradiction.${index + 1}`,
      statement,
      source: { kind: 'rule', text: statement },
      weight: 'must',
      decided_by: 'person',
      status: answer.status,
      reason: answer.reason,
      evidence: [],
      subject,
    }
  })
}

/** A test that says otherwise than the task is for a person; that it fails on the new code refuses nothing. */
export const undisputed = <Test extends { readonly name: string }>(
  failing: readonly Test[],
  contradictions: readonly Contradiction[],
): readonly Test[] =>
  failing.filter(
    ({ name }) =>
      !contradictions.some(({ other: { text } }) => name === text || name.endsWith(` ${text}`)),
  )
