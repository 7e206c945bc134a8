import { readBrief } from '../src/checks/openapi/brief.ts'
import type { Brief } from '../src/checks/openapi/brief.ts'
import { plural, singular } from '../src/checks/openapi/words.ts'
import type { BriefCase } from './openapi-briefs-case.ts'
import { heldOutBriefs } from './openapi-briefs-held-out.ts'
import { secondHeldOutBriefs } from './openapi-briefs-second.ts'
import { seenBriefs } from './openapi-briefs-seen.ts'

export { heldOutBriefs, secondHeldOutBriefs, seenBriefs }

export type Reading = {
  readonly prompt: string
  readonly demanded: number
  readonly missed: readonly string[]
  readonly invented: readonly string[]
  readonly details: number
  readonly missedDetails: readonly string[]
}

type Demand = { readonly needed: boolean; readonly keys: readonly string[] }
type Detail = readonly string[]

const every = ['list', 'get', 'create', 'update', 'delete']
const flat = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const many = (name: string): string => flat(plural(singular(name.replace(/-/g, ' '))))
const asked = (text: string): string => text.replace(/\?$/, '')

/** Reads every prompt and compares what the reader demands with what it ought to demand. */
export function measureBriefs(cases: readonly BriefCase[]): readonly Reading[] {
  return cases.map((one) => {
    const brief = readBrief(one.prompt)
    const { demands, details } = expectationOf(one)
    const found = new Set(foundIn(brief))
    const known = new Set(demands.flatMap(({ keys }) => keys))
    const named = new Set(brief.resources.map(({ name }) => many(name)))
    const facts = new Set(detailsOf(brief))
    const needed = demands.filter((demand) => demand.needed)
    return {
      prompt: one.prompt,
      demanded: needed.length,
      missed: needed
        .filter(({ keys }) => !keys.some((key) => found.has(key)))
        .map(({ keys }) => keys.join(' | ')),
      invented: [
        ...[...found].filter((key) => !known.has(key)),
        ...(one.never ?? []).filter((name) => named.has(many(name))).map((name) => `never ${name}`),
      ],
      details: details.length,
      missedDetails: details
        .filter((keys) => !keys.some((key) => facts.has(key)))
        .map((keys) => keys.join(' | ')),
    }
  })
}

function expectationOf({ demands }: BriefCase): {
  demands: readonly Demand[]
  details: readonly Detail[]
} {
  const all: Demand[] = []
  const details: Detail[] = []
  for (const line of demands) {
    if (/^(?:GET|POST|PUT|PATCH|DELETE) /.test(line)) {
      all.push({ needed: !line.endsWith('?'), keys: [endpointKey(asked(line))] })
      continue
    }
    const [head = '', tail = ''] = line.split(': ')
    const [, said = '', fields = '', parent = ''] =
      /^([^(<]+?)(?:\(([^)]*)\))?(?: < (\S+))?$/.exec(head) ?? []
    const names = asked(said.trim()).split('/').map(many)
    const kinds = tail.split(' ').flatMap((kind) => spelledOut(kind))
    const optional = said.trim().endsWith('?')
    for (const kind of kinds)
      all.push({
        needed: !optional && !kind.includes('?'),
        keys: kind.split('/').flatMap((one) => names.map((name) => `${flat(one)} ${name}`)),
      })
    // a resource that may be demanded at all may be named as well
    all.push({ needed: false, keys: names.map((name) => `any ${name}`) })
    for (const field of fields.split(' ').filter((one) => one !== ''))
      details.push(names.map((name) => `field ${name} ${flat(field)}`))
    if (parent !== '') details.push(names.map((name) => `parent ${name} ${many(parent)}`))
  }
  return { demands: all, details }
}

function spelledOut(kind: string): readonly string[] {
  if (kind === 'crud') return every
  return kind === 'crud?' ? every.map((one) => `${one}?`) : [kind]
}

const endpointKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/^(\w+) /, '$1 ')

function foundIn(brief: Brief): readonly string[] {
  return [
    ...brief.resources.flatMap(({ name, operations }) =>
      ['any', ...operations].map((kind) => `${kind} ${many(name)}`),
    ),
    ...brief.actions.map(({ verb, noun }) => `${flat(verb)} ${many(noun)}`),
    ...brief.endpoints.map(({ method, path }) => endpointKey(`${method} ${path}`)),
  ]
}

function detailsOf(brief: Brief): readonly string[] {
  return brief.resources.flatMap(({ name, fields, parent }) => [
    ...fields.map((field) => `field ${many(name)} ${flat(field)}`),
    ...(parent === null ? [] : [`parent ${many(name)} ${many(parent)}`]),
  ])
}

export function sharesOf(readings: readonly Reading[]): {
  recall: number
  invention: number
  details: number
} {
  const sum = (count: (reading: Reading) => number) =>
    readings.reduce((total, one) => total + count(one), 0)
  const demanded = sum((one) => one.demanded)
  const found = demanded - sum((one) => one.missed.length)
  const invented = sum((one) => one.invented.length)
  const details = sum((one) => one.details)
  return {
    recall: found / demanded,
    invention: invented / Math.max(1, found + invented),
    details: 1 - sum((one) => one.missedDetails.length) / details,
  }
}

function print(name: string, cases: readonly BriefCase[], silent: boolean): void {
  const readings = measureBriefs(cases)
  const { recall, invention, details } = sharesOf(readings)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const demanded = readings.reduce((total, one) => total + one.demanded, 0)
  console.log(
    `${name}: ${cases.length} prompts, ${demanded} demands; found ${percent(recall)}, invented ${percent(invention)}, fields and parents ${percent(details)}`,
  )
  if (silent) return
  for (const { prompt, missed, invented, missedDetails } of readings)
    if (missed.length + invented.length + missedDetails.length > 0)
      console.log(
        `- ${prompt.replace(/\s+/g, ' ')}\n    missed: ${missed.join('; ')}\n    invented: ${invented.join('; ')}\n    details: ${missedDetails.join('; ')}`,
      )
}

if (import.meta.main) {
  const shown = process.argv[2] ?? ''
  print('seen', seenBriefs, shown !== '--failures')
  print('held out', heldOutBriefs, shown !== '--failures')
  print('second', secondHeldOutBriefs, shown !== '--failures')
}
