import { functionsOf, type Named } from '../../integrity/functions.ts'
import {
  above,
  all,
  is,
  isFunction,
  lineAt,
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
import { type Fields, fieldsRead, fieldsSet, fieldsTaken, joined } from './fields.ts'

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
