import { basename } from 'node:path'
import { type Answer, met, notApplicable, undecided, unmet } from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'
import { everyOne, ofScope } from './asked.ts'
import type { FileKind } from './configuration.ts'
import { type Fact, factsAt, placeOf, textOf } from './facts.ts'
import { fileKinds, kindOfName, titleOf } from './kind.ts'

/** A configuration that can be asked. */
export type Opened = {
  readonly path: string
  readonly kind: FileKind | null
  readonly kinds: readonly (FileKind | null)[]
  readonly facts: readonly Fact[]
  /** How many demands of the task a file can be asked for one by one. */
  readonly concrete: number
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
export const seen = (fact: Fact | undefined, what: string, lack: string): Answer =>
  fact === undefined ? unmet(lack) : met(what, placeOf(fact))

/** Whether a text holds a name as a whole, not as a part of a longer one. */
const holds = (text: string, name: string): boolean =>
  new RegExp(`(?:^|[^\\w-])${escaped(name)}(?:$|[^\\w])`, 'i').test(text)

/** Settings whose name answers to a word, whatever its case style: maxRetries, MAX_RETRIES, max-retries. */
export function settingsNamed(facts: readonly Fact[], name: string): readonly Fact[] {
  const set = facts.filter(({ value }) => value !== undefined)
  const parts = name.split('.')
  const ends = ({ path }: Fact, skip: number) =>
    parts.every((part, index) => plain(path.at(index - parts.length - skip) ?? '') === plain(part))
  const exact = set.filter((fact) => ends(fact, 0))
  if (exact.length > 0) return exact
  return set.filter((fact) => /^\d+$/.test(fact.path.at(-1) ?? '') && ends(fact, 1))
}

/** One answer for the services or jobs that a name is tied to. Where some hold and others do not, a person decides. */
export function overScope(
  file: Opened,
  full: string,
  ask: (facts: readonly Fact[], name: string) => Answer,
): Answer {
  const [name = full, scope = ''] = full.split(ofScope)
  const isGroup = ({ path }: Fact) =>
    /^(?:services|jobs)$/.test(path[0] ?? '') && path[1] !== undefined
  const members = [...new Set(file.facts.flatMap((fact) => (isGroup(fact) ? [fact.path[1]!] : [])))]
  const isEvery = scope === everyOne
  const asked = isEvery ? members : members.filter((member) => scope.split(', ').includes(member))
  if (asked.length === 0) return ask(file.facts, name)
  const answers = asked.map((member) => {
    const answer = ask(
      file.facts.filter((fact) => isGroup(fact) && fact.path[1] === member),
      name,
    )
    return answer.status === 'met' ? answer : { ...answer, reason: `${member}: ${answer.reason}` }
  })
  const lacking = answers.find(({ status }) => status !== 'met')
  if (lacking === undefined) return answers[0]!
  return !isEvery && lacking.status === 'unmet' && answers.some(({ status }) => status === 'met')
    ? undecided(`not for all that are named: ${lacking.reason}`)
    : lacking
}

/** Whether something of this name is there; the role says what it must be. */
export function nameAnswer(file: Opened, name: string, role: string | undefined): Answer {
  if (role === 'kind') return kindAnswer(file, name)
  if (file.facts.length === 0) return unmet('no setting can be read in the file')
  if (role === 'collection')
    return seen(
      factsAt(file.facts, name === 'job' ? 'jobs.*' : 'services.*|**.containers.*')[0],
      `there is a ${name}`,
      `there is no ${name}`,
    )
  if (role === 'resource') return resourceAnswer(file, name)
  if (role === 'service' || role === 'job' || role === 'stage')
    return memberAnswer(file, name, role) ?? anywhere(file, name, role)
  return anywhere(file, name, role)
}

// kinds that give themselves away by what they hold, so that a file of another look is surely none of them
const telling: readonly string[] = [
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

function memberAnswer({ kind, facts }: Opened, name: string, role: string): Answer | null {
  if (kind !== 'compose' && kind !== 'workflow' && kind !== 'gitlab') return null
  const found = facts.find((fact) => {
    const { path } = fact
    if (role === 'stage') return path.length === 2 && path[0] === 'stages' && textOf(fact) === name
    const isMember = path.length === 2 && path[0] === `${role}s` && path[1] === name
    return isMember || (path[0] === name && path[1] === 'script')
  })
  return seen(found, `the ${role} ${name} is there`, `there is no ${role} ${name}`)
}

/** A key, or a value, or a part of a value. */
export function anywhere(file: Opened, name: string, role: string | undefined): Answer {
  const parts = name.split('.')
  const isKey = ({ path }: Fact) =>
    parts.every(
      (part, index) => path.at(index - parts.length)?.toLowerCase() === part.toLowerCase(),
    )
  const found =
    file.facts.find(isKey) ??
    (name === 'latest' ? untaggedImage(file.facts) : undefined) ??
    file.facts.find((fact) => [textOf(fact), ...fact.path].some((text) => holds(text, name)))
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

/** An image without a tag is the latest one. */
const untaggedImage = (facts: readonly Fact[]): Fact | undefined =>
  factsAt(facts, '**.image').find((fact) => /^[\w./-]+(?<!scratch)$/.test(textOf(fact)))

function resourceAnswer(file: Opened, wanted: string): Answer {
  const [kind = '', name] = wanted.split(' ')
  const facts = factsAt(file.facts, 'kind').filter((fact) => textOf(fact) === kind)
  // what the file only speaks of may stand in another file
  if (facts.length === 0 && name !== undefined && anywhere(file, name, undefined).status === 'met')
    return undecided(`${name} is named, but there is no ${kind}`)
  if (facts.length === 0 || name === undefined)
    return seen(facts[0], `there is a ${kind}`, `there is no ${kind}`)
  const named = factsAt(file.facts, 'metadata.name').find(
    (fact) => textOf(fact) === name && facts.some(({ document }) => document === fact.document),
  )
  return seen(named, `the ${kind} ${name}`, `no ${kind} is called ${name}`)
}

/** Text that must stand there: in a value, as a key with its value, or as a list written either way. */
export function phraseAnswer({ facts }: Opened, text: string): Answer {
  const squeezed = (each: string) => each.replace(/\s+/g, ' ').trim()
  const wanted = squeezed(text)
  const found = facts.find((fact) => {
    const [key, value] = [fact.path.at(-1), squeezed(textOf(fact))]
    return [value, `${key}: ${value}`, `${key} ${value}`].some((each) => each.includes(wanted))
  })
  const lost = new RegExp(`${escaped(wanted)}[^\\n&;]*\\|\\|\\s*(?:true|:|exit 0|echo)(?:\\s|$)`)
  if (found !== undefined && lost.test(textOf(found)))
    return unmet(`"${wanted}" may fail unnoticed`, placeOf(found))
  if (found !== undefined) return met(`"${wanted}" stands there`, placeOf(found))
  const [, key, list] = /^["']?([\w.-]+)["']?\s*:\s*\[(.+)\]$/.exec(wanted) ?? []
  if (key === undefined || list === undefined) return unmet(`"${wanted}" is no value of the file`)
  const items = list.split(',').map((item) => item.trim().replace(/^["']|["']$/g, ''))
  const set = settingsNamed(facts, key)
  const lacking = items.find((item) => !set.some((fact) => textOf(fact) === item))
  return lacking === undefined && set[0] !== undefined
    ? met(`${key} holds ${items.join(', ')}`, placeOf(set[0]))
    : unmet(`${key} does not hold ${lacking}`)
}

export const endpointAnswer = ({ facts }: Opened, path: string): Answer =>
  seen(
    facts.find((fact) => [textOf(fact), ...fact.path].some((each) => holds(each, path))),
    `${path} is named`,
    `no setting names ${path}`,
  )

export function topicAnswer({ facts, concrete }: Opened, words: readonly string[]): Answer {
  const said = new Set(
    facts.flatMap((fact) =>
      [...fact.path, textOf(fact)]
        .join(' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .map(stem),
    ),
  )
  const missing = words.filter((word) => !said.has(stem(word)))
  if (missing.length === 0) return met(`its settings speak of ${words.join(' ')}`)
  return concrete >= 2
    ? notApplicable(
        `settings need not name what they are for; the task asks for ${concrete} of them one by one`,
      )
    : undecided(`no setting speaks of ${missing.join(' ')}`)
}
