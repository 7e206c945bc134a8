import { child, children, mapOf, pointerOf, textOf } from './json.ts'
import { oddOnes } from './odd-ones.ts'
import { isCollection, operationsOf, segmentsOf } from './operations.ts'
import { componentsOf } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { schemasOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { contradictingVerb } from './verbs.ts'
import { casingOf, isPlural, singular, wordsOf } from './words.ts'

/** One naming convention for each kind of name; paths name things, in the plural where there are many. */
export const naming = openapiCheck({
  aspect: 'naming',
  title: 'One naming convention over paths, parameters, properties and operations',
  passed: () => 'names of one kind follow one convention',
  look: (spec) => {
    const paths = Object.keys(mapOf(spec.root['paths'])).filter((path) => path.startsWith('/'))
    return [
      ...casingIssues(spec, paths),
      ...paths.flatMap((path) => [
        ...verbIssues(path),
        ...pluralIssues(spec, path),
        ...spellingIssues(path),
      ]),
      ...parameterNames(paths),
      ...prefixes(paths),
      ...contradictingIds(spec),
      ...headerNames(spec),
    ]
  },
})

/** A name and where it is written. */
type Named = { readonly name: string; readonly pointer: string }

const at = (path: string): string => pointerOf('paths', path)

const pathParts = (path: string): readonly string[] =>
  segmentsOf(path).flatMap(({ param, text }) => (param === null ? [text] : []))

function casingIssues(spec: Spec, paths: readonly string[]): readonly Issue[] {
  const operations = operationsOf(spec)
  const kinds: Readonly<Record<string, readonly Named[]>> = {
    'path part': paths.flatMap((path) =>
      pathParts(path)
        .filter((name) => !/[{.:~@$]|^v\d/i.test(name))
        .map((name) => ({ name, pointer: at(path) })),
    ),
    parameter: operations
      .flatMap(({ parameters }) => parameters)
      .filter((one) => one.in !== 'header' && !/[[\].$]/.test(one.name))
      .map(({ name, pointer }) => ({ name, pointer: `${pointer}/name` })),
    property: schemasOf(spec)
      .flatMap((schema) => children(child(schema, 'properties')))
      .filter(({ key }) => !/^[_$@]/.test(key))
      .map(({ key, pointer }) => ({ name: key, pointer })),
    'operation id': operations
      .map(({ value, pointer }) => ({
        name: textOf(value['operationId']),
        pointer: `${pointer}/operationId`,
      }))
      .filter(({ name }) => name !== '' && !name.includes('.')),
    schema: componentsOf(spec, 'schemas').map(({ key, pointer }) => ({ name: key, pointer })),
  }
  const shared = leading([...(kinds['parameter'] ?? []), ...(kinds['property'] ?? [])])
  const fallbacks: Readonly<Record<string, string | null>> = {
    'path part': 'kebab',
    schema: 'pascal',
    parameter: shared,
    property: shared,
  }
  return Object.entries(kinds).flatMap(([kind, names]) => {
    const convention = leading(names) ?? fallbacks[kind] ?? null
    return [...new Map(names.map((one) => [`${one.pointer} ${one.name}`, one])).values()]
      .filter(({ name }) => convention !== null && !follows(name, convention))
      .map(({ name, pointer }) =>
        issue(
          pointer,
          `The ${kind} "${name.slice(0, 60)}" is not in ${convention} case like the others`,
        ),
      )
  })
}

const conventions = ['camel', 'pascal', 'snake', 'kebab']

/** The convention that most names of several words follow, or null where none leads. */
function leading(names: readonly Named[]): string | null {
  const cased = [...new Set(names.map(({ name }) => name))].map(casingOf)
  const plain = cased.filter((one) => one === 'plain').length
  const votes = conventions
    .map((casing) => ({ casing, count: cased.filter((one) => one === casing).length }))
    // single lower-case words speak against capitals
    .filter(({ casing, count }) => casing !== 'pascal' || count > plain)
    .toSorted((one, other) => other.count - one.count)
  const [first, second] = votes
  return first === undefined || first.count === 0 || first.count === second?.count
    ? null
    : first.casing
}

// one capital letter or abbreviation alone is no convention: `X`, `URL`
const follows = (name: string, convention: string): boolean =>
  casingOf(name) === convention ||
  (casingOf(name) === 'plain' && convention !== 'pascal') ||
  (convention === 'pascal' && /^[A-Z][A-Za-z0-9]*(?:[-_.][A-Z][A-Za-z0-9]*)*$/.test(name))

const verbs = 'get fetch retrieve create delete remove insert save'
const alsoNouns = 'add edit find list modify update'
const isVerb = new RegExp(`^(?:${verbs}|${alsoNouns})$`.replaceAll(' ', '|'))
const isSurelyVerb = new RegExp(`^(?:${verbs})$`.replaceAll(' ', '|'))

const verbIssues = (path: string): readonly Issue[] =>
  pathParts(path)
    .filter((text) => {
      const [first = '', ...rest] = wordsOf(text)
      const isNoun = /^(?:requests?|logs?|events?|jobs?|history|tokens?|tasks?|results?)$/
      if (rest.length === 0) return isVerb.test(first)
      const isLed = isSurelyVerb.test(first) || (isVerb.test(first) && casingOf(text) === 'camel')
      return isLed && !isNoun.test(rest.at(-1) ?? '')
    })
    .map((text) =>
      issue(at(path), `The path part "${text}" is a verb; the method says what is done`),
    )

const notCollections =
  /^(?:api|rest|v\d.*|me|self|by-.*|current|latest|admin|public|internal|login|graphql|batch|bulk|export|import|date|from|to|in|at|on|page|version|locale|lang)$/i

const pluralIssues = (spec: Spec, path: string): readonly Issue[] =>
  segmentsOf(path)
    .filter(({ text, param }, index, segments) => {
      const next = segments[index + 1]
      const isMany = next === undefined ? isCollection(spec, path) : next.param !== null
      return param === null && isMany && !isPlural(text) && !notCollections.test(text)
    })
    .map(({ text }) => issue(at(path), `"${text}" holds several things, so its name is plural`))

function spellingIssues(path: string): readonly Issue[] {
  if (path.includes('//')) return [issue(at(path), 'The path has an empty part')]
  if (/\.(?:json|xml|ya?ml|php|aspx?|html?)$/i.test(path))
    return [issue(at(path), 'The path ends like a file; the media type says the format')]
  return /[\s#]/.test(path) ? [issue(at(path), 'The path holds a character that a URL cannot')] : []
}

/** A parameter at one place of the paths has one name. */
function parameterNames(paths: readonly string[]): readonly Issue[] {
  const uses = paths.flatMap((path) =>
    segmentsOf(path).flatMap(({ param }, index, segments) => {
      const before = segments.slice(0, index).map((one) => (one.param === null ? one.text : '{}'))
      return param === null ? [] : [{ path, param, place: before.join('/') }]
    }),
  )
  const places = [...Map.groupBy(uses, ({ place }) => place).values()]
  return places.flatMap((group) =>
    oddOnes(group, ({ param }) => param)
      .filter(({ value, usual }) => idOf(value ?? '') !== idOf(usual))
      .map(({ item: { path }, value, usual }) =>
        issue(at(path), `The parameter {${value}} is called {${usual}} in other paths`),
      ),
  )
}

/** `id` is also fine for the thing itself. */
const idOf = (name: string): string => (wordsOf(name).at(-1) === 'id' ? 'id' : singular(name))

const infrastructure =
  /^\/(?:health|healthz|ready|live|metrics|status|ping|version|auth|oauth|login|\.well-known)/i

/** A version or \`api\` before some paths only. */
const prefixes = (paths: readonly string[]): readonly Issue[] =>
  oddOnes(
    paths.filter((path) => !infrastructure.test(path)),
    (path) => /^\/((?:api\/)?v\d+|api)(?=\/)/i.exec(path)?.[1] ?? '',
  ).map(({ item: path, value, usual }) =>
    issue(
      at(path),
      usual === ''
        ? `Only this path begins with /${value}`
        : `This path does not begin with /${usual} like the others`,
    ),
  )

const contradictingIds = (spec: Spec): readonly Issue[] =>
  operationsOf(spec).flatMap(({ method, value, pointer, label }) => {
    const name = textOf(value['operationId'])
    const verb = contradictingVerb(method, name)
    return verb === null
      ? []
      : [
          issue(
            `${pointer}/operationId`,
            `${label} has the operation id "${name}", which says ${verb}`,
          ),
        ]
  })

const headerNames = (spec: Spec): readonly Issue[] =>
  operationsOf(spec)
    .flatMap(({ parameters }) => parameters)
    .filter((one) => one.in === 'header' && /_|\s/.test(one.name))
    .map(({ name, pointer }) =>
      issue(`${pointer}/name`, `The header "${name}" should be written with hyphens`),
    )
