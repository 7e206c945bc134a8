import { ambientTypes } from '../../integrity/ambient-types.ts'
import { chainOf } from '../../integrity/names.ts'
import { settingsTypes } from '../../integrity/settings-types.ts'
import {
  above,
  all,
  below,
  is,
  lineAt,
  type Node,
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
import { fresh, shown } from './fresh.ts'
import { nullSafety } from './null-safety.ts'
import { sharedTypes } from './shared-types.ts'

export function typeSafetyPass(code: TrackCode): Pass {
  const sources = code.touched('source', 'script').filter(isTyped)
  const parts =
    sources.length === 0
      ? [notApplicable('types', 'types are safe', 'the track touched no code that has types')]
      : [noAny(code), noCasts(code), nullSafety(code), noSuppressions(code), sharedTypes(code)]
  return { number: 2, name: 'Type safety', parts }
}

/** TypeScript, and JavaScript whose comments give types. */
const isTyped = ({ path, comments }: Source): boolean =>
  /\.[cm]?tsx?$/.test(path) || comments.some(({ value }) => jsdocTypes.test(value))

const jsdocTypes = /^\*[^]*@(?:type|param|returns?|typedef|property)\s*\{/

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

function noSuppressions(code: TrackCode): Part {
  const findings = [suppressions, settingsTypes, ambientTypes]
    .flatMap(({ look }) => look(code.change))
    .filter(
      ({ rule, severity, place }) =>
        severity === 'error' &&
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
