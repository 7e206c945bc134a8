import { chainOf } from './names.ts'
import { all, is, isFunction, type Source, type Typed } from './source.ts'
import type { Switch } from './test-hooks.ts'

const groupRoots = new Set([
  'describe',
  'suite',
  'context',
  'xdescribe',
  'fdescribe',
  'xcontext',
  'fcontext',
])

const testRoots = new Set(['it', 'test', 'specify', 'xit', 'xtest', 'fit', 'ftest', 'xspecify'])

const modifiers = new Set(
  'skip only todo fails failing concurrent sequential shuffle each for skipIf runIf extend describe test serial parallel'.split(
    ' ',
  ),
)

export type Runner = {
  readonly call: Typed<'CallExpression'>
  readonly isGroup: boolean
  readonly names: readonly string[]
  readonly aliasSwitches: readonly Switch[]
}

/** Names that stand for a runner: `const maybe = onLinux ? it : it.skip`. */
function aliasesOf(
  source: Source,
): ReadonlyMap<string, { isGroup: boolean; switches: readonly Switch[] }> {
  const result = new Map<string, { isGroup: boolean; switches: readonly Switch[] }>()
  for (const declared of all(source, 'VariableDeclarator')) {
    if (declared.id.type !== 'Identifier' || declared.init === null) continue
    const init = declared.init
    if (
      !is(
        'ConditionalExpression',
        'MemberExpression',
        'CallExpression',
        'LogicalExpression',
        'Identifier',
      )(init)
    )
      continue
    const parts = is('ConditionalExpression')(init) ? [init.consequent, init.alternate] : [init]
    const chains = parts.map((part) => chainOf(part))
    const isRunner = chains.every(
      ([root = '', ...rest]) =>
        (groupRoots.has(root) || testRoots.has(root)) && rest.every((name) => modifiers.has(name)),
    )
    if (!isRunner) continue
    const off = chains.some((names) =>
      names.some((name) => /^(?:skip|todo|skipIf|runIf|only)$/.test(name)),
    )
    const kind = is('ConditionalExpression')(init) ? 'conditional' : 'skip'
    result.set(declared.id.name, {
      isGroup: groupRoots.has(chains[0]?.[0] ?? ''),
      switches: off ? [{ kind, node: init }] : [],
    })
  }
  return result
}

export function runnersOf(source: Source): readonly Runner[] {
  const aliases = aliasesOf(source)
  return all(source, 'CallExpression').flatMap((call) => {
    const names = chainOf(call.callee)
    const [root = '', ...rest] = names
    const alias = aliases.get(root)
    const isSubtest =
      rest.length === 1 && rest[0] === 'test' && /^(?:t|ctx|context|Deno)$/.test(root)
    const known = groupRoots.has(root) || testRoots.has(root) || alias !== undefined || isSubtest
    if (!known || !rest.every((name) => modifiers.has(name))) return []
    // `test.each(rows)` and `test.skipIf(…)` only make the runner that is called next
    if (
      /^(?:each|for|skipIf|runIf|extend)$/.test(rest.at(-1) ?? '') &&
      call.callee.type === 'MemberExpression'
    )
      return []
    const isWhole =
      call.arguments.length > 0 &&
      (call.arguments.some((each) => isFunction(each)) ||
        (call.arguments.length > 1 && is('Identifier')(call.arguments.at(-1))) ||
        rest.includes('todo'))
    if (!isWhole) return []
    const isGroup = alias?.isGroup ?? (groupRoots.has(root) || rest.includes('describe'))
    return [{ call, isGroup, names, aliasSwitches: alias?.switches ?? [] }]
  })
}
