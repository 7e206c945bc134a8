import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'
import { amountOf, isVersion, sameValue } from './amount.ts'
import { anywhere, type Opened, overScope, seen, settingsNamed } from './answers.ts'
import type { Scalar } from './configuration.ts'
import { type Fact, factsAt, placeOf, textOf } from './facts.ts'

/** Whether a setting has the value that was asked for. */
export function valueAnswer(file: Opened, full: string, wanted: Scalar): Answer {
  return overScope(file, full, (facts, written) => {
    if (/^port(?: mapping)?$/.test(written)) return portAnswer(file, facts, String(wanted))
    const name = written.replaceAll('`', '')
    const isQuoted = name !== written || /^[A-Z][A-Z0-9_]*$|[._]|[a-z][A-Z]/.test(name)
    const version = versionAnswer(facts, name.toLowerCase(), String(wanted))
    if (version !== null && !isQuoted) return version
    const set = settingsNamed(facts, name)
    if (set.length > 0) return oneOf(set, name, wanted)
    if (version !== null) return version
    if (isQuoted) return unmet(`${name} is not set`)
    const plural = settingsNamed(facts, `${name}s`)
    if (plural.length > 0) return oneOf(plural, name, wanted)
    const called = settingsNamed(facts, 'name').find((fact) => textOf(fact) === wanted)
    if (called !== undefined) return met(`it is called ${textOf(called)}`, placeOf(called))
    // a word of plain language may be called otherwise in the file
    const isCode = typeof wanted === 'string' && !/\s|^\d/.test(wanted)
    return isCode && anywhere({ ...file, facts }, wanted, undefined).status === 'unmet'
      ? unmet(`neither ${name} nor ${wanted} is there`)
      : undecided(`whether ${name} is ${String(wanted)} cannot be told`)
  })
}

function oneOf(set: readonly Fact[], name: string, wanted: Scalar): Answer {
  const found = set.find(
    (fact) =>
      sameValue(textOf(fact), wanted, fact.path.at(-1) ?? '') ||
      textOf(fact).split(':')[0] === wanted,
  )
  if (found !== undefined) return met(`${name} is ${String(wanted)}`, placeOf(found))
  const byDefault = set.find((fact) => textOf(fact).includes(`:-${String(wanted)}}`))
  if (byDefault !== undefined)
    return met(`${name} is ${String(wanted)} unless set outside`, placeOf(byDefault))
  if (
    set.every(
      (fact) => /\$\{|\$\(|\{\{/.test(textOf(fact)) && !textOf(fact).includes(String(wanted)),
    )
  )
    return undecided(`${name} is taken from outside`)
  const others = set.map(textOf).slice(0, 3).join(', ') || 'empty'
  return unmet(`${name} is ${others}, not ${String(wanted)}`, placeOf(set[0]!))
}

/** "postgres 16", "node 22": the tag of an image, or a version under that name; null where nothing has one. */
function versionAnswer(facts: readonly Fact[], name: string, wanted: string): Answer | null {
  const images = factsAt(facts, '**.image|FROM|jobs.*.container|**.services.*').flatMap((fact) => {
    const [, image = '', tag = ''] =
      /^(?:--\S+\s+)*(?:\S*\/)?([\w.-]+)(?::([\w.-]+))?(?:@\S+)?(?:\s|$)/.exec(textOf(fact)) ?? []
    return image.toLowerCase() === name.replace(/^postgresql$/, 'postgres')
      ? [{ fact, version: tag }]
      : []
  })
  const keys = factsAt(
    facts,
    `**.${name}-version|**.${name}-version.*|**.matrix.${name}|**.matrix.${name}.*|engines.${name}|**.requires-${name}`,
  ).flatMap((fact) =>
    fact.value === undefined || textOf(fact).includes('${{')
      ? []
      : [{ fact, version: textOf(fact) }],
  )
  const versions = [...images, ...keys]
  if (versions.length === 0) return null
  const found = versions.find(
    ({ version }) => isVersion(version, wanted) || sameValue(version, wanted, ''),
  )
  const others = versions.map(({ version }) => version || 'no version').join(', ')
  return seen(found?.fact, `${name} ${wanted} is there`, `${name} has ${others}, not ${wanted}`)
}

const portPlaces: Readonly<Record<string, string>> = {
  compose: '**.published|services.*.expose.*',
  kubernetes: '**.containerPort|**.port|**.targetPort|**.nodePort|**.number',
  dockerfile: 'EXPOSE',
  nginx: '**.listen',
}

/** A port of the host answers "port 8080"; one that only the container has is for a person to judge. */
function portAnswer(file: Opened, facts: readonly Fact[], wanted: string): Answer {
  const [host, target] = wanted.split(':')
  const fits = (fact: Fact) => new RegExp(`(?:^|[\\s:\\[])${host}(?:$|[\\s/;])`).test(textOf(fact))
  const places = factsAt(facts, portPlaces[file.kind ?? ''] ?? '**.port|**.PORT|port|PORT')
  const found = places
    .filter(fits)
    .find(
      (fact) =>
        target === undefined ||
        factsAt(facts, [...fact.path.slice(0, -1), 'target'].join('.')).some(
          (one) => textOf(one) === target,
        ),
    )
  if (found !== undefined) return met(`port ${wanted}`, placeOf(found))
  const other = facts.find((fact) => fits(fact) || textOf(fact).includes(`:${host}`))
  if (other !== undefined && target === undefined)
    return undecided(`port ${wanted} is named, but not as the port asked for (${placeOf(other)})`)
  const [first] = places
  return first === undefined
    ? unmet(`no port ${wanted} is set`)
    : unmet(`the port is ${places.map(textOf).join(', ')}, not ${wanted}`, placeOf(first))
}

type Limit = Extract<DemandCheck, { readonly type: 'limit' }>

/** Whether an amount, or the number of services or jobs, keeps its bound. */
export function limitAnswer(file: Opened, { name: full, bound, value, unit }: Limit): Answer {
  return overScope(file, full, (facts, written) => {
    const name = written.replaceAll('`', '')
    const wanted = amountOf(unit === undefined ? value : `${value} ${unit}`, name) ?? value
    const amounts = amountsOf(file, facts, name)
    if (amounts === null) return undecided(`nothing here was recognised as ${name}`)
    const fits = ({ amount }: Amount) =>
      bound === 'most'
        ? amount <= wanted
        : bound === 'least'
          ? amount >= wanted
          : Math.abs(amount - wanted) < 1e-9
    const isExact = bound === 'exactly' && amounts.some(fits)
    const off = isExact ? undefined : amounts.find((each) => !fits(each))
    if (off === undefined) return met(`${name} is within what was asked`, amounts[0]?.where)
    const asked = `${bound === 'exactly' ? '' : `at ${bound} `}${value}${unit === undefined ? '' : ` ${unit}`}`
    return unmet(`${name} is ${off.amount}, asked was ${asked}`, off.where)
  })
}

type Amount = { readonly amount: number; readonly where: string }

/** The amounts that go by a name; null where nobody knows it. */
function amountsOf(file: Opened, facts: readonly Fact[], name: string): readonly Amount[] | null {
  if (/^(?:services|jobs|stages)$/.test(name)) {
    const members = new Set(
      facts.flatMap(({ path }) => (path[0] === name && path[1] !== undefined ? [path[1]] : [])),
    )
    const amount =
      name === 'stages' && file.kind === 'dockerfile' ? factsAt(facts, 'FROM').length : members.size
    const isKnown = ['compose', 'workflow', 'gitlab', 'dockerfile'].includes(file.kind ?? '')
    return amount === 0 && !isKnown ? null : [{ amount, where: name }]
  }
  const set = [...settingsNamed(facts, name), ...settingsNamed(facts, stem(name))]
  const amounts = set.flatMap((fact) => {
    const amount = amountOf(textOf(fact), fact.path.at(-1) ?? '')
    return amount === null ? [] : [{ amount, where: placeOf(fact) }]
  })
  return amounts.length === 0 ? null : amounts
}
