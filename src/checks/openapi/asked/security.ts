import { met, takenBack, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { isMap, listOf, mapOf, textOf } from '../json.ts'
import { componentsOf, operationsOf, resolve } from '../operations.ts'
import type { Operation } from '../operations.ts'
import { operationsAbout, operationsAt } from '../path-match.ts'
import type { Spec } from '../spec.ts'
import { singular, wordsOf } from '../words.ts'
import { labels, some } from './operations.ts'
import type { Owned } from './operations.ts'

/** The schemes a task may mean by a word. */
function schemesOf(spec: Spec, wanted: string): readonly string[] {
  const [scheme = '', header] = wanted.split(' ')
  return componentsOf(spec, 'securitySchemes').flatMap((node) => {
    const value = mapOf(resolve(spec, node).value)
    const http = textOf(value['scheme']).toLowerCase()
    const fits =
      scheme === 'apiKey'
        ? value['type'] === 'apiKey' &&
          (header === undefined ||
            (value['in'] === 'header' &&
              textOf(value['name']).toLowerCase() === header.toLowerCase()))
        : scheme === 'oauth2'
          ? value['type'] === 'oauth2' || value['type'] === 'openIdConnect'
          : (value['type'] === 'http' && http === scheme) ||
            (scheme === 'bearer' &&
              (value['type'] === 'oauth2' || value['type'] === 'openIdConnect'))
    return fits ? [node.key] : []
  })
}

const requirementsOf = (spec: Spec, { value }: Operation): readonly unknown[] =>
  listOf(value['security'] ?? spec.root['security'])

const isOpen = (spec: Spec, operation: Operation): boolean => {
  const requirements = requirementsOf(spec, operation)
  return (
    requirements.length === 0 ||
    requirements.some((one) => isMap(one) && Object.keys(one).length === 0)
  )
}

const speaksOf = ({ path, value }: Operation, word: string): boolean =>
  wordsOf(
    [path, value['operationId'], value['summary'], value['description'], ...listOf(value['tags'])]
      .map(textOf)
      .join(' '),
  )
    .map(singular)
    .includes(singular(word))

function aboutOf(spec: Spec, word: string): readonly Operation[] {
  const own = operationsAbout(spec, word)
  return own.length > 0 ? own : operationsOf(spec).filter((one) => speaksOf(one, word))
}

export function securityAnswer(spec: Spec, wanted: string, of: Owned, spread?: string): Answer {
  const [, , method, path] = of ?? []
  const left = [...(spread ?? '').matchAll(/([A-Z]+) (\/[^\s,]*)/g)].flatMap(
    ([, own = '', at = '']) => operationsAt(spec, own, at),
  )
  const about = /^about (.*)$/.exec(spread ?? '')?.[1]
  const asked =
    method && path
      ? operationsAt(spec, method, path)
      : about !== undefined
        ? aboutOf(spec, about)
        : operationsOf(spec).filter((one) => !left.includes(one))
  if (asked.length === 0 && about !== undefined) return undecided(`no operation speaks of ${about}`)
  if (asked.length === 0)
    return unmet(`There is no ${method ?? ''} ${path ?? 'operation'}`, '/paths')
  if (wanted === 'none') {
    const closed = asked.find((one) => !isOpen(spec, one))
    return closed
      ? unmet(`${closed.label} requires credentials, though none were to be`, closed.pointer)
      : met(
          `${labels(asked)} ${asked.length === 1 ? 'requires' : 'require'} no credentials`,
          '/paths',
        )
  }
  const schemes = schemesOf(spec, wanted)
  const declared = some(componentsOf(spec, 'securitySchemes').map(({ key }) => key))
  if (schemes.length === 0)
    return unmet(
      `No security scheme is ${wanted}; declared: ${declared}`,
      '/components/securitySchemes',
    )
  const using = asked.filter((one) =>
    requirementsOf(spec, one).some((each) =>
      Object.keys(mapOf(each)).some((key) => schemes.includes(key)),
    ),
  )
  const [first] = using
  if (first === undefined)
    return unmet(
      `The security scheme ${schemes.join(', ')} is declared, but ${method ? labels(asked) : 'no operation'} requires it`.replace(
        /but (?!no)(.*) requires it$/,
        'but $1 does not require it',
      ),
      '/components/securitySchemes',
    )
  // "all other endpoints" leaves out those that are open on purpose
  const without = asked.filter(
    (one) =>
      !using.includes(one) && !(spread === 'elsewhere' && Array.isArray(one.value['security'])),
  )
  const lack = `${labels(without)} ${without.length === 1 ? 'does' : 'do'} not require ${schemes.join(', ')}`
  const open = without.filter((one) => one.method !== 'get' && isOpen(spec, one))
  if (spread === undefined && path === undefined && open.length > 0)
    return takenBack(`${lack}; others do: ${labels(using)}`)
  return (spread !== undefined || path === '*') && without.length > 0
    ? unmet(lack, without[0]?.pointer)
    : met(
        `${labels(using)} ${using.length === 1 ? 'requires' : 'require'} ${schemes.join(', ')}`,
        first.pointer,
      )
}
