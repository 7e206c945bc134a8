import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { chainOf, dotted, keyName, literalOf, memberName } from './names.ts'
import { above, all, below, is, isFunction, type Node, type Source } from './source.ts'

const rules = rulesOf('completeness', {
  'test-sniffing': [
    'fail',
    'The source asks whether it is being tested',
    'Code that behaves otherwise under test is not tested at all.',
    'Let the code do the same everywhere.',
  ],
  'ci-sniffing': [
    'warn',
    'The source asks whether it runs in a build',
    'Code that behaves otherwise where it is measured hides its faults.',
    'Let the code do the same everywhere.',
  ],
  'global-patched': [
    'warn',
    'The source changes something that all code shares',
    'Clocks, chance, the console or built-in types then lie to everybody else.',
    'Hand over what is needed instead of changing what is shared.',
  ],
})

export const environment: Family = { family: 'answers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const sniffs = introduced(change, (source, { kind }) =>
    kind === 'source' ? source.nodes.filter((node) => sniffed(source, node) !== null) : [],
  )
  const patches = introduced(change, (source, { kind }) =>
    kind === 'source'
      ? source.nodes.filter((node) => isPatch(node) && !isShadowed(source, node))
      : [],
  )
  return [
    ...sniffs.map(({ source, node }) => {
      const name = sniffed(source, node) ?? 'test-sniffing'
      // whether somebody sits at a terminal is asked so
      const isTerminal = name === 'ci-sniffing' && source.text.includes('isTTY')
      return findingIn(rules[name], source, node.start, {
        message: 'the code asks where it runs',
        ...(isTerminal ? { severity: 'info' as const } : {}),
      })
    }),
    ...patches.map(({ source, node }) =>
      findingIn(rules['global-patched'], source, node.start, {
        message: 'something that all code shares is changed',
      }),
    ),
  ]
}

const testVariables =
  /^(?:VITEST\w*|JEST_\w+|MOCHA\w*|TEST|TESTING|IS_TEST|TEST_\w+|NODE_TEST_CONTEXT|PLAYWRIGHT_\w+|CYPRESS\w*|AVA_PATH|TAP|UNDER_TEST|__TEST__)$/
const runnerGlobals =
  /^(?:describe|it|test|expect|jest|vi|vitest|beforeEach|afterEach|__vitest_\w+|__jest\w*|mocha|jasmine)$/

function sniffed(source: Source, node: Node): 'test-sniffing' | 'ci-sniffing' | null {
  if (node.type === 'MemberExpression') return readsVariable(source, node)
  if (node.type === 'ObjectPattern') return destructures(source, node)
  if (node.type === 'UnaryExpression' && node.operator === 'typeof')
    return runnerGlobals.test(
      dotted(node.argument).replace(/^(?:globalThis|global|window)\./, ''),
    ) && !isDeclared(source, dotted(node.argument))
      ? 'test-sniffing'
      : null
  if (node.type === 'BinaryExpression' && node.operator === 'in') {
    const name = literalOf(node.left) ?? ''
    return testVariables.test(name) ||
      (runnerGlobals.test(name) && /^(?:globalThis|global|window)$/.test(dotted(node.right)))
      ? 'test-sniffing'
      : null
  }
  return node.type === 'CallExpression' && looksAtCaller(source, node) ? 'test-sniffing' : null
}

const isEnvironment = (name: string): boolean =>
  /^(?:process\.env|import\.meta\.env|env|Deno\.env|Bun\.env|globalThis\.process\.env)$/.test(name)

function readsVariable(
  source: Source,
  node: Extract<Node, { type: 'MemberExpression' }>,
): 'test-sniffing' | 'ci-sniffing' | null {
  const owner = dotted(node.object)
  const name = memberName(node)
  if (/^import\.meta$/.test(owner) && name === 'vitest') return 'test-sniffing'
  if (/^(?:globalThis|global|window)$/.test(owner) && runnerGlobals.test(name))
    return 'test-sniffing'
  if (!isEnvironment(owner)) return null
  if (testVariables.test(name)) return 'test-sniffing'
  if (
    name === 'NODE_ENV' ||
    name === 'MODE' ||
    name === 'npm_lifecycle_event' ||
    name === 'APP_ENV'
  )
    return comparesWithTest(source, node) ? 'test-sniffing' : null
  return /^(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|BUILD_NUMBER)$/.test(name)
    ? 'ci-sniffing'
    : null
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

function destructures(
  source: Source,
  node: Extract<Node, { type: 'ObjectPattern' }>,
): 'test-sniffing' | 'ci-sniffing' | null {
  const up = source.parentOf.get(node)
  if (up?.type !== 'VariableDeclarator' || !isEnvironment(dotted(up.init))) return null
  const names = node.properties.flatMap((each) =>
    each.type === 'Property' ? [keyName(each.key)] : [],
  )
  if (names.some((name) => testVariables.test(name))) return 'test-sniffing'
  return names.includes('CI') ? 'ci-sniffing' : null
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
function looksAtCaller(source: Source, node: Extract<Node, { type: 'CallExpression' }>): boolean {
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

const shared =
  /^(?:(?:globalThis|global|window)\.(?:fetch|Date|Math|JSON|Promise|console|process|performance|crypto|setTimeout|setInterval|clearTimeout|queueMicrotask|structuredClone|Object|Array|String|Number|Map|Set|URL|localStorage|expect|it|test|describe)|(?:Date|Math|JSON|Object|Array|String|Number|Promise|Reflect|console|process|performance|crypto|assert|Buffer|Symbol)\.(?!exitCode$|title$|env\b)[\w.]+)$/
const builtIn =
  /^(?:Array|Object|String|Number|Function|Promise|Map|Set|Date|RegExp|Error|Boolean)\.prototype\.\w+$/

/** Whether a parameter or variable of the file has the name of what all code shares. */
function isShadowed(source: Source, node: Node): boolean {
  const target = node.type === 'AssignmentExpression' ? dotted(node.left).split('.')[0] : undefined
  if (target === undefined || target === '') return false
  for (const up of above(source, node))
    if (isFunction(up))
      for (const each of up.params)
        if ([...below(each)].some((part) => is('Identifier')(part) && part.name === target))
          return true
  return isDeclared(source, target)
}

function isPatch(node: Node): boolean {
  if (node.type === 'AssignmentExpression') {
    const name = dotted(node.left)
    return builtIn.test(name) || (shared.test(name) && !name.endsWith('.onerror'))
  }
  if (
    node.type !== 'CallExpression' ||
    !/^(?:Object\.(?:defineProperty|assign)|Reflect\.(?:set|defineProperty))$/.test(
      dotted(node.callee),
    )
  )
    return false
  const target = dotted(node.arguments[0])
  const key = literalOf(node.arguments[1])
  if (/^(?:globalThis|global|window)$/.test(target) && key !== null)
    return shared.test(`${target}.${key}`)
  return (
    /^(?:globalThis|global|window|Date|Math|JSON|console|process|assert)$/.test(target) ||
    /^(?:Array|Object|String|Number|Promise|Date)\.prototype$/.test(target)
  )
}
