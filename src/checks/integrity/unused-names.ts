import type { Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { above, is, isFunction, type Node, type Source } from './source.ts'

const rules = rulesOf('readability', {
  'name-unused': [
    'warn',
    'A variable, function or import that nothing uses',
    'It is left over, or something that should use it does not.',
    'Use it, or take it out.',
  ],
})

export const unusedNames: Family = { family: 'waste', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return change.files.flatMap(({ before, after, kind }) => {
    if (after === null || (kind !== 'source' && kind !== 'script')) return []
    const old = new Set(before === null ? [] : unusedIn(before).map(({ name }) => name))
    return unusedIn(after)
      .filter(({ name }) => !old.has(name))
      .map(({ name, node, what }) =>
        findingIn(rules['name-unused'], after, node.start, {
          message: `${what} ${name} is never used`,
        }),
      )
  })
}

type Unused = { readonly name: string; readonly node: Node; readonly what: string }

/** Names that are declared in a file and not mentioned a second time. A name used twice anywhere counts as used. */
function unusedIn(source: Source): readonly Unused[] {
  if (source.broken) return []
  const mentioned = new Set<string>()
  const declared: Unused[] = []
  for (const node of source.nodes) {
    if (node.type === 'JSXIdentifier') mentioned.add(node.name)
    if (node.type !== 'Identifier') continue
    const what = declares(source, node)
    if (what === null) mentioned.add(node.name)
    else if (what !== '' && !node.name.startsWith('_'))
      declared.push({ name: node.name, node, what })
  }
  return declared.filter(({ name }) => !mentioned.has(name))
}

/** What an identifier declares: null where it uses a name, empty where it only labels something. */
function declares(source: Source, node: Node): string | null {
  const up = source.parentOf.get(node)
  if (up === undefined) return null
  if (up.type === 'MemberExpression') return up.property === node && !up.computed ? '' : null
  if (is('ImportSpecifier', 'ImportDefaultSpecifier', 'ImportNamespaceSpecifier')(up))
    return up.local === node ? 'the import' : ''
  if (up.type === 'VariableDeclarator' && up.id === node)
    return isExported(source, up) || isDeclaredElsewhere(source, up) ? '' : 'the variable'
  if (is('FunctionDeclaration')(up) && up.id === node)
    return isExported(source, up) ? '' : 'the function'
  if (isFunction(up) && up.params.some((each) => each === node)) return ''
  if (is('FunctionExpression')(up) && up.id === node) return ''
  if (is('ClassDeclaration')(up) && up.id === node) return isExported(source, up) ? '' : 'the class'
  if (up.type === 'Property' && up.key === node && !up.computed)
    return up.shorthand && source.parentOf.get(up)?.type !== 'ObjectPattern' ? null : ''
  if (
    is(
      'MethodDefinition',
      'PropertyDefinition',
      'TSPropertySignature',
      'TSMethodSignature',
      'TSEnumMember',
    )(up)
  )
    return 'key' in up && up.key === node ? '' : null
  if (is('TSTypeAliasDeclaration', 'TSInterfaceDeclaration')(up) && up.id === node)
    return isExported(source, up) ? '' : 'the type'
  if (is('CatchClause', 'TSFunctionType', 'TSMethodSignature', 'LabeledStatement')(up)) return ''
  return null
}

const isExported = (source: Source, node: Node): boolean => {
  for (const up of above(source, node)) {
    if (is('ExportNamedDeclaration', 'ExportDefaultDeclaration', 'TSModuleBlock')(up)) return true
    if (isFunction(up) || up.type === 'BlockStatement') return false
  }
  return false
}

/** `for (const each of list)` needs a name even where only the count matters; `declare` has its use elsewhere. */
const isDeclaredElsewhere = (source: Source, node: Node): boolean => {
  const declaration = source.parentOf.get(node)
  const up = declaration === undefined ? undefined : source.parentOf.get(declaration)
  return (
    is('ForOfStatement', 'ForInStatement')(up) ||
    (declaration?.type === 'VariableDeclaration' && declaration.declare === true)
  )
}
