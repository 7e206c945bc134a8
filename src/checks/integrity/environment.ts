import { chainOf, dotted, keyName, literalOf, memberName } from './names.ts'
import { above, all, below, is, isFunction, type Node, type Source } from './source.ts'
import { spot, table } from './spots.ts'

const sniffing = {
  in: ['source'],
  rule: 'test-sniffing',
  message: 'the code asks whether it is being tested',
} as const
const patching = {
  in: ['source'],
  rule: 'global-patched',
  message: 'something that all code shares is changed',
} as const

/** Code that behaves otherwise where it is measured, and code that changes what others rely on. */
export const environment = table(
  spot({ ...sniffing, type: 'MemberExpression', when: readsRunner }),
  spot({
    ...sniffing,
    type: 'ObjectPattern',
    when: (pattern, source) => {
      const up = source.parentOf.get(pattern)
      return (
        is('VariableDeclarator')(up) &&
        isEnvironment(up.init) &&
        pattern.properties.some(
          (each) => is('Property')(each) && setByRunners.test(keyName(each.key)),
        )
      )
    },
  }),
  spot({
    ...sniffing,
    type: 'UnaryExpression',
    when: ({ operator, argument }, source) =>
      operator === 'typeof' &&
      runnerNames.test(dotted(argument).replace(shared, '')) &&
      !isDeclared(source, dotted(argument)),
  }),
  spot({
    ...sniffing,
    type: 'BinaryExpression',
    when: ({ operator, left, right }) =>
      operator === 'in' &&
      (setByRunners.test(literalOf(left) ?? '') ||
        (runnerNames.test(literalOf(left) ?? '') && isShared(right))),
  }),
  spot({ ...sniffing, type: 'CallExpression', when: looksAtCaller }),
  spot({
    ...patching,
    type: 'AssignmentExpression',
    when: (node, source) => {
      const name = dotted(node.left)
      return ownedByAll.test(name) && !isShadowed(source, node, name.split('.')[0] ?? '')
    },
  }),
  spot({
    ...patching,
    type: 'CallExpression',
    when: ({ callee, arguments: [target, key] }) =>
      /^(?:Object\.(?:defineProperty|assign)|Reflect\.(?:set|defineProperty))$/.test(
        dotted(callee),
      ) && ownedByAll.test(`${dotted(target)}.${literalOf(key) ?? 'any'}`),
  }),
)

const setByRunners =
  /^(?:VITEST\w*|JEST_\w+|MOCHA\w*|TEST|TESTING|IS_TEST|TEST_\w+|NODE_TEST_CONTEXT|PLAYWRIGHT_\w+|CYPRESS\w*|UNDER_TEST|__TEST__)$/
const runnerNames =
  /^(?:describe|it|test|expect|jest|vi|vitest|beforeEach|afterEach|__vitest_\w+|__jest\w*|mocha|jasmine)$/
const shared = /^(?:globalThis|global|window)\./
const isShared = (node: Node): boolean => shared.test(`${dotted(node)}.`)
const isEnvironment = (node: Node | null): boolean =>
  /^(?:(?:globalThis\.)?process\.env|import\.meta\.env|env|Deno\.env|Bun\.env)$/.test(dotted(node))
const isTestWord = (node: Node): boolean => /^test(?:ing)?$/i.test(literalOf(node) ?? '')

function readsRunner(node: Extract<Node, { type: 'MemberExpression' }>, source: Source): boolean {
  const name = memberName(node)
  if (isShared(node.object)) return runnerNames.test(name)
  if (dotted(node.object) === 'import.meta') return name === 'vitest'
  if (!isEnvironment(node.object)) return false
  return (
    setByRunners.test(name) ||
    (/^(?:NODE_ENV|APP_ENV|MODE|npm_lifecycle_event)$/.test(name) &&
      isComparedWithTest(source, node))
  )
}

/** Whether a value is compared with a word for tests, also by way of a constant. */
function isComparedWithTest(source: Source, node: Node): boolean {
  for (const up of above(source, node)) {
    if (is('BinaryExpression', 'SwitchStatement', 'CallExpression')(up))
      return [...below(up)].some(isTestWord)
    if (is('VariableDeclarator')(up))
      return all(source, 'BinaryExpression').some(
        ({ left, right }) =>
          [left, right].some((side) => dotted(side) !== '' && dotted(side) === dotted(up.id)) &&
          [left, right].some(isTestWord),
      )
    if (is('ExpressionStatement', 'BlockStatement', 'IfStatement')(up)) return false
  }
  return false
}

/** `new Error().stack.includes('test')`, `process.argv.some(…'vitest')`, also by way of a constant. */
function looksAtCaller(call: Extract<Node, { type: 'CallExpression' }>, source: Source): boolean {
  const names = chainOf(call.callee)
  if (!/^(?:includes|test|match|some|indexOf|endsWith|startsWith)$/.test(names.at(-1) ?? ''))
    return false
  const made = all(source, 'VariableDeclarator').find(({ id }) => dotted(id) === names[0])?.init
  const parts = [call, ...(made == null ? [] : [made])].flatMap((each) => [...below(each)])
  const looks = parts.some(
    (each) => is('MemberExpression')(each) && /^(?:stack|argv|execArgv)$/.test(memberName(each)),
  )
  return (
    looks &&
    parts.some((each) => {
      const text = is('Literal')(each) && 'regex' in each ? each.regex.pattern : literalOf(each)
      return /\b(?:tests?|spec|vitest|jest|mocha)\b/i.test(text ?? '')
    })
  )
}

const ownedByAll =
  /^(?:(?:globalThis|global|window)\.)?(?:(?:Array|Object|String|Number|Function|Promise|Map|Set|Date|RegExp|Error)\.prototype\.\w+|(?:Date|Math|JSON|Object|Array|String|Number|Promise|Reflect|console|process|performance|crypto|assert|Buffer)\.(?!exitCode$|title$|env\b)[\w.]+)$|^(?:globalThis|global|window)\.(?:fetch|Date|Math|JSON|Promise|console|process|set(?:Timeout|Interval)|expect|it|test|describe)$/

const isDeclared = (source: Source, name: string): boolean =>
  source.nodes.some(
    (node) =>
      (is('VariableDeclarator')(node) && dotted(node.id) === name) ||
      (is('ImportSpecifier')(node) && node.local.name === name) ||
      (is('FunctionDeclaration')(node) && node.id?.name === name),
  )

/** Whether a parameter or variable of the file has the name of what all code shares. */
const isShadowed = (source: Source, node: Node, name: string): boolean =>
  isDeclared(source, name) ||
  [...above(source, node)].some(
    (up) =>
      isFunction(up) &&
      up.params.some((each) =>
        [...below(each)].some((part) => is('Identifier')(part) && part.name === name),
      ),
  )
