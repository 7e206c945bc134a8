import { type Change, type FileKind, isTestKind } from './change.ts'
import { directiveIn, isReason, type Directive } from './directives.ts'
import {
  type Family,
  findingIn,
  type IntegrityFinding,
  type IntegritySeverity,
  rulesOf,
} from './rule.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { keyName, truthOf } from './names.ts'
import { all, is, lineAt, type Comment, type Node, type Source } from './source.ts'

const rules = rulesOf('build_success', {
  'types-suppressed': [
    'fail',
    'The compiler was told to look away',
    'The fault it would name is still there.',
    'Mend the types, or write down why the compiler is wrong.',
  ],
  'lint-suppressed': [
    'warn',
    'The linter was told to look away',
    'The fault it would name is still there.',
    'Mend the code, or write down why the rule is wrong here.',
  ],
  'coverage-ignored': [
    'warn',
    'Code was taken out of the coverage',
    'Untested code counts as tested.',
    'Write the test, or write down why none is possible.',
  ],
  'any-added': [
    'warn',
    'A type was replaced by any, or cast through unknown',
    'The compiler no longer checks what flows through it.',
    'Name the real type, or narrow it by a check.',
  ],
})

export const suppressions: Family = { family: 'suppressions', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [...directives(change), ...casts(change), ...ignoredBuilds(change)]
}

function directives(change: Change): readonly IntegrityFinding[] {
  const old = new Map<string, number>()
  for (const { before } of change.files)
    for (const comment of before?.comments ?? [])
      if (directiveIn(comment) !== null) old.set(keyOf(comment), (old.get(keyOf(comment)) ?? 0) + 1)
  return change.files.flatMap(({ after, kind }) =>
    (after?.comments ?? []).flatMap((comment): readonly IntegrityFinding[] => {
      const directive = directiveIn(comment)
      if (after === null || directive === null || kind === 'generated') return []
      const left = old.get(keyOf(comment)) ?? 0
      if (left > 0) {
        old.set(keyOf(comment), left - 1)
        return []
      }
      const reasoned = isReason(directive.reason) || isReason(neighbour(after, comment))
      const severity = severityOf(directive, reasoned, kind)
      const message = `${directive.what} was added${reasoned ? '' : ' without a reason'}`
      return [findingIn(rules[directive.rule], after, comment.start, { message, severity })]
    }),
  )
}

const keyOf = ({ value }: Comment): string => value.replace(/\s+/g, ' ').trim()

function severityOf(
  { rule, what, isBroad }: Directive,
  reasoned: boolean,
  kind: FileKind,
): IntegritySeverity {
  if (reasoned) return isBroad ? 'warn' : 'info'
  // tests of types need to write what must not compile
  if (what === '@ts-expect-error' && (kind === 'types' || isTestKind(kind))) return 'info'
  return isTestKind(kind) && !isBroad ? 'warn' : rules[rule].severity
}

/** The words of a comment on the line above or on the same line. */
function neighbour(source: Source, { start, end }: { start: number; end: number }): string {
  const line = lineAt(source.text, start)
  return source.comments
    .filter((each) => {
      const own = each.start === start && each.end === end
      const last = lineAt(source.text, each.end)
      return !own && directiveIn(each) === null && (last === line || last === line - 1)
    })
    .map(({ value }) => value)
    .join(' ')
}

/** `any`, `as any`, `as never` and casts through `unknown`. */
function casts(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'generated' || kind === 'types'
      ? []
      : [
          ...all(source, 'TSAnyKeyword').map((node) => anchor(source, node)),
          ...all(source, 'TSAsExpression').filter((node) => isDouble(node)),
        ].filter((node, index, list) => list.indexOf(node) === index),
  )
  return occurrences.map((each) => {
    const severity = softened(each)
    return findingIn(rules['any-added'], each.source, each.node.start, {
      message: 'the compiler is told to believe any type here',
      severity,
    })
  })
}

/** What holds an `any`, so that the same one is known again. */
function anchor(source: Source, node: Node): Node {
  let at = node
  for (let up = source.parentOf.get(at); up !== undefined; up = source.parentOf.get(at)) {
    if (
      is(
        'BlockStatement',
        'Program',
        'ClassBody',
        'FunctionDeclaration',
        'ArrowFunctionExpression',
        'FunctionExpression',
        'VariableDeclaration',
      )(up)
    )
      return at
    at = up
    if (is('TSAsExpression', 'TSTypeAliasDeclaration', 'TSPropertySignature')(at)) return at
  }
  return at
}

const isDouble = (node: Extract<Node, { type: 'TSAsExpression' }>): boolean =>
  (node.expression.type === 'TSAsExpression' &&
    node.expression.typeAnnotation.type === 'TSUnknownKeyword') ||
  node.typeAnnotation.type === 'TSNeverKeyword'

function softened({ source, node, kind }: Occurrence): IntegritySeverity {
  if (isTestKind(kind)) return 'info'
  const near = source.comments.filter((each) => {
    const line = lineAt(source.text, node.start)
    const last = lineAt(source.text, each.end)
    return last === line || last === line - 1
  })
  const reasons = near.map((each) => directiveIn(each)?.reason ?? each.value)
  return reasons.some(isReason) ? 'info' : 'warn'
}

/** Settings by which a build goes on over what the compiler or the linter says. */
function ignoredBuilds(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'config'
      ? all(source, 'Property').filter(
          ({ key, value }) =>
            /^(?:ignoreBuildErrors|ignoreDuringBuilds|transpileOnly|skipTypeCheck|noTypeCheck)$/.test(
              keyName(key),
            ) && truthOf(value) === true,
        )
      : [],
  )
  return occurrences.map(({ source, node }) =>
    findingIn(rules['types-suppressed'], source, node.start, {
      message: 'the build goes on over errors',
    }),
  )
}
