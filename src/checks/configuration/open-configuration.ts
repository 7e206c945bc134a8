import type { FileKind } from './configuration.ts'
import { type Answer, undecided } from '../../obligations/examine.ts'
import type { Fact } from './facts.ts'
import type { Looked } from './look.ts'
import { type Term, termsOf } from './terms.ts'
import { everyOne, ofScope } from './vocabulary.ts'

/** A configuration that can be asked. */
export type Opened = Looked & {
  readonly path: string
  /** How many demands of the task a file can be asked for one by one. */
  readonly concrete: number
  readonly kinds: readonly (FileKind | null)[]
  /** The services that the task speaks of by what they are for, in its order. */
  readonly parts: readonly string[]
}

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Whether a text holds a name as a whole, not as a part of a longer one. */
export const holds = (text: string, name: string): boolean =>
  new RegExp(`(?:^|[^\\w-])${escaped(name)}(?:$|[^\\w])`, 'i').test(text)

/** The facts that a name is tied to: "restart · web" is asked of the service web alone. */
function inScope(file: Opened, full: string) {
  const [name = full, scope = ''] = full.split(ofScope)
  const isGroup = ({ path }: Fact) =>
    /^(?:services|jobs)$/.test(path[0] ?? '') && path[1] !== undefined
  const members = [...new Set(file.facts.flatMap((fact) => (isGroup(fact) ? [fact.path[1]!] : [])))]
  const asked =
    scope === everyOne ? members : members.filter((member) => scope.split(', ').includes(member))
  const groups = asked.map((member) => ({
    facts: file.facts.filter((fact) => isGroup(fact) && fact.path[1] === member),
    of: `${member}: `,
  }))
  const all = [{ facts: file.facts, of: '' }]
  return { name, isEvery: scope === everyOne, groups: groups.length === 0 ? all : groups }
}

/** One answer from several. Where some of the named ones hold and others do not, a person decides. */
export function overScope(
  file: Opened,
  full: string,
  ask: (facts: readonly Fact[], name: string) => Answer,
): Answer {
  const { name, isEvery, groups } = inScope(file, full)
  const answers = groups.map(({ facts, of }) => {
    const answer = ask(facts, name)
    return answer.status === 'met' ? answer : { ...answer, reason: `${of}${answer.reason}` }
  })
  const lacking = answers.find(({ status }) => status !== 'met')
  if (lacking === undefined) return answers[0]!
  const some = answers.some(({ status }) => status === 'met')
  return !isEvery && some && lacking.status === 'unmet'
    ? undecided(`not for all that are named: ${lacking.reason}`)
    : lacking
}

/** The term of this id, for the kinds that the file is of. */
export const termNamed = (file: Opened, id: string): Term | undefined =>
  [file.kind, ...file.kinds].flatMap((kind) => termsOf(kind)).find((term) => term.id === id)

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

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

/** Settings whose name holds a word among others: "timeout" is part of proxy_read_timeout. */
export const settingsAbout = (facts: readonly Fact[], word: string): readonly Fact[] =>
  facts.filter(({ path, value }) => {
    const words = (path.at(-1) ?? '')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
    return value !== undefined && value !== null && words.includes(word.toLowerCase())
  })
