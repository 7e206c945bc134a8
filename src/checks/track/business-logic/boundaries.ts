import {
  above,
  all,
  below,
  type FunctionNode,
  is,
  isFunction,
  lineAt,
  type Node,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { chainOf } from '../../integrity/names.ts'
import type { Issue } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import type { CodeValue } from './code-values.ts'
import { decidedFigures } from './decided-figures.ts'
import { sameNumber } from './same-value.ts'
import type { Statement } from './statements.ts'
import { shorten } from './words.ts'

/** On which side of a limit its own figure lies: with what is more, or with what is less. */
type Side = 'more' | 'less'

const figure = String.raw`\d[\d.,]*(?:\s?(?:%|[€$£]|[A-Za-z]+)){0,2}`
const sides: readonly (readonly [Side, RegExp])[] = [
  [
    'more',
    new RegExp(
      String.raw`${figure} (?:or|and) (?:more|over|above|longer|older|later|higher|greater)\b`,
      'i',
    ),
  ],
  [
    'more',
    new RegExp(
      String.raw`\b(?:less|fewer|shorter|younger|earlier|lower|smaller) than ${figure}`,
      'i',
    ),
  ],
  ['more', new RegExp(String.raw`\b(?:under|below) ${figure}`, 'i')],
  [
    'less',
    new RegExp(
      String.raw`${figure} (?:or|and) (?:less|fewer|under|below|shorter|younger|earlier|lower|smaller)\b`,
      'i',
    ),
  ],
  [
    'less',
    new RegExp(String.raw`\b(?:more|longer|older|later|higher|greater|larger) than ${figure}`, 'i'),
  ],
  ['less', new RegExp(String.raw`\b(?:over|above|exceed(?:s|ing)?) ${figure}`, 'i')],
]

/** "10.00 EUR or more" is `>= 1000` or `< 1000`: a comparison that puts the figure itself on the wrong side. */
export function wrongBoundaries(
  code: TrackCode,
  statements: readonly Statement[],
): readonly Issue[] {
  const asked = statements.flatMap((statement) => {
    const results = sides.filter(([, pattern]) => pattern.test(statement.clause || statement.text))
    const [side, other] = new Set(results.map(([each]) => each))
    return side === undefined || other !== undefined ? [] : [{ statement, side }]
  })
  const decided = decidedFigures(code, statements)
  return asked.flatMap(({ statement, side }) =>
    (decided.get(statement) ?? [])
      .filter(({ value }) => typeof value === 'number' && sameNumber(value, statement))
      .flatMap((value) => comparisonsWith(code, value))
      .filter((each) => each.side !== side)
      .map(({ source, node }) =>
        issueAt(
          source,
          node,
          `at exactly the limit the code decides otherwise than ${statement.path}:${statement.line}: "${shorten(statement.text)}"`,
          `compare so that ${String(statement.value)} itself lies with what is ${side}`,
        ),
      ),
  )
}

/** Lines that run only beyond a limit: what `if (count >= most)` guards. */
export const beyondLimit = (
  code: TrackCode,
  value: CodeValue,
): readonly { readonly path: string; readonly line: number }[] =>
  comparisonsWith(code, value).flatMap(({ source, node }) => {
    const guard = [...above(source, node)].find(is('IfStatement'))
    if (guard === undefined || node.end > guard.test.end) return []
    const body = is('BlockStatement')(guard.consequent)
      ? guard.consequent.body[0]
      : guard.consequent
    const line = body === undefined ? 0 : lineAt(source.text, body.start)
    return is('ThrowStatement', 'ReturnStatement')(body) && line > lineAt(source.text, guard.start)
      ? [{ path: source.path, line }]
      : []
  })

const adding = /\b(?:insert\w*|add\w*|create\w*|push|save\w*|put\w*)\b/i

/** `if (skips.length > MOST) throw` before another one is added lets one more in than `MOST`. */
export const lateLimits = (code: TrackCode, value: CodeValue): readonly Issue[] =>
  comparisonsWith(code, value).flatMap(({ source, node, side }) => {
    const counted = is('BinaryExpression')(node)
      ? [node.left, node.right].find(is('MemberExpression'))
      : undefined
    const guard = [...above(source, node)].find(is('IfStatement'))
    const around = guard === undefined ? undefined : [...above(source, guard)].find(isFunction)
    if (counted === undefined || guard === undefined || around === undefined) return []
    const name = chainOf(counted)
    const isCount = /^(?:length|size)$/.test(name.at(-1) ?? '') && name.length > 1
    const isLate =
      side === 'less' &&
      isCount &&
      isAskedFor(around, name[0] ?? '') &&
      leavesAtOnce(guard) &&
      adding.test(source.text.slice(guard.end, around.end)) &&
      !adding.test(source.text.slice(around.start, guard.start))
    return isLate
      ? [
          issueAt(
            source,
            node,
            `one more than ${String(value.value)} is let in: what is there is counted before the new one`,
            'refuse where there are as many already',
          ),
        ]
      : []
  })

/** What a call of the function found; what was handed in may have the new one in it. */
const isAskedFor = (around: FunctionNode, name: string): boolean =>
  [...below(around)].some(
    (each) =>
      is('VariableDeclarator')(each) &&
      is('CallExpression')(is('AwaitExpression')(each.init) ? each.init.argument : each.init) &&
      [...below(each.id)].some((one) => is('Identifier')(one) && one.name === name),
  )

const leavesAtOnce = ({ consequent }: Typed<'IfStatement'>): boolean =>
  is(
    'ThrowStatement',
    'ReturnStatement',
  )(is('BlockStatement')(consequent) ? consequent.body.at(-1) : consequent)

type Compared = { readonly source: Source; readonly node: Node; readonly side: Side }

/** Whether tests can go to a limit: something that a function is given is compared with it. */
export const isHandedIn = (code: TrackCode, value: CodeValue): boolean =>
  comparisonsWith(code, value).some(({ source, node }) => {
    const around = [...above(source, node)].find(isFunction)
    const given = new Set(
      (around?.params ?? []).flatMap((each) =>
        [...below(each)].flatMap((one) => (is('Identifier')(one) ? [one.name] : [])),
      ),
    )
    return (
      is('BinaryExpression')(node) &&
      [node.left, node.right].some((side) => is('Identifier')(side) && given.has(side.name))
    )
  })

/** Comparisons with a value where it stands, or with the constant that it is. */
function comparisonsWith(code: TrackCode, { path, line }: CodeValue): readonly Compared[] {
  const from = code.read(path)
  if (from === null) return []
  const isHere = (source: Source, node: Node) =>
    source === from && lineAt(source.text, node.start) === line
  const names = new Set(
    all(from, 'VariableDeclarator').flatMap(({ id, init }) =>
      is('Identifier')(id) && init !== null && isHere(from, init) ? [id.name] : [],
    ),
  )
  return code.touched('source', 'script').flatMap((source) =>
    all(source, 'BinaryExpression').flatMap((node): readonly Compared[] => {
      if (!/^[<>]=?$/.test(node.operator)) return []
      const isIt = (side: Node) =>
        is('Identifier')(side) ? names.has(side.name) : is('Literal')(side) && isHere(source, side)
      const isRight = isIt(node.right)
      if (!isRight && !isIt(node.left)) return []
      // `x >= limit` and `x < limit` put the limit with what is more
      const isMore = isRight ? /^(?:>=|<)$/ : /^(?:<=|>)$/
      return [{ source, node, side: isMore.test(node.operator) ? 'more' : 'less' }]
    }),
  )
}
