import { functionsOf, type Named } from '../../integrity/functions.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  ownBelow,
  type Source,
} from '../../integrity/source.ts'
import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  type Pass,
  unmet,
} from '../evaluation.ts'
import { issueAt } from '../track-code.ts'
import type { Business } from './business.ts'
import { keyName, memberName } from '../../integrity/names.ts'

export function dataFlowPass(business: Business): Pass {
  return {
    number: 5,
    name: 'Data flow',
    parts: [results(business), ...trusted(business)],
  }
}

function trusted({ rounds }: Business): readonly Part[] {
  const issues = [...(rounds?.trusted ?? []), ...(rounds?.unstored ?? [])]
  return issues.length === 0
    ? []
    : [unmet('kept', 'what the server works out is its own, and what it answers is stored', issues)]
}

const isTracks = ({ code }: Business, ...sources: readonly Source[]): boolean =>
  sources.some(({ path }) => code.facts.touched.includes(path))

const unique = (issues: readonly Issue[]): readonly Issue[] => [
  ...new Map(
    issues.map((issue) => [`${issue.path}:${issue.line} ${issue.message}`, issue]),
  ).values(),
]

/** What a function gives back has what its callers read. */
function results(business: Business): Part {
  const about = 'callers read what functions give back'
  const { project } = business
  const shaped = project.product.flatMap(functionsOf).flatMap((named) => {
    const given = givenBack(named)
    return given === null ? [] : [{ named, given }]
  })
  const checked = project.product.flatMap((source) =>
    all(source, 'VariableDeclarator').flatMap((declared) => {
      const call = is('AwaitExpression')(declared.init) ? declared.init.argument : declared.init
      if (!is('CallExpression')(call)) return []
      const [found, ...others] = project.functionsAt(source, call.callee)
      const made =
        others.length > 0 ? undefined : shaped.find(({ named }) => named.node === found?.node)
      if (made === undefined || !isTracks(business, source, made.named.source)) return []
      const { id } = declared
      const around = [...above(source, declared)].find((each) => isFunction(each)) ?? source.program
      const read = is('Identifier')(id)
        ? fieldsRead(
            source,
            around,
            (node) => is('Identifier')(node) && node.name === id.name && node.start > declared.end,
          )
        : fieldsTaken(source, id)
      return [{ source, made, read }]
    }),
  )
  if (checked.length === 0)
    return notApplicable(
      'results',
      about,
      'the track calls no function that gives back an object it makes',
    )
  const issues = checked.flatMap(({ made: { named, given }, read }) =>
    [...read.names]
      .filter(
        ([name, { isOptional }]) =>
          !isOptional &&
          !given.names.has(name) &&
          !/^(?:then|catch|finally|toString|hasOwnProperty)$/.test(name),
      )
      .map(([name, { source, node }]) =>
        issueAt(
          source,
          node,
          `${name} is read, and ${named.short} (${named.source.path}:${lineAt(named.source.text, named.node.start)}) gives back ${[...given.names.keys()].join(', ')}`,
          `give ${name} back, or read what is there`,
        ),
      ),
  )
  return holdsUnless('results', about, {
    issues: unique(issues),
    reason: `${checked.length} callers read what is there`,
  })
}

/** The fields of what a function returns; null unless each return is an object that is written there. */
function givenBack({ node, source }: Named): Fields | null {
  if (node.body === null || node.generator) return null
  const values = is('BlockStatement')(node.body)
    ? [...ownBelow(node)].flatMap((each) => (is('ReturnStatement')(each) ? [each.argument] : []))
    : [node.body]
  if (values.length === 0 || !values.every((each) => is('ObjectExpression')(each))) return null
  const given = joined(values.map((each) => fieldsSet(source, each, node)))
  return given.isOpen ? null : given
}

/** Names of fields with where they stand; `isOpen` where there may be others. */
export type Fields = { readonly names: ReadonlyMap<string, Field>; readonly isOpen: boolean }
export type Field = { readonly source: Source; readonly node: Node; readonly isOptional: boolean }

const openFields: Fields = { names: new Map(), isOpen: true }

const joined = (each: readonly Fields[]): Fields => ({
  names: new Map(each.flatMap(({ names }) => [...names])),
  isOpen: each.some(({ isOpen }) => isOpen),
})

/** The fields that an object literal sets; a name is followed to the object it was set to. */
function fieldsSet(source: Source, node: Node | null | undefined, around: Node): Fields {
  if (is('Identifier')(node)) {
    const declared = [...below(around)].find(
      (each) =>
        is('VariableDeclarator')(each) && is('Identifier')(each.id) && each.id.name === node.name,
    )
    const init = is('VariableDeclarator')(declared) ? declared.init : null
    return is('ObjectExpression')(init) ? fieldsSet(source, init, around) : openFields
  }
  const bare = is('TSAsExpression', 'TSSatisfiesExpression')(node) ? node.expression : node
  if (!is('ObjectExpression')(bare)) return openFields
  return {
    isOpen: bare.properties.some((each) => !is('Property')(each) || each.computed),
    names: new Map(
      bare.properties.flatMap((each) =>
        is('Property')(each)
          ? [[keyName(each.key), { source, node: each, isOptional: false }] as const]
          : [],
      ),
    ),
  }
}

/** The fields that a pattern takes out of an object. */
function fieldsTaken(source: Source, pattern: Node): Fields {
  if (!is('ObjectPattern')(pattern)) return openFields
  return {
    isOpen: pattern.properties.some((each) => is('RestElement')(each)),
    names: new Map(
      pattern.properties.flatMap((each) =>
        is('Property')(each)
          ? [
              [
                keyName(each.key),
                { source, node: each, isOptional: is('AssignmentPattern')(each.value) },
              ] as const,
            ]
          : [],
      ),
    ),
  }
}

/** The fields that code reads of the values that `isIt` knows. */
function fieldsRead(source: Source, root: Node, isIt: (node: Node) => boolean): Fields {
  const found: Fields[] = []
  const parents = source.parentOf
  const names = new Set<string>()
  const isSame = (node: Node): boolean =>
    isIt(node) || (is('Identifier')(node) && names.has(node.name))
  for (const node of below(root)) {
    if (!isSame(node)) continue
    const up = upFrom(source, node)
    const outer = up === undefined ? undefined : parents.get(up)
    if (up === undefined) continue
    if (is('MemberExpression')(up) && !up.computed)
      found.push(one(source, memberName(up), up, isDefaulted(outer, up)))
    else if (is('VariableDeclarator')(up) && up.id !== node) {
      if (is('Identifier')(up.id)) names.add(up.id.name)
      else found.push(fieldsTaken(source, up.id))
    }
  }
  return joined(found)
}

const one = (source: Source, name: string, node: Node, isOptional: boolean): Fields => ({
  names: new Map([[name, { source, node, isOptional }]]),
  isOpen: false,
})

/** What stands around a value, but for what only waits for it or names its type. */
function upFrom(source: Source, node: Node): Node | undefined {
  let up = source.parentOf.get(node)
  while (
    is(
      'AwaitExpression',
      'TSAsExpression',
      'TSNonNullExpression',
      'ChainExpression',
      'TSSatisfiesExpression',
    )(up)
  )
    up = source.parentOf.get(up)
  return up
}

/** `body.note ?? ''`, `if (body.note)`: it may be missing. */
const isDefaulted = (outer: Node | undefined, node: Node): boolean =>
  (is('LogicalExpression')(outer) && outer.left === node) ||
  is('IfStatement', 'ConditionalExpression', 'UnaryExpression', 'ChainExpression')(outer) ||
  (is('MemberExpression')(node) && node.optional)
