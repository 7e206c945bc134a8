import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, type Examiner, undecided, unmet } from '../../obligations/examine.ts'
import { readDemands } from '../../obligations/read.ts'
import { endpointAnswer, nameAnswer, type Opened, phraseAnswer, topicAnswer } from './answers.ts'
import { limitAnswer, valueAnswer } from './answer-values.ts'
import { vocabularyOf } from './asked.ts'
import { factsOf } from './facts.ts'
import { kindOfName } from './kind.ts'
import { readFile } from './read-configuration.ts'

type Input = { readonly path: string; readonly text: string; readonly task?: string }

/** Opens a configuration for the demands of its task. Without a path the text may be Markdown with a fence. */
export async function openConfigurationExaminer({
  path,
  text,
  task = '',
}: Input): Promise<Examiner> {
  const { units } = await readFile({ path, text, hint: task })
  const kinds = units.map((unit) => unit.kind)
  const kind = kinds.find((each) => each !== null) ?? kindOfName(path)
  const vocabulary = vocabularyOf(task, kind)
  const { demands } = readDemands(task, vocabulary)
  const file: Opened = {
    path,
    kind,
    kinds,
    facts: units.flatMap((unit) => factsOf(unit, unit.kind)),
    concrete: demands.filter(({ check, negated }) => !negated && isConcrete(check)).length,
  }
  return { vocabulary, examine: (check) => answer(check, file) }
}

const isConcrete = (check: DemandCheck): boolean =>
  check.type !== 'topic' &&
  !(check.type === 'name' && /^(?:kind|collection)$/.test(check.role ?? ''))

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
    case 'endpoint':
      return endpointAnswer(file, check.path)
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
