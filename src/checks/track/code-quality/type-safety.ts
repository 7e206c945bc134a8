import { introduced } from '../../integrity/introduced.ts'
import { directiveIn, isReason } from '../../integrity/directives.ts'
import { ambientTypes } from '../../integrity/ambient-types.ts'
import { chainOf, dotted } from '../../integrity/names.ts'
import { settingsTypes } from '../../integrity/settings-types.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  slice,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { suppressions } from '../../integrity/suppressions.ts'
import {
  holdsUnless,
  type Issue,
  met,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../evaluation.ts'
import { issueAt, issueOfFinding, type TrackCode } from '../track-code.ts'
import { schemaMatch } from './schema-match.ts'
import { sharedTypes } from './shared-types.ts'

export function typeSafetyPass(code: TrackCode): Pass {
  const sources = code.touched('source', 'script').filter(isTyped)
  const parts =
    sources.length === 0
      ? [notApplicable('types', 'types are safe', 'the track touched no code that has types')]
      : [noAny(code), noCasts(code), ...noAssertions(code), noSuppressions(code), sharedTypes(code)]
  return { number: 2, name: 'Type safety', parts: [...parts, schemaMatch(code)] }
}

/** TypeScript, and JavaScript whose comments give types. */
const isTyped = ({ path, comments }: Source): boolean =>
  /\.[cm]?tsx?$/.test(path) || comments.some(({ value }) => jsdocTypes.test(value))

const jsdocTypes = /^\*[^]*@(?:type|param|returns?|typedef|property)\s*\{/

/** What the track brought into product code, but for what a comment gives a reason for. */
const fresh = <N extends Node>(code: TrackCode, collect: (source: Source) => readonly N[]) =>
  introduced(code.change, (source, { kind }) =>
    kind === 'source' || kind === 'script' ? collect(source) : [],
  ).filter(({ source, node }) => !isReasoned(source, node))

function isReasoned({ comments, text }: Source, { start }: Node): boolean {
  const line = lineAt(text, start)
  return comments.some((comment) => {
    const last = lineAt(text, comment.end)
    const reason = directiveIn(comment)?.reason ?? comment.value
    return (last === line || last === line - 1) && comment.type === 'Line' && isReason(reason)
  })
}

function noAny(code: TrackCode): Part {
  const fix = 'name the real type, or take unknown and narrow it by a check'
  const keywords = fresh(code, (source) =>
    all(source, 'TSAnyKeyword').map((node) => holder(source, node)),
  )
    .filter(({ source, node }) => !isBound(source, node))
    .map(({ source, node }) => issueAt(source, node, `any in \`${shown(source, node)}\``, fix))
  const documented = code.touched('source', 'script').flatMap((source) =>
    source.comments
      .filter((comment) => jsdocAny.test(comment.value) && jsdocTypes.test(comment.value))
      .flatMap((comment): readonly Issue[] => {
        const at = comment.start + comment.value.search(jsdocAny)
        return code.isOwn(source, { start: at })
          ? [issueAt(source, { start: at }, 'any in a JSDoc type', fix)]
          : []
      }),
  )
  return holdsUnless('no-any', 'no any comes in', {
    issues: unique([...keywords, ...documented]),
    reason: 'the track brings no any into product code',
  })
}

const jsdocAny =
  /@(?:type|param|returns?|property)\s*\{(?:[^}]*[<|(,\s])?(?:any|\*)(?:[>|),\s=][^}]*)?\}/

const unique = (issues: readonly Issue[]): readonly Issue[] =>
  issues.filter(
    ({ path, line }, index) =>
      issues.findIndex((each) => each.path === path && each.line === line) === index,
  )

/** The statement, parameter or member that an `any` stands in, so that the same one is known again. */
function holder(source: Source, node: Node): Node {
  let at = node
  for (const up of above(source, node)) {
    if (/Statement$|Body$|^Program$|Function|^VariableDeclaration$|Export/.test(up.type)) return at
    at = up
    if (is('TSAsExpression', 'TSPropertySignature', 'TSTypeParameter', 'Identifier')(at)) return at
  }
  return at
}

/** `T extends (...args: any[]) => any` is how TypeScript says "any function". */
const isBound = (source: Source, node: Node): boolean =>
  [node, ...above(source, node)].some(
    (each) =>
      is('TSTypeParameter')(each) ||
      (is('TSConditionalType')(each) && [...below(each.extendsType)].some(is('TSAnyKeyword'))),
  )

const shown = (source: Source, node: Node): string =>
  slice(source, node).replaceAll(/\s+/g, ' ').slice(0, 60)

function noCasts(code: TrackCode): Part {
  const doubles = fresh(code, (source) => [
    ...all(source, 'TSAsExpression').filter(
      ({ expression, typeAnnotation }) =>
        (is('TSAsExpression')(expression) &&
          is('TSUnknownKeyword', 'TSAnyKeyword')(expression.typeAnnotation)) ||
        is('TSNeverKeyword')(typeAnnotation),
    ),
    ...all(source, 'TSTypeAssertion').filter(({ expression }) =>
      is('TSTypeAssertion', 'TSAsExpression')(expression),
    ),
  ])
  if (doubles.length > 0)
    return unmet(
      'no-unsafe-casts',
      noCast,
      doubles.map(({ source, node }) =>
        issueAt(
          source,
          node,
          `\`${shown(source, node)}\` casts past the compiler`,
          'check the value, or give it the type where it is made',
        ),
      ),
    )
  const outside = fresh(code, (source) =>
    all(source, 'TSAsExpression').filter((node) => isFromOutside(node)),
  )
  const [first] = outside
  return first === undefined
    ? met('no-unsafe-casts', noCast, 'no cast goes past the compiler')
    : undecided(
        'no-unsafe-casts',
        noCast,
        `data from outside is cast and not checked: ${outside.map(({ source, node }) => `${source.path}:${lineAt(source.text, node.start)}`).join(', ')}`,
      )
}

const noCast = 'no cast goes past the compiler'

/** `JSON.parse(text) as User`, `req.body as Order`, `(await response.json()) as Item`. */
function isFromOutside({ expression, typeAnnotation }: Typed<'TSAsExpression'>): boolean {
  if (is('TSUnknownKeyword')(typeAnnotation)) return false
  const inner = is('AwaitExpression')(expression) ? expression.argument : expression
  const name = chainOf(inner).join('.')
  return /^JSON\.parse$|(?:^|\.)(?:req|request|ctx\.request)\.(?:body|query|params)$|\.json$/.test(
    name,
  )
}

/** `value!` where nothing before it looked whether there is a value. */
function noAssertions(code: TrackCode): readonly Part[] {
  const about = 'no non-null assertion stands where a value may be missing'
  const open = fresh(code, (source) => all(source, 'TSNonNullExpression'))
    .filter(({ source, node }) => !isGuarded(source, node) && !isMount(node))
    .map((each) => ({ ...each, isHandler: isOfHandler(each.source, each.node) }))
  const issues = open
    .filter(({ isHandler }) => !isHandler)
    .map(({ source, node }) =>
      issueAt(
        source,
        node,
        `\`${shown(source, node)}\` claims that there is a value`,
        'handle the case that there is none',
      ),
    )
  if (issues.length > 0) return [unmet('null-safety', about, issues)]
  const [first] = open
  return [
    first === undefined
      ? met('null-safety', about, 'each use of an optional value is checked')
      : undecided(
          'null-safety',
          about,
          `whether what stands before the handler sets \`${shown(first.source, first.node)}\` (${first.source.path}:${lineAt(first.source.text, first.node.start)})`,
        ),
  ]
}

/** The element that a page is known to have. */
const isMount = ({ expression }: Typed<'TSNonNullExpression'>): boolean =>
  is('CallExpression')(expression) &&
  /\bdocument\.(?:getElementById|querySelector)$/.test(dotted(expression.callee))

/** Something before it in the function asks about the same thing, or about what holds it. */
function isGuarded(source: Source, node: Typed<'TSNonNullExpression'>): boolean {
  const around = [...above(source, node)].find((each) => isFunction(each)) ?? source.program
  const wanted = slice(source, node.expression)
  const call = is('CallExpression')(node.expression) ? node.expression.callee : null
  const held = is('MemberExpression')(call)
    ? call.object
    : is('MemberExpression')(node.expression) && node.expression.computed
      ? node.expression.object
      : null
  const owner = held === null ? null : slice(source, held)
  const asks = (text: string) =>
    text.includes(wanted) ||
    (owner !== null &&
      [`${owner}.length`, `${owner}.size`, `${owner}.has(`, `${owner}.set(`].some((each) =>
        text.includes(each),
      ))
  return [...below(around)].some((each) => {
    if (each.start >= node.start) return false
    const test = is('IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement')(each)
      ? each.test
      : is('LogicalExpression')(each)
        ? each.left
        : null
    const isSet = is('CallExpression')(each) && dotted(each.callee).endsWith('.set')
    const isLoop =
      is('ForOfStatement', 'ForInStatement')(each) &&
      owner !== null &&
      slice(source, each.right).includes(owner)
    return (
      isLoop ||
      (isSet && asks(slice(source, each))) ||
      (test !== null && test !== undefined && asks(slice(source, test)))
    )
  })
}

/** A property of what a router hands to its handler, which may be set before. */
const isOfHandler = (source: Source, node: Node): boolean =>
  [...above(source, node)].some((each) => {
    const call = isFunction(each) ? source.parentOf.get(each) : undefined
    const isRoute =
      is('CallExpression')(call) &&
      call.arguments.some(
        (given) =>
          is('Literal')(given) && typeof given.value === 'string' && given.value.startsWith('/'),
      )
    const [root = ''] = chainOf(is('TSNonNullExpression')(node) ? node.expression : node)
    return (
      isRoute &&
      isFunction(each) &&
      each.params.some((param) => is('Identifier')(param) && param.name === root)
    )
  })

function noSuppressions(code: TrackCode): Part {
  const findings = [suppressions, settingsTypes, ambientTypes]
    .flatMap(({ look }) => look(code.change))
    .filter(
      ({ rule, severity, place }) =>
        severity === 'fail' &&
        rule !== 'integrity/any-added' &&
        code.facts.touched.includes(place.path ?? ''),
    )
  return holdsUnless('no-suppressions', 'the compiler is not told to look away', {
    issues: findings.map((each) =>
      issueOfFinding(each, 'mend the types, and take the comment or the setting out'),
    ),
    reason: 'no @ts-ignore, no @ts-nocheck and no loosened setting comes in',
  })
}
