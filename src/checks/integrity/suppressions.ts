import { squeeze } from '../../kit/lines.ts'
import { type Change, type FileKind, isTestKind } from './change.ts'
import { type Directive, directiveIn, isReason } from './directives.ts'
import { introduced } from './introduced.ts'
import { keyName, truthOf } from './names.ts'
import type { RuleSeverity } from '../../model/own-rule.ts'
import { findingIn, type IntegrityFinding } from './rule.ts'
import { ruleOf } from './rules.ts'
import { all, is, lineAt, type Comment, type Node, type Source } from './source.ts'
import { spot, table } from './spots.ts'

/** Comments and settings that silence a tool, and types that believe everything. */
export const suppressions = table(
  directives,
  casts,
  spot({
    rule: 'types-suppressed',
    in: ['config'],
    type: 'Property',
    when: ({ key, value }) =>
      /^(?:ignoreBuildErrors|ignoreDuringBuilds|transpileOnly|skipTypeCheck|noTypeCheck)$/.test(
        keyName(key),
      ) && truthOf(value) === true,
    message: 'the build goes on over errors',
  }),
)

function directives(change: Change): readonly IntegrityFinding[] {
  const old = change.files
    .flatMap(({ before }) => before?.comments ?? [])
    .filter((comment) => directiveIn(comment) !== null)
    .map(keyOf)
  return change.files.flatMap(({ after, kind }) =>
    (after?.comments ?? []).flatMap((comment): readonly IntegrityFinding[] => {
      const directive = directiveIn(comment)
      if (after === null || directive === null || kind === 'generated') return []
      const at = old.indexOf(keyOf(comment))
      if (at >= 0) {
        old.splice(at, 1)
        return []
      }
      const isReasoned = [directive.reason, wordsBeside(after, comment)].some(isReason)
      const severity = severityOf(directive, isReasoned, kind)
      const message = `${directive.what} was added${isReasoned ? '' : ' without a reason'}`
      return [findingIn(directive.rule, after, comment.start, { message, severity })]
    }),
  )
}

const keyOf = ({ value }: Comment): string => squeeze(value)

function severityOf(
  { rule, what, isBroad }: Directive,
  isReasoned: boolean,
  kind: FileKind,
): RuleSeverity {
  if (isReasoned) return isBroad ? 'warning' : 'info'
  // tests of types need to write what must not compile
  if (what === '@ts-expect-error' && (kind === 'types' || isTestKind(kind))) return 'info'
  return isTestKind(kind) && !isBroad ? 'warning' : ruleOf(rule).severity
}

/** The comments on the line of a place or on the one above, those that talk to a tool left out. */
const commentsBeside = ({ text, comments }: Source, start: number): readonly Comment[] => {
  const line = lineAt(text, start)
  return comments.filter(({ end }) => line - 1 <= lineAt(text, end) && lineAt(text, end) <= line)
}

const wordsBeside = (source: Source, place: { readonly start: number }): string =>
  commentsBeside(source, place.start)
    .filter((each) => each.start !== place.start && directiveIn(each) === null)
    .map(({ value }) => value)
    .join(' ')

/** `any`, `as any`, `as never` and casts through `unknown`. */
function casts(change: Change): readonly IntegrityFinding[] {
  return introduced(change, (source, { kind }) =>
    kind === 'generated' || kind === 'types'
      ? []
      : [
          ...new Set<Node>([
            ...all(source, 'TSAnyKeyword').map((node) => holderOf(source, node)),
            ...all(source, 'TSAsExpression').filter(isDouble),
          ]),
        ],
  ).map(({ source, node, kind }) => {
    const reasons = commentsBeside(source, node.start).map(
      (each) => directiveIn(each)?.reason ?? each.value,
    )
    return findingIn('any-added', source, node.start, {
      message: 'the compiler is told to believe any type here',
      severity: isTestKind(kind) || reasons.some(isReason) ? 'info' : 'warning',
    })
  })
}

const holds = is('TSAsExpression', 'TSTypeAliasDeclaration', 'TSPropertySignature')

/** What holds an `any`, so that the same one is known again. */
function holderOf(source: Source, node: Node): Node {
  let at = node
  for (let up = source.parentOf.get(at); up !== undefined; up = source.parentOf.get(at)) {
    if (/^(?:BlockStatement|Program|ClassBody|VariableDeclaration)$|Function/.test(up.type))
      return at
    at = up
    if (holds(at)) return at
  }
  return at
}

const isDouble = (node: Extract<Node, { type: 'TSAsExpression' }>): boolean =>
  (node.expression.type === 'TSAsExpression' &&
    node.expression.typeAnnotation.type === 'TSUnknownKeyword') ||
  node.typeAnnotation.type === 'TSNeverKeyword'
