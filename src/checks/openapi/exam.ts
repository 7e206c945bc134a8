import type { DemandCheck } from '../../obligations/demand.ts'
import { met, undecided, unmet } from '../../obligations/examine.ts'
import type { Answer, Examiner } from '../../obligations/examine.ts'
import { vocabulary } from './asked/vocabulary.ts'
import { casingAnswer } from './asked/casing.ts'
import { nameAnswer, phraseAnswer, topicAnswer } from './asked/names.ts'
import {
  bodyAnswer,
  endpointAnswer,
  forbiddenAnswer,
  paginationAnswer,
  resourceAnswer,
  ruleAnswer,
  statusAnswer,
} from './asked/operations.ts'
import { keptToSchema } from './asked/kept-to-schema.ts'
import { saysOf } from './asked/said.ts'
import { fieldsAnswer } from './asked/members.ts'
import { limitAnswer } from './asked/limits.ts'
import { securityAnswer } from './asked/security.ts'
import { mapOf, textOf } from './json.ts'
import { operationsOf } from './operations.ts'
import { readSpec } from './spec.ts'
import type { Spec } from './spec.ts'

export { vocabulary }

/** Answers what a task demands of an API description. */
export async function openOpenapiExaminer({
  text,
}: {
  path: string
  text: string
}): Promise<Examiner> {
  return examinerOf(text)
}

export function examinerOf(text: string): Examiner {
  const reading = readSpec(text)
  if (!reading.ok) {
    const answer = unmet(`There is no description to look at: ${reading.unreadable.message}`)
    return { vocabulary, examine: () => answer }
  }
  const { spec } = reading
  if (spec.version === '2.0')
    return {
      vocabulary,
      examine: () => undecided('a Swagger 2 description is not read any further'),
    }
  return {
    vocabulary,
    examine: (check) => answerTo(spec, check),
    says: (sentence) => saysOf(spec, sentence),
    settle: (decided) => keptToSchema(spec, decided),
  }
}

function answerTo(spec: Spec, check: DemandCheck): Answer {
  switch (check.type) {
    case 'endpoint':
      return endpointAnswer(spec, check.method, check.path)
    case 'resource':
      return resourceAnswer(spec, check.noun, check.operations)
    case 'fields':
      return fieldsAnswer(spec, check)
    case 'limit':
      return limitAnswer(spec, check)
    case 'value':
      return valueAnswer(spec, check.name, check.value)
    case 'name':
      return nameAnswer(spec, check.name, check.role)
    case 'phrase':
      return phraseAnswer(spec, check.text)
    case 'topic':
      return topicAnswer(spec, check.words)
    case 'pattern':
      return new RegExp(check.pattern, check.flags).test(spec.source)
        ? met(`The description matches ${check.pattern}`)
        : unmet(`Nothing in the description matches ${check.pattern}`)
    case 'call':
    case 'command':
      return undecided('an API description runs nothing')
  }
}

type Scalar = Extract<DemandCheck, { type: 'value' }>['value']

function valueAnswer(spec: Spec, name: string, value: Scalar): Answer {
  const key = name.toLowerCase()
  const text = String(value)
  const of = /^(status|security)(?: of (\S+) (\S+)| everywhere)?$/i.exec(name)
  if (of?.[1] === 'status') return statusAnswer(spec, text, of)
  const spread = /^security (everywhere|elsewhere|except .*|about .*)$/.exec(name)?.[1]
  if (of?.[1] === 'security' || spread !== undefined) return securityAnswer(spec, text, of, spread)
  if (name.startsWith('body of ')) return bodyAnswer(spec, name.slice(8), text)
  if (name.startsWith('casing of ')) return casingAnswer(spec, name.slice(10), text)
  if (name === 'pagination') return paginationAnswer(spec, text)
  if (key === 'openapi' || key === 'swagger') return versionAnswer(spec, text)
  if (/^(?:never |read-only$)/.test(text) && /^(?:it|anything)$/.test(name))
    return forbiddenAnswer(spec, text, name === 'anything')
  if (/^(?:never|only) |^read-only$/.test(text)) return ruleAnswer(spec, name, text)
  const info = mapOf(spec.root['info'])
  if (key === 'title' || key === 'version') {
    const own = textOf(info[key])
    if (own === text || (key === 'version' && own.startsWith(`${text}.`)))
      return met(`info.${key} is ${own}`, `/info/${key}`)
  }
  const set = fieldsAnswer(spec, { type: 'fields', fields: [{ name, default: value }] })
  return set.status === 'unmet' && !/ default /.test(set.reason) ? undecided(set.reason) : set
}

function versionAnswer(spec: Spec, wanted: string): Answer {
  const own = textOf(spec.root['openapi'])
  return own === wanted || own.startsWith(`${wanted}.`)
    ? met(
        `The description follows OpenAPI ${own}, with ${operationsOf(spec).length} operations`,
        '/openapi',
      )
    : unmet(`The description follows OpenAPI ${own}, not ${wanted}`, '/openapi')
}
