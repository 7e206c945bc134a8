import { plural, singular } from '../../../openapi/words.ts'
import { type DocumentLine, documentLines } from '../../business-logic/lines.ts'
import type { TrackFacts } from '../../facts.ts'

const mostTries = 8

/** How many of a thing the documents allow one at a time; null where they do not say. */
export function mostOf(
  { spec, documents, folder }: TrackFacts,
  noun: string,
  values: ReadonlySet<string>,
): number | null {
  const product = [...documents].filter(([path]) => /(?:^|\/)product\.md$/i.test(path))
  const lines = [[`${folder}/spec.md`, spec] as const, ...product].flatMap(([path, text]) =>
    documentLines(path, text),
  )
  const forms = formsOf(noun)
  const said = lines.flatMap((line) => [
    ...inText(line, forms),
    ...inRow(line, forms, values),
    ...inItem(line, forms, values),
  ])
  const [most = Number.POSITIVE_INFINITY, other] = new Set(said)
  return other === undefined && most < mostTries ? most : null
}

const owning =
  /\bbelongs? to\b|\b(?:their|its|his|her|your|my) own\b|\bonly the (?:owner|author|member|customer|user)\b|\bnobody else\b|\bprivate\b|\b(?:somebody|someone) else\b|\b(?:another|other) (?:user|member|customer|person|people|account)s?\b|\b(?:its|their|the) \w+ alone\b/i

/** Whether the documents say that each of these things is somebody's. */
export const isOwned = (
  { spec, documents }: Pick<TrackFacts, 'spec' | 'documents'>,
  noun: string,
): boolean =>
  [spec, ...documents.values()].some((text) =>
    text
      .split('\n')
      .some(
        (line) => owning.test(line) && new RegExp(`\\b(?:${formsOf(noun)})\\b`, 'i').test(line),
      ),
  )

const formsOf = (noun: string): string =>
  [...new Set([noun, singular(noun), plural(singular(noun))])].join('|')

const inText = ({ text, cells }: DocumentLine, forms: string): readonly number[] =>
  cells !== null
    ? []
    : [
        ...text.matchAll(
          new RegExp(
            `\\b(?:at most|up to|no more than|maximum(?: of)?) (\\d+) (?:\\w+ ){0,2}(?:${forms})\\b`,
            'gi',
          ),
        ),
      ].map(([, most]) => Number(most))

/** A row counts where its subject was sent, such as the membership of a patient. */
function inRow(
  { cells }: DocumentLine,
  forms: string,
  values: ReadonlySet<string>,
): readonly number[] {
  const [first, ...others] = cells ?? []
  if (first === undefined || !values.has(first.text.toLowerCase())) return []
  return others.flatMap(({ name, text }) => {
    const most = /\b(?:at most|up to|max\w*)\s*(\d+)\b/i.exec(text)?.[1]
    return new RegExp(`\\b(?:${forms})\\b`, 'i').test(name) && most !== undefined
      ? [Number(most)]
      : []
  })
}

/** "Visitor: free, 2 pieces on the shelf": an item whose label was sent. */
function inItem(
  { text, isItem }: DocumentLine,
  forms: string,
  values: ReadonlySet<string>,
): readonly number[] {
  const [, label = '', rest = ''] = /^\W*([\w ]+?)\W*:(.*)$/.exec(text) ?? []
  const [, most] = new RegExp(`\\b(\\d+) (?:\\w+ ){0,2}(?:${forms})\\b`, 'i').exec(rest) ?? []
  return isItem && values.has(label.toLowerCase()) && most !== undefined ? [Number(most)] : []
}

export const mayOverlap = ({ spec, documents }: TrackFacts): boolean =>
  ![spec, ...documents.values()].some((text) =>
    /\b(?:never|not|no|without)\b[^.\n]*\boverlap|\boverlap\w*[^.\n]*\b(?:refused|rejected|not allowed|forbidden)|\bdouble[- ]book/i.test(
      text,
    ),
  )

/** Whether the documents let things begin only in the future. */
export const mustBeFuture = ({ spec, documents }: TrackFacts): boolean =>
  [spec, ...documents.values()].some((text) =>
    /\b(?:in the future|(?:not|never|cannot)\b[^.\n]*\bin the past)\b/i.test(text),
  )

/** The same at another time; null where nothing in it is a time. */
export function later(
  body: Readonly<Record<string, unknown>>,
  minutes: number,
): Readonly<Record<string, unknown>> | null {
  const isTime = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  if (!Object.values(body).some(isTime)) return null
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isTime(value) ? new Date(Date.parse(value) + minutes * 60_000).toISOString() : value,
    ]),
  )
}
