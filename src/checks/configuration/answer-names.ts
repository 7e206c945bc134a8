import { basename } from 'node:path'
import { type Answer, met, notApplicable, undecided, unmet } from '../../obligations/examine.ts'
import { sameValue } from './amount.ts'
import type { Scalar, FileKind } from './configuration.ts'
import { plainCron } from './cron.ts'
import { type Fact, factsAt } from './facts.ts'
import { fileKinds, kindOfName, titleOf } from './kind.ts'
import { isCalled, lookAt } from './looks.ts'
import { placeOf, textOf } from './look.ts'
import { holds, type Opened, overScope, settingsNamed, termNamed } from './open-configuration.ts'

/** Whether something of this name is there; the role says what it must be. */
export function nameAnswer(file: Opened, full: string, role: string | undefined): Answer {
  if (role === 'kind') return kindAnswer(file, full)
  if (file.facts.length === 0) return unmet('no setting can be read in the file')
  switch (role) {
    case 'setting':
      return overScope(file, full, (facts, name) => termAnswer(file, name, { facts }))
    case 'collection': {
      const result = factsAt(
        file.facts,
        full === 'job' ? 'jobs.*' : 'services.*|**.containers.*',
      )[0]
      return result === undefined
        ? unmet(`there is no ${full}`)
        : met(`there is a ${full}`, placeOf(result))
    }
    case 'only': {
      const [key = '', ...rest] = full.split(' ')
      const set = settingsNamed(file.facts, key)
      const other = set.find((fact) => textOf(fact) !== rest.join(' '))
      return other === undefined && set[0] !== undefined
        ? met(`${full}, and nothing else`, placeOf(set[0]))
        : unmet(
            `${key} is ${other === undefined ? 'not set' : textOf(other)}, not only ${rest.join(' ')}`,
          )
    }
    case 'part':
      return partAnswer(file, full)
    case 'resource':
      return resourceAnswer(file, full)
    case undefined:
    default:
      return anywhere(file, full, role)
  }
}

/** One service cannot be two of the parts that a task asks for. */
function partAnswer(file: Opened, wanted: string): Answer {
  const services = [...new Set(factsAt(file.facts, 'services.*').map(({ path }) => path[1]!))]
  const taken = new Map<string, string>()
  for (const part of file.parts) {
    const free = services.filter((service) => !taken.has(service) && isCalled(file, service, part))
    const own = free.find((service) => service.toLowerCase() === part) ?? free[0]
    if (own !== undefined) taken.set(own, part)
  }
  const [service] = [...taken].find(([, part]) => part === wanted) ?? []
  const fact = file.facts.find(({ path }) => path[0] === 'services' && path[1] === service)
  return service === undefined || fact === undefined
    ? undecided(`no service was recognised as ${wanted}`)
    : met(`the service ${service}`, placeOf(fact))
}

// kinds that give themselves away by what they hold, so that a file of another look is surely none of them
const telling: readonly FileKind[] = [
  'compose',
  'workflow',
  'kubernetes',
  'dockerfile',
  'nginx',
  'env',
]

function kindAnswer(file: Opened, wanted: string): Answer {
  const kind = fileKinds.find((each) => each === wanted)
  if (kind === undefined) return undecided(`${wanted} is no kind of file that is known here`)
  if (file.facts.length > 0 && (file.kinds.includes(kind) || kindOfName(file.path) === kind))
    return met(`it is ${titleOf(kind)}`, file.path || 'line 1')
  if (file.kind === null && file.facts.length > 0 && !telling.includes(kind))
    return undecided(`whether it is ${titleOf(kind)} cannot be told by its name or its keys`)
  const is = file.kind === null ? 'of no kind that is known here' : titleOf(file.kind)
  return unmet(`the file is ${is}, not ${titleOf(kind)}`)
}

/** A key, or a value, or a part of a value. */
export function anywhere(file: Opened, written: string, role: string | undefined): Answer {
  // the head of a table, as TOML and INI write it
  const name = /^\[{1,2}([\w.:"-]+)\]{1,2}$/.exec(written)?.[1]?.replaceAll('"', '') ?? written
  const parts = name.split('.')
  const isKey = ({ path }: Fact) =>
    parts.every(
      (part, index) => path.at(index - parts.length)?.toLowerCase() === part.toLowerCase(),
    )
  const match =
    file.facts.find(isKey) ??
    file.facts.find(
      (fact) => holds(textOf(fact), name) || fact.path.some((part) => holds(part, name)),
    )
  if (match !== undefined) return met(`${name} is there`, placeOf(match))
  const isFile =
    role === 'file' ||
    /^(?:\.{0,2}\/)?[\w./-]*\.(?:ya?ml|json|toml|ini|conf|env|[cm]?[jt]s|md)$|^\.\w+/.test(name)
  if (isFile && (basename(name) === basename(file.path) || kindOfName(name) === file.kind))
    return notApplicable('the name of the file is given by who saves it')
  if (isFile) return undecided(`no setting names ${name}`)
  return unmet(
    `${name} is neither a key nor part of a value (${file.facts.length} settings looked at)`,
  )
}

type Asked = { readonly facts: readonly Fact[]; readonly value?: Scalar }

/** Whether what a term speaks of is set, and has the value that its words ask for. */
export function termAnswer(file: Opened, id: string, { facts, value }: Asked): Answer {
  const term = termNamed(file, id)
  if (term === undefined) return unmet(`a file of this kind has no ${id}`)
  if (term.at.startsWith('='))
    return lookAt(term.at.slice(1), file, { value: String(value ?? ''), is: term.is ?? '', facts })
  const set = factsAt(facts, term.at)
  const is = term.is === null ? null : new RegExp(term.is, 'i')
  const match = set.find((fact) => {
    if (value !== undefined) return isSame(id, fact, value)
    return is === null
      ? fact.value !== false && !/^(?:no|none|off)$/.test(textOf(fact))
      : is.test(textOf(fact))
  })
  if (match !== undefined)
    return met(value === undefined ? `${id} is set` : `${id} is ${String(value)}`, placeOf(match))
  const others = set.map(textOf).filter((each) => each !== '')
  return others.length === 0
    ? unmet(`${id} is not set (looked at ${term.at.replaceAll('|', ', ')})`)
    : unmet(
        `${id} is ${others.join(', ')}${value === undefined ? ', not what was asked' : `, not ${String(value)}`}`,
        placeOf(set[0]!),
      )
}

function isSame(id: string, fact: Fact, wanted: Scalar): boolean {
  const text = textOf(fact)
  if (id === 'cron') return plainCron(text) === plainCron(String(wanted))
  if (id === 'interval' && /^(?:day|week|month)$/.test(String(wanted)))
    return text === { day: 'daily', week: 'weekly', month: 'monthly' }[String(wanted)]
  if (id === 'ecosystem') return text === String(wanted).toLowerCase().replace(' ', '-')
  if (id === 'build' && String(wanted).startsWith('current')) return /^\.\/?$/.test(text)
  return sameValue(text, wanted, fact.path.at(-1) ?? '')
}

function resourceAnswer(file: Opened, wanted: string): Answer {
  const [kind = '', name] = wanted.split(' ')
  const facts = factsAt(file.facts, 'kind').filter((fact) => textOf(fact) === kind)
  // what the file only speaks of may stand in another file
  const isSpokenOf = name !== undefined && anywhere(file, name, undefined).status === 'met'
  if (facts.length === 0 && isSpokenOf)
    return undecided(`${name} is named, but there is no ${kind}`)
  if (facts.length === 0) return unmet(`there is no ${kind}`)
  if (name === undefined) return met(`there is a ${kind}`, placeOf(facts[0]!))
  const named = factsAt(file.facts, 'metadata.name').find(
    (fact) => textOf(fact) === name && facts.some(({ document }) => document === fact.document),
  )
  return named === undefined
    ? unmet(`no ${kind} is called ${name}`)
    : met(`the ${kind} ${name}`, placeOf(named))
}
