import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'
import { amountOf, sameValue } from './amount.ts'
import { anywhere, termAnswer } from './answer-names.ts'
import type { Scalar } from './configuration.ts'
import { type Fact, factsAt } from './facts.ts'
import { versionAnswer } from './images.ts'
import { placeOf, textOf } from './look.ts'
import {
  escaped,
  type Opened,
  overScope,
  settingsAbout,
  settingsNamed,
  termNamed,
} from './open-configuration.ts'

/** Whether a setting has the value that was asked for. */
export function valueAnswer(file: Opened, full: string, wanted: Scalar): Answer {
  return overScope(file, full, (facts, written) => {
    const name = written.replaceAll('`', '')
    const isQuoted = name !== written || /^[A-Z][A-Z0-9_]*$|[._]|[a-z][A-Z]/.test(name)
    if (/^(?:(?:host |container )?port|port mapping)$/.test(written))
      return portAnswer({ ...file, facts }, name, String(wanted))
    if (termNamed(file, written) !== undefined)
      return termAnswer(file, name, { facts, value: wanted })
    const version = versionAnswer({ ...file, facts }, name.toLowerCase(), String(wanted))
    if (version !== null && !isQuoted) return version
    const set = settingsNamed(facts, name)
    if (set.length > 0) return oneOf(set, name, wanted)
    if (version !== null) return version
    if (isQuoted) return unmet(`${name} is not set`)
    const plural = settingsNamed(facts, `${name}s`)
    if (plural.length > 0) return oneOf(plural, name, wanted)
    const called = settingsNamed(facts, 'name').find((fact) => textOf(fact) === wanted)
    if (called !== undefined) return met(`it is called ${textOf(called)}`, placeOf(called))
    const near = settingsAbout(facts, name).find((fact) =>
      sameValue(textOf(fact), wanted, fact.path.at(-1) ?? ''),
    )
    if (near !== undefined) return met(`${near.path.at(-1)} is ${String(wanted)}`, placeOf(near))
    // a word of plain language may be called otherwise in the file; a program cannot
    const isNowhere = (text: string) => anywhere(file, text, undefined).status === 'unmet'
    if (
      typeof wanted === 'string' &&
      isNowhere(wanted) &&
      !/\s/.test(wanted) &&
      !/^\d/.test(wanted)
    )
      return unmet(`neither ${name} nor ${wanted} is there`)
    return isProgram(name) && isNowhere(name)
      ? unmet(`nothing speaks of ${name}`)
      : undecided(`whether ${name} is ${String(wanted)} cannot be told`)
  })
}

function oneOf(set: readonly Fact[], name: string, wanted: Scalar): Answer {
  const match = set.find((fact) => sameValue(textOf(fact), wanted, fact.path.at(-1) ?? ''))
  if (match !== undefined) return met(`${name} is ${String(wanted)}`, placeOf(match))
  const byDefault = set.find((fact) =>
    new RegExp(`:-${escaped(String(wanted))}\\}`).test(textOf(fact)),
  )
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

const isProgram = (name: string): boolean =>
  /^(?:postgres|redis|mysql|mariadb|mongo|rabbitmq|nginx|node|python|go|java|ruby|php)$/.test(name)

const portPlaces: Readonly<Record<string, string>> = {
  compose: '**.published|services.*.expose.*',
  kubernetes: '**.containerPort|**.port|**.targetPort|**.nodePort|**.number',
  dockerfile: 'EXPOSE',
  nginx: '**.listen',
}

/** A port of the host answers "port 8080"; one that only the container has is for a person to judge. */
function portAnswer(file: Opened, name: string, wanted: string): Answer {
  if (name === 'port mapping') {
    const [host, target] = wanted.split(':')
    const match = factsAt(file.facts, '**.published').find(
      (fact) =>
        textOf(fact) === host &&
        factsAt(file.facts, '**.target').some(
          (other) =>
            textOf(other) === target &&
            other.path.slice(0, -1).join('.') === fact.path.slice(0, -1).join('.'),
        ),
    )
    return match === undefined
      ? unmet(`no port is mapped ${wanted}`)
      : met(`${wanted} is mapped`, placeOf(match))
  }
  const own = portPlaces[file.kind ?? '']
  const named = settingsNamed(file.facts, 'port')
  const isInside = name === 'container port' && file.kind === 'compose'
  const places =
    own === undefined
      ? named
      : factsAt(file.facts, isInside ? '**.target|services.*.expose.*' : own)
  const fits = (fact: Fact) =>
    new RegExp(`(?:^|[\\s:\\[])${wanted}(?:$|[\\s/;])`).test(textOf(fact))
  const match = places.find(fits)
  if (match !== undefined) return met(`port ${wanted}`, placeOf(match))
  const other = [...named, ...factsAt(file.facts, '**.target|**.proxy_pass|**.PORT')].find(
    (fact) => fits(fact) || textOf(fact).includes(`:${wanted}`),
  )
  if (other !== undefined)
    return undecided(`port ${wanted} is named, but not as the port asked for (${placeOf(other)})`)
  const [first] = places
  return first === undefined
    ? unmet(`no port ${wanted} is set`)
    : unmet(`the port is ${places.map(textOf).join(', ')}, not ${wanted}`, placeOf(first))
}

type Limit = Extract<DemandCheck, { readonly type: 'limit' }>

/** Whether an amount, or the number of services or jobs, keeps its bound. */
export function limitAnswer(file: Opened, check: Limit): Answer {
  return overScope(file, check.name, (facts, written) => {
    const name = written.replaceAll('`', '')
    const { bound, value, unit } = check
    const wanted = amountOf(unit === undefined ? value : `${value} ${unit}`, name) ?? value
    const amounts = amountsOf(file, facts, name)
    if (amounts === null) return undecided(`nothing here was recognised as ${name}`)
    if (amounts.length === 0) {
      const [set] = settingsNamed(facts, name)
      return set === undefined
        ? unmet(`${name} is not set`)
        : undecided(`${name} is ${textOf(set)}, which is no plain amount (${placeOf(set)})`)
    }
    const fits = ({ amount }: Amount) =>
      bound === 'most'
        ? amount <= wanted
        : bound === 'least'
          ? amount >= wanted
          : Math.abs(amount - wanted) < 1e-9
    const off =
      bound === 'exactly'
        ? amounts.some(fits)
          ? undefined
          : amounts[0]
        : amounts.find((each) => !fits(each))
    if (off === undefined) return met(`${name} is within what was asked`, amounts[0]!.where)
    const asked = `${bound === 'exactly' ? '' : `at ${bound} `}${value}${unit === undefined ? '' : ` ${unit}`}`
    return unmet(`${name} is ${off.amount}, asked was ${asked}`, off.where)
  })
}

type Amount = { readonly amount: number; readonly where: string }

/** The amounts that go by a name; empty where such a setting could be but is not, null where nobody knows it. */
function amountsOf(file: Opened, facts: readonly Fact[], name: string): readonly Amount[] | null {
  if (name === 'services' || name === 'jobs') {
    const members = new Set(
      facts.flatMap(({ path }) => (path[0] === name && path[1] !== undefined ? [path[1]] : [])),
    )
    const kinds = ['compose', 'workflow', 'gitlab']
    return members.size === 0 && !kinds.includes(file.kind ?? '')
      ? null
      : [{ amount: members.size, where: name }]
  }
  if (name === 'stages') {
    const stages = factsAt(facts, file.kind === 'dockerfile' ? 'FROM' : 'stages.*')
    return [{ amount: stages.length, where: name }]
  }
  const term = termNamed(file, name) ?? termNamed(file, stem(name))
  const isPlace = term !== undefined && !term.at.startsWith('=')
  const set = isPlace
    ? factsAt(facts, term.at)
    : [...settingsNamed(facts, name), ...settingsNamed(facts, stem(name))]
  if (set.length === 0) return isPlace || name === 'replicas' ? [] : null
  return set.flatMap((fact) => {
    const amount = amountOf(textOf(fact), fact.path.at(-1) ?? '')
    return amount === null ? [] : [{ amount, where: placeOf(fact) }]
  })
}
