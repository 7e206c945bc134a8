import { issue, type Issue, type Spec } from './spec.ts'
import { textOf } from './json.ts'
import { leading, parameterNames, propertyNames } from './naming-convention.ts'
import type { Named } from './naming-convention.ts'
import { componentsOf, operationsOf } from './operations.ts'
import { pathIssues } from './path-names.ts'
import { openapiCheck } from './rule.ts'
import { contradictingVerb } from './verbs.ts'
import { casingOf, recase } from './words.ts'
import type { Convention } from './words.ts'

/** One naming convention for each kind of name; paths name things, in the plural where there are many. */
export const naming = openapiCheck({
  aspect: 'naming',
  title: 'One naming convention over paths, parameters, properties and operations',
  passed: (spec) =>
    `names follow one convention (${leading([...parameterNames(spec), ...propertyNames(spec)]) ?? 'single words'})`,
  look: (spec) => [
    ...pathIssues(spec),
    ...memberNames(spec),
    ...operationIds(spec),
    ...componentNames(spec),
    ...headerNames(spec),
  ],
})

function memberNames(spec: Spec): readonly Issue[] {
  const parameters = parameterNames(spec).filter(({ name }) => !/[[\].$]/.test(name))
  const properties = propertyNames(spec).filter(({ name }) => !/^[_$@]/.test(name))
  const all = leading([...parameters, ...properties])
  return [
    ...odd(parameters, leading(parameters) ?? all, 'parameter'),
    ...odd(properties, leading(properties) ?? all, 'property'),
  ]
}

function odd(
  names: readonly Named[],
  convention: Convention | null,
  kind: string,
): readonly Issue[] {
  if (convention === null) return capitals(names, kind)
  return names.flatMap(({ name, pointer }) =>
    follows(name, convention)
      ? []
      : [
          issue(
            pointer,
            `The ${kind} "${name.slice(0, 60)}" is not in ${convention} case like the others (${recase(name, convention)})`,
          ),
        ],
  )
}

// among single lower-case words a capital stands out, whatever the convention would be
function capitals(names: readonly Named[], kind: string): readonly Issue[] {
  const plain = names.filter(({ name }) => casingOf(name) === 'plain').length
  const odds = names.filter(({ name }) => /^[A-Z]/.test(name))
  if (plain < 3 || odds.length * 3 > plain) return []
  return odds.map(({ name, pointer }) =>
    issue(pointer, `The ${kind} "${name.slice(0, 60)}" begins with a capital, unlike the others`),
  )
}

function follows(name: string, convention: Convention): boolean {
  const casing = casingOf(name)
  if (casing === convention) return true
  if (casing === 'plain') return convention !== 'pascal'
  // one capital letter alone is no convention: `X`, `URL`
  return /^[A-Z]{1,4}$/.test(name) && convention === 'pascal'
}

function operationIds(spec: Spec): readonly Issue[] {
  const named = operationsOf(spec).flatMap((operation) => {
    const name = textOf(operation.value['operationId'])
    return name === '' ? [] : [{ name, pointer: `${operation.pointer}/operationId`, operation }]
  })
  const separators = named.map(({ name, pointer }) => ({
    name: name.replaceAll('.', '_'),
    pointer,
  }))
  const dotted = named.filter(({ name }) => name.includes('.')).length > named.length / 2
  return [
    ...(dotted ? [] : odd(separators, leading(separators), 'operation id')),
    ...named.flatMap(({ name, pointer, operation }) => {
      const verb = contradictingVerb(operation.method, name)
      return verb === null
        ? []
        : [issue(pointer, `${operation.label} has the operation id "${name}", which says ${verb}`)]
    }),
  ]
}

function componentNames(spec: Spec): readonly Issue[] {
  const names = componentsOf(spec, 'schemas').map(({ key, pointer }) => ({ name: key, pointer }))
  const convention = leading(
    names.filter(({ name }) => /^[A-Z]/.test(name) || casingOf(name) !== 'plain'),
  )
  return odd(
    names.filter(({ name }) => !/^[A-Z][A-Za-z0-9]*(?:[-_.][A-Z][A-Za-z0-9]*)+$/.test(name)),
    convention,
    'schema',
  )
}

function headerNames(spec: Spec): readonly Issue[] {
  const headers = new Map(
    operationsOf(spec).flatMap((operation) =>
      operation.parameters
        .filter((one) => one.in === 'header')
        .map((one) => [one.pointer, { name: one.name, pointer: `${one.pointer}/name` }] as const),
    ),
  )
  return [...headers.values()].flatMap(({ name, pointer }) =>
    /_|\s/.test(name)
      ? [issue(pointer, `The header "${name}" should be written with hyphens`)]
      : [],
  )
}
