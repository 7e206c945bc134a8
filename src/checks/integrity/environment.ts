import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { chainOf, dotted, keyName, literalOf, memberName } from './names.ts'
import { above, all, below, is, type Node, type Source, type Typed } from './source.ts'

const rules = rulesOf('completeness', {
  'test-sniffing': [
    'fail',
    'The source asks whether it is being tested',
    'Code that behaves otherwise under test is not tested at all.',
    'Let the code do the same everywhere.',
  ],
})

export const environment: Family = { family: 'answers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return introduced(change, (source, { kind }) =>
    kind === 'source' ? source.nodes.filter((node) => isSniffing(source, node)) : [],
  ).map(({ source, node }) =>
    findingIn(rules['test-sniffing'], source, node.start, {
      message: 'the code asks where it runs',
    }),
  )
}

const testVariables =
  /^(?:VITEST\w*|JEST_\w+|MOCHA\w*|TEST|TESTING|IS_TEST|TEST_\w+|NODE_TEST_CONTEXT|PLAYWRIGHT_\w+|CYPRESS\w*|AVA_PATH|TAP|UNDER_TEST|__TEST__)$/
const runnerGlobals =
  /^(?:describe|it|test|expect|jest|vi|vitest|beforeEach|afterEach|__vitest_\w+|__jest\w*|mocha|jasmine)$/

function isSniffing(source: Source, node: Node): boolean {
  if (node.type === 'MemberExpression') return readsVariable(source, node)
  if (node.type === 'ObjectPattern') return destructures(source, node)
  if (node.type === 'UnaryExpression' && node.operator === 'typeof') {
    const name = dotted(node.argument)
    return (
      runnerGlobals.test(name.replace(/^(?:globalThis|global|window)\./, '')) &&
      !isDeclared(source, name)
    )
  }
  if (node.type === 'BinaryExpression' && node.operator === 'in') {
    const name = literalOf(node.left) ?? ''
    return (
      testVariables.test(name) ||
      (runnerGlobals.test(name) && /^(?:globalThis|global|window)$/.test(dotted(node.right)))
    )
  }
  return node.type === 'CallExpression' && looksAtCaller(source, node)
}

const isEnvironment = (name: string): boolean =>
  /^(?:process\.env|import\.meta\.env|env|Deno\.env|Bun\.env|globalThis\.process\.env)$/.test(name)

function readsVariable(source: Source, node: Typed<'MemberExpression'>): boolean {
  const owner = dotted(node.object)
  const name = memberName(node)
  if (owner === 'import.meta' && name === 'vitest') return true
  if (/^(?:globalThis|global|window)$/.test(owner) && runnerGlobals.test(name)) return true
  if (!isEnvironment(owner)) return false
  return testVariables.test(name) || comparesWithTest(source, node)
}

/** Whether the value that is read is compared with a word for tests, also by way of a constant. */
function comparesWithTest(source: Source, node: Node): boolean {
  for (const up of above(source, node)) {
    if (is('BinaryExpression', 'SwitchStatement', 'CallExpression')(up))
      return [...below(up)].some((each) => /^test(?:ing)?$/i.test(literalOf(each) ?? ''))
    if (up.type === 'VariableDeclarator' && up.id.type === 'Identifier') {
      const { name } = up.id
      return source.nodes.some(
        (each) =>
          each.type === 'BinaryExpression' &&
          [each.left, each.right].some((side) => dotted(side) === name) &&
          [each.left, each.right].some((side) => /^test(?:ing)?$/i.test(literalOf(side) ?? '')),
      )
    }
    if (is('ExpressionStatement', 'BlockStatement', 'IfStatement')(up)) return false
  }
  return false
}

function destructures(source: Source, node: Typed<'ObjectPattern'>): boolean {
  const up = source.parentOf.get(node)
  if (up?.type !== 'VariableDeclarator' || !isEnvironment(dotted(up.init))) return false
  return node.properties.some(
    (each) => each.type === 'Property' && testVariables.test(keyName(each.key)),
  )
}

const isDeclared = (source: Source, name: string): boolean =>
  source.nodes.some(
    (node) =>
      (node.type === 'VariableDeclarator' && dotted(node.id) === name) ||
      (node.type === 'ImportSpecifier' && node.local.name === name) ||
      (node.type === 'FunctionDeclaration' && node.id?.name === name),
  )

/** Whether a value comes from the stack, also by way of a default or of a constant. */
const tellsCaller = (source: Source, value: Node): boolean =>
  [...below(value)].some((node) => {
    if (node.type === 'MemberExpression') return memberName(node) === 'stack'
    if (node.type !== 'Identifier') return false
    return all(source, 'VariableDeclarator').some(
      ({ id, init }) =>
        init !== null &&
        dotted(id) === node.name &&
        [...below(init)].some(
          (each) => each.type === 'MemberExpression' && memberName(each) === 'stack',
        ),
    )
  })

/** `new Error().stack.includes('test')`, `process.argv.some(…'vitest')`, `require.main`. */
function looksAtCaller(source: Source, node: Typed<'CallExpression'>): boolean {
  const chain = chainOf(node.callee)
  const last = chain.at(-1) ?? ''
  if (!/^(?:includes|test|match|some|indexOf|endsWith|startsWith|search)$/.test(last)) return false
  const owner = node.callee.type === 'MemberExpression' ? node.callee.object : null
  const names = chain.slice(0, -1)
  const isTelling =
    names.includes('stack') ||
    (owner !== null && tellsCaller(source, owner)) ||
    names.join('.').startsWith('process.argv') ||
    names.join('.').startsWith('process.title') ||
    names.includes('execArgv') ||
    names.includes('filename')
  const isRegex =
    owner?.type === 'Literal' &&
    'regex' in owner &&
    /test|spec|vitest|jest/i.test(owner.regex.pattern)
  const words = [...node.arguments].flatMap((each) => [...below(each)])
  if (isRegex)
    return words.some(
      (each) =>
        each.type === 'MemberExpression' && /^(?:stack|argv|filename)$/.test(memberName(each)),
    )
  return (
    isTelling &&
    words.some((each) => /\b(?:tests?|spec|vitest|jest|mocha)\b/i.test(literalOf(each) ?? ''))
  )
}
