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
import { nameAnswer } from './answer-names.ts'
import { limitAnswer, valueAnswer } from './answer-values.ts'
import type { Configuration } from './configuration.ts'
import { type Fact, factsOf } from './facts.ts'
import { kindOfName } from './kind.ts'
import { noteFor } from './notes.ts'
import { placeOf, textOf } from './look.ts'
import { escaped, holds, type Opened, settingsNamed } from './open-configuration.ts'
import { keptToHome } from './kept-to-home.ts'
import { keptToPart } from './own-part.ts'
import { keptToRow } from './own-row.ts'
import { keptToThing, withoutOthers } from './own-thing.ts'
import { readFile } from './read-configuration.ts'
import { saysOf } from './said.ts'
import { withoutTakenBack } from './taken-back.ts'
import { vocabularyOf } from './vocabulary.ts'

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
  const vocabulary = vocabularyOf(task, kind)
  const { demands } = readDemands(task, vocabulary)
  const file: Opened = {
    text,
    path,
    kind,
    kinds,
    facts: configuration.units.flatMap((unit) => factsOf(unit, unit.kind)),
    unnoted: () => unnotedLines(configuration),
    parts: [
      ...new Set(
        demands.flatMap(({ check }) =>
          check.type === 'name' && check.role === 'part' ? [check.name] : [],
        ),
      ),
    ],
    concrete: demands.filter(({ check, negated }) => !negated && isConcrete(check)).length,
  }
  const spoken = withoutOthers(file.facts)
  return {
    vocabulary,
    examine: (check) => answer(check, file),
    says: (sentence, rest) => saysOf(spoken(sentence), sentence, rest),
    settle: (decided) => {
      const ask = (check: DemandCheck, facts: readonly Fact[]) => answer(check, { ...file, facts })
      const rows = keptToRow(file.facts, decided, ask)
      const things = keptToThing(file.facts, rows, ask)
      const homes = keptToHome(file.facts, things, ask)
      return keptToPart(file.facts, withoutTakenBack(file.facts, kind, task)(homes))
    },
  }
}

const isConcrete = (check: DemandCheck): boolean =>
  check.type !== 'topic' &&
  !(check.type === 'name' && /^(?:kind|part|collection)$/.test(check.role ?? ''))

function answer(check: DemandCheck, file: Opened): Answer {
  if (file.facts.length === 0 && check.type !== 'name')
    return unmet('no setting can be read in the file')
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
      const match = file.facts.find((fact) =>
        [textOf(fact), ...fact.path].some((each) => holds(each, check.path)),
      )
      return match === undefined
        ? unmet(`no setting names ${check.path}`)
        : met(`${check.path} is named`, placeOf(match))
    }
    case 'fields': {
      const answers = check.fields.map(({ name }) => nameAnswer(file, name, 'key'))
      return answers.find(({ status }) => status !== 'met') ?? answers[0]!
    }
    case 'call':
    case 'resource':
    case 'pattern':
    case 'command':
      return undecided('a configuration cannot be asked this')
  }
}

/** Text that must stand there: in a value, as a key with its value, or as a list written either way. */
function phraseAnswer({ facts }: Opened, text: string): Answer {
  const squeezed = (each: string) => each.replace(/\s+/g, ' ').trim()
  const wanted = squeezed(text)
  const match = facts.find((fact) => {
    const [key, value] = [fact.path.at(-1), squeezed(textOf(fact))]
    return [value, `${key}: ${value}`, `${key} ${value}`].some((each) => each.includes(wanted))
  })
  const isLost =
    match !== undefined &&
    new RegExp(`${escaped(wanted)}[^\\n&;]*\\|\\|\\s*(?:true|:|exit 0|echo)(?:\\s|$)`).test(
      textOf(match),
    )
  if (isLost) return unmet(`"${wanted}" may fail unnoticed`, placeOf(match))
  if (match !== undefined) return met(`"${wanted}" stands there`, placeOf(match))
  const [, key, list] = /^["']?([\w.-]+)["']?\s*:\s*\[(.+)\]$/.exec(wanted) ?? []
  if (key === undefined || list === undefined) return unmet(`"${wanted}" is no value of the file`)
  const items = list.split(',').map((item) => item.trim().replace(/^["']|["']$/g, ''))
  const set = settingsNamed(facts, key)
  const lacking = items.find((item) => !set.some((fact) => textOf(fact) === item))
  return lacking === undefined && set[0] !== undefined
    ? met(`${key} holds ${items.join(', ')}`, placeOf(set[0]))
    : unmet(`${key} does not hold ${lacking}`)
}

function topicAnswer({ facts, concrete }: Opened, words: readonly string[]): Answer {
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

const unnotedLines = (configuration: Configuration): readonly number[] =>
  configuration.units.flatMap((unit) =>
    unit.entries.flatMap((entry) =>
      entry.value !== undefined && noteFor(entry, unit, configuration) === '' ? [entry.line] : [],
    ),
  )
