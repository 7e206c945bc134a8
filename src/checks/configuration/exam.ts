import { basename } from 'node:path'
import type { DemandCheck } from '../../obligations/demand.ts'
import {
  type Answer,
  type Examiner,
  met,
  notApplicable,
  undecided,
  unmet,
} from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'
import { readDemands } from '../../obligations/read.ts'
import { amountOf, sameValue } from './amount.ts'
import type { Configuration } from './configuration.ts'
import { plainCron } from './cron.ts'
import { type Fact, factsAt, factsOf } from './facts.ts'
import { type FileKind, kindOfEntries, kindOfName, titleOf } from './kind.ts'
import { imagesIn, isCalled, lookAt, type Looked, sameProduct, versionAnswer } from './looks.ts'
import { noteFor } from './notes.ts'
import { readFile } from './read-configuration.ts'
import { type Term, termsOf } from './terms.ts'
import { everyOne, ofScope, vocabularyOf } from './vocabulary.ts'

type Input = { readonly path: string; readonly text: string; readonly task?: string }

/** Opens a configuration for the demands of its task. Without a path the text may be Markdown with a fence. */
export async function openConfigurationExaminer({
  path,
  text,
  task = '',
}: Input): Promise<Examiner> {
  const configuration = await readFile({ path, text, hint: task })
  const kinds = configuration.units.map((unit) => unit.kind)
  const kind = kinds.find((each) => each !== null) ?? kindOfName(path)
  const facts = configuration.units.flatMap((unit) => factsOf(unit, unit.kind))
  const file: Looked = { text, kind, facts, unnoted: () => unnotedLines(configuration) }
  const vocabulary = vocabularyOf(task, kind)
  const concrete = readDemands(task, vocabulary).demands.filter(
    ({ check, negated }) =>
      !negated &&
      check.type !== 'topic' &&
      !(check.type === 'name' && /^(?:kind|part|collection)$/.test(check.role ?? '')),
  ).length
  const broken = configuration.units.length === 0 || facts.length === 0
  return {
    vocabulary,
    examine: (check) =>
      broken && check.type !== 'name'
        ? unmet('no setting can be read in the file')
        : answer(check, { ...file, path, concrete, kinds }),
  }
}

type Open = Looked & {
  readonly path: string
  /** How many demands of the task a file can be asked for one by one. */
  readonly concrete: number
  readonly kinds: readonly (FileKind | null)[]
}

function answer(check: DemandCheck, file: Open): Answer {
  switch (check.type) {
    case 'name':
      return nameAnswer(file, check.name, check.role)
    case 'value':
      return valueAnswer(file, check.name, check.value)
    case 'limit':
      return limitAnswer(file, check)
    case 'phrase':
      return phraseAnswer(file, check.text)
    case 'topic':
      return topicAnswer(file, check.words)
    case 'endpoint': {
      const found = file.facts.find((fact) =>
        [textOf(fact), fact.path.at(-1) ?? '', ...fact.path].some((each) =>
          holds(each, check.path),
        ),
      )
      return found === undefined
        ? unmet(`no setting names ${check.path}`)
        : met(`${check.path} is named`, placeOf(found))
    }
    case 'fields': {
      const answers = check.fields.map(({ name }) => nameAnswer(file, name, 'key'))
      return answers.find(({ status }) => status !== 'met') ?? answers[0]!
    }
    case 'call':
    case 'resource':
    case 'pattern':
    case 'command':
      return undecided('a configuration can not be asked this')
  }
}

const textOf = ({ value }: Fact): string =>
  value === undefined || value === null ? '' : String(value)
const placeOf = ({ path, line }: Fact): string => `${path.join('.')}, line ${line}`
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const holds = (text: string, name: string): boolean =>
  new RegExp(`(?:^|[^\\w-])${escaped(name)}(?:$|[^\\w])`, 'i').test(text)

/** The facts that a name is tied to: "restart · web" is asked of the service web alone. */
function inScope(file: Open, full: string) {
  const [name = full, scope = ''] = full.split(ofScope)
  const isGroup = ({ path }: Fact) =>
    /^(?:services|jobs)$/.test(path[0] ?? '') && path[1] !== undefined
  const members = [...new Set(file.facts.flatMap((fact) => (isGroup(fact) ? [fact.path[1]!] : [])))]
  const asked =
    scope === everyOne ? members : members.filter((member) => scope.split(', ').includes(member))
  const groups = asked.map((member) =>
    file.facts.filter((fact) => isGroup(fact) && fact.path[1] === member),
  )
  return { name, isEvery: scope === everyOne, groups: groups.length === 0 ? [file.facts] : groups }
}

/** One answer from several. Where some of the named ones hold and others do not, a person decides. */
function overScope(
  file: Open,
  full: string,
  ask: (facts: readonly Fact[], name: string) => Answer,
): Answer {
  const { name, isEvery, groups } = inScope(file, full)
  const answers = groups.map((facts) => ask(facts, name))
  const lacking = answers.find(({ status }) => status !== 'met')
  if (lacking === undefined) return answers[0]!
  const some = answers.some(({ status }) => status === 'met')
  return !isEvery && some && lacking.status === 'unmet'
    ? undecided(`not for all that are named: ${lacking.reason}`)
    : lacking
}

const termNamed = (file: Open, id: string): readonly Term[] => {
  const kinds: readonly (FileKind | null)[] = [file.kind, ...file.kinds]
  return kinds.flatMap((kind) => termsOf(kind).filter((term) => term.id === id))
}

function nameAnswer(file: Open, full: string, role: string | undefined): Answer {
  if (role === 'kind') {
    const isThat = file.kinds.includes(full as FileKind) || kindOfName(file.path) === full
    const is = file.kind === null ? 'of no kind that is known here' : titleOf(file.kind)
    const wanted = titleOf(full as FileKind)
    if (isThat && file.facts.length > 0) return met(`it is ${wanted}`, file.path || 'line 1')
    return file.kind === null &&
      file.facts.length > 0 &&
      full !== 'compose' &&
      full !== 'workflow' &&
      full !== 'kubernetes' &&
      full !== 'dockerfile' &&
      full !== 'nginx' &&
      full !== 'env'
      ? undecided(`whether it is ${wanted} can not be told by its name or its keys`)
      : unmet(`the file is ${is}, not ${wanted}`)
  }
  if (file.facts.length === 0) return unmet('no setting can be read in the file')
  if (role === 'setting')
    return overScope(file, full, (facts, name) => termAnswer(file, name, { facts }))
  if (role === 'collection') {
    const found = factsAt(file.facts, full === 'job' ? 'jobs.*' : 'services.*|**.containers.*')[0]
    return found === undefined
      ? unmet(`there is no ${full}`)
      : met(`there is a ${full}`, placeOf(found))
  }
  if (role === 'product') return productAnswer(file, full)
  if (role === 'part') {
    const found = factsAt(file.facts, 'services.*').find(({ path }) =>
      isCalled(file, path[1]!, full),
    )
    return found === undefined
      ? undecided(`no service is called ${full}`)
      : met(`the service ${found.path[1]}`, placeOf(found))
  }
  if (role === 'resource') return resourceAnswer(file, full)
  const places: Readonly<Record<string, string>> = {
    service: `services.${full}`,
    job: `jobs.${full}|${full}.script`,
    stage: `stages.*`,
  }
  if (
    role !== undefined &&
    (file.kind === 'compose' || file.kind === 'workflow' || file.kind === 'gitlab') &&
    role in places
  ) {
    const found = factsAt(file.facts, places[role]!).find(
      (fact) => role !== 'stage' || textOf(fact) === full,
    )
    if (found !== undefined) return met(`the ${role} ${full} is there`, placeOf(found))
    if (role !== 'stage') return unmet(`there is no ${role} ${full}`)
  }
  return anywhere(file, full, role)
}

/** A key, or a value, or a part of a value. */
function anywhere(file: Open, name: string, role: string | undefined): Answer {
  const parts = name.split('.')
  const found =
    file.facts.find(({ path }) =>
      parts.every(
        (part, index) => path.at(index - parts.length)?.toLowerCase() === part.toLowerCase(),
      ),
    ) ??
    file.facts.find(
      (fact) => holds(textOf(fact), name) || fact.path.some((part) => holds(part, name)),
    )
  if (found !== undefined) return met(`${name} is there`, placeOf(found))
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

function termAnswer(
  file: Open,
  id: string,
  { facts, value }: { readonly facts: readonly Fact[]; readonly value?: unknown },
): Answer {
  const candidates = termNamed(file, id)
  const [term] = candidates
  if (term === undefined) return unmet(`a file of this kind has no ${id}`)
  if (term.at.startsWith('='))
    return lookAt(term.at.slice(1), file, { value: String(value ?? ''), is: term.is ?? '', facts })
  const set = factsAt(facts, term.at)
  const is = value === undefined && term.is !== null ? new RegExp(term.is, 'i') : null
  const found = set.find((fact) =>
    is !== null
      ? is.test(textOf(fact))
      : value === undefined
        ? fact.value !== false && !/^(?:no|none|off)$/.test(textOf(fact))
        : isSame(id, fact, value),
  )
  if (found !== undefined)
    return met(value === undefined ? `${id} is set` : `${id} is ${String(value)}`, placeOf(found))
  const others = set.map(textOf).filter((each) => each !== '')
  return others.length === 0
    ? unmet(`${id} is not set (looked at ${term.at.replaceAll('|', ', ')})`)
    : unmet(`${id} is ${others.join(', ')}`, placeOf(set[0]!))
}

const isSame = (id: string, fact: Fact, wanted: unknown): boolean =>
  id === 'cron'
    ? plainCron(textOf(fact)) === plainCron(String(wanted))
    : id === 'interval'
      ? String(wanted).startsWith(textOf(fact).slice(0, 3)) || sameValue(textOf(fact), wanted, '')
      : sameValue(textOf(fact), wanted, fact.path.at(-1) ?? '')

function productAnswer(file: Open, name: string): Answer {
  const same = sameProduct(name)
  const image = imagesIn(file.facts, file.kind).find(
    ({ short }) => same(short) || short.toLowerCase().includes(name),
  )
  const found = image?.fact ?? factsAt(file.facts, 'services.*').find(({ path }) => same(path[1]!))
  return found === undefined
    ? anywhere(file, name, 'product')
    : met(`${name} is there`, placeOf(found))
}

function resourceAnswer(file: Open, wanted: string): Answer {
  const [kind = '', name] = wanted.split(' ')
  const of = factsAt(file.facts, 'kind').filter((fact) => textOf(fact) === kind)
  if (of.length === 0) return unmet(`there is no ${kind}`)
  if (name === undefined) return met(`there is a ${kind}`, placeOf(of[0]!))
  const named = factsAt(file.facts, 'metadata.name').find(
    (fact) => textOf(fact) === name && of.some(({ document }) => document === fact.document),
  )
  return named === undefined
    ? unmet(`no ${kind} is called ${name}`)
    : met(`the ${kind} ${name}`, placeOf(named))
}

/** Settings whose name answers to a word, whatever its case style: maxRetries, MAX_RETRIES, max-retries. */
function settingsNamed(facts: readonly Fact[], name: string): readonly Fact[] {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const parts = name.split('.')
  const tail = facts.filter(
    ({ path, value }) =>
      value !== undefined &&
      parts.length > 1 &&
      parts.every((part, index) => plain(path.at(index - parts.length) ?? '') === plain(part)),
  )
  if (tail.length > 0) return tail
  const exact = facts.filter(
    ({ path, value }) => value !== undefined && plain(path.at(-1) ?? '') === plain(name),
  )
  if (exact.length > 0) return exact
  const items = facts.filter(
    ({ path, value }) =>
      value !== undefined &&
      /^\d+$/.test(path.at(-1) ?? '') &&
      plain(path.at(-2) ?? '') === plain(name),
  )
  return items
}

function valueAnswer(file: Open, full: string, wanted: unknown): Answer {
  return overScope(file, full, (facts, name) => {
    if (/port$|^port mapping$/.test(name) && name !== 'port' ? true : name === 'port')
      return portAnswer({ ...file, facts }, name, String(wanted))
    if (termNamed(file, name).length > 0) return termAnswer(file, name, { facts, value: wanted })
    const version = versionAnswer({ ...file, facts }, name.toLowerCase(), String(wanted))
    if (version !== null) return version
    const set = settingsNamed(facts, name)
    const found = set.find((fact) => sameValue(textOf(fact), wanted, fact.path.at(-1) ?? ''))
    if (found !== undefined) return met(`${name} is ${String(wanted)}`, placeOf(found))
    if (set[0] !== undefined) {
      const isReference = set.every(
        (fact) => /\$\{|\$\(|\{\{/.test(textOf(fact)) && !textOf(fact).includes(String(wanted)),
      )
      const byDefault = set.find((fact) =>
        new RegExp(`:-${escaped(String(wanted))}\\}`).test(textOf(fact)),
      )
      if (byDefault !== undefined)
        return met(`${name} is ${String(wanted)} unless set outside`, placeOf(byDefault))
      return isReference
        ? undecided(`${name} is taken from outside`)
        : unmet(
            `${name} is ${set.map(textOf).slice(0, 3).join(', ') || 'empty'}, not ${String(wanted)}`,
            placeOf(set[0]),
          )
    }
    const isCode = /^[A-Z][A-Z0-9_]*$|[._]|[a-z][A-Z]/.test(name) || isProduct(name)
    return isCode
      ? unmet(`${name} is not set`)
      : anywhere(file, name, undefined).status === 'met'
        ? undecided(`${name} is there, but whether it is ${String(wanted)} can not be told`)
        : unmet(`nothing sets ${name}`)
  })
}

const isProduct = (name: string): boolean =>
  /^(?:postgres|redis|mysql|mariadb|mongo|rabbitmq|nginx|node|python|go|java|ruby|php)$/.test(name)

/** A port of the host answers "port 8080"; one that only the container has is for a person to judge. */
function portAnswer(file: Open, name: string, wanted: string): Answer {
  if (name === 'port mapping') {
    const [host, target] = wanted.split(':')
    const found = factsAt(file.facts, '**.published').find(
      (fact) =>
        textOf(fact) === host &&
        factsAt(file.facts, '**.target').some(
          (other) => other.line === fact.line && textOf(other) === target,
        ),
    )
    return found === undefined
      ? unmet(`no port is mapped ${wanted}`)
      : met(`${wanted} is mapped`, placeOf(found))
  }
  const strong = {
    compose: '**.published|services.*.expose.*',
    kubernetes: '**.containerPort|**.port|**.targetPort|**.nodePort|**.number',
    dockerfile: 'EXPOSE',
    nginx: '**.listen',
  }
  const own =
    file.kind !== null && file.kind in strong ? strong[file.kind as keyof typeof strong] : null
  const weak = settingsNamed(file.facts, 'port')
  const places =
    own === null
      ? weak
      : factsAt(
          file.facts,
          name === 'container port' && file.kind === 'compose'
            ? '**.target|services.*.expose.*'
            : own,
        )
  const fits = (fact: Fact) =>
    new RegExp(`(?:^|[\\s:\\[])${wanted}(?:$|[\\s/;])`).test(textOf(fact))
  const found = places.find(fits)
  if (found !== undefined) return met(`port ${wanted}`, placeOf(found))
  const other = [...weak, ...factsAt(file.facts, '**.target|**.proxy_pass|**.PORT')].find(
    (fact) => fits(fact) || textOf(fact).includes(`:${wanted}`),
  )
  if (other !== undefined)
    return undecided(`port ${wanted} is named, but not as the port asked for (${placeOf(other)})`)
  return unmet(
    places[0] === undefined
      ? `no port ${wanted} is set`
      : `the port is ${places.map(textOf).join(', ')}, not ${wanted}`,
    places[0] && placeOf(places[0]),
  )
}

function limitAnswer(file: Open, check: Extract<DemandCheck, { type: 'limit' }>): Answer {
  const { name, bound, value, unit } = check
  const collection =
    /^(?:services|jobs|stages|steps|containers|variables|settings|keys|replicas)$/.exec(name)?.[0]
  const counted =
    collection === 'services' || collection === 'jobs'
      ? new Set(
          file.facts.flatMap(({ path }) =>
            path[0] === collection && path[1] !== undefined ? [path[1]] : [],
          ),
        ).size
      : null
  const wanted = amountOf(unit === undefined ? value : `${value} ${unit}`, name) ?? value
  const term = termNamed(file, name)[0] ?? termNamed(file, stem(name))[0]
  const set =
    term !== undefined && !term.at.startsWith('=')
      ? factsAt(file.facts, term.at)
      : [...settingsNamed(file.facts, name), ...settingsNamed(file.facts, stem(name))]
  const amounts =
    counted !== null
      ? [{ amount: counted, where: name }]
      : set.flatMap((fact) => {
          const amount = amountOf(textOf(fact), fact.path.at(-1) ?? '')
          return amount === null ? [] : [{ amount, where: placeOf(fact) }]
        })
  if (amounts.length === 0)
    return set[0] === undefined && collection === undefined && term === undefined
      ? undecided(`nothing here was recognised as ${name}`)
      : unmet(`${name} is not set`)
  const fits = ({ amount }: { readonly amount: number }) =>
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
  return off === undefined
    ? met(`${name} is within what was asked`, amounts[0]!.where)
    : unmet(
        `${name} is ${off.amount}, asked was ${bound === 'exactly' ? '' : `at ${bound} `}${value}${unit === undefined ? '' : ` ${unit}`}`,
        off.where,
      )
}

function phraseAnswer(file: Open, text: string): Answer {
  const squeezed = (each: string) => each.replace(/\s+/g, ' ').trim()
  const wanted = squeezed(text)
  const found = file.facts.find(
    (fact) =>
      squeezed(textOf(fact)).includes(wanted) ||
      squeezed(`${fact.path.at(-1)}: ${textOf(fact)}`).includes(wanted) ||
      squeezed(`${fact.path.at(-1)} ${textOf(fact)}`).includes(wanted),
  )
  if (found !== undefined) return met(`"${wanted}" stands there`, placeOf(found))
  const pair = /^["']?([\w.-]+)["']?\s*:\s*\[(.+)\]$/.exec(wanted)
  if (pair === null) return unmet(`"${wanted}" is no value of the file`)
  const items = pair[2]!.split(',').map((each) => each.trim().replace(/^["']|["']$/g, ''))
  const set = settingsNamed(file.facts, pair[1]!)
  const lacking = items.find((item) => !set.some((fact) => textOf(fact) === item))
  return lacking === undefined && set[0] !== undefined
    ? met(`${pair[1]} holds ${items.join(', ')}`, placeOf(set[0]))
    : unmet(`${pair[1]} does not hold ${lacking}`)
}

function topicAnswer(file: Open, words: readonly string[]): Answer {
  const said = new Set(
    file.facts.flatMap((fact) =>
      [...fact.path, textOf(fact)]
        .join(' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .map((each) => stem(each)),
    ),
  )
  const missing = words.filter((word) => !said.has(stem(word)))
  if (missing.length === 0) return met(`its settings speak of ${words.join(' ')}`)
  return file.concrete >= 2
    ? notApplicable(
        `settings need not name what they are for; the task asks for ${file.concrete} of them one by one`,
      )
    : undecided(`no setting speaks of ${missing.join(' ')}`)
}

function unnotedLines(configuration: Configuration): readonly number[] {
  return configuration.units.flatMap((unit) =>
    unit.entries.flatMap((entry) =>
      entry.value !== undefined && noteFor(entry, unit, configuration) === '' ? [entry.line] : [],
    ),
  )
}
