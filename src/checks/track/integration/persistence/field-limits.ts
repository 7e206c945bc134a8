import { singular } from '../../../openapi/words.ts'
import { documentLines } from '../../business-logic/lines.ts'
import { wordsOf } from '../../business-logic/words.ts'
import type { Issue } from '../../evaluation.ts'
import type { ApplicationResponse, TrackFacts } from '../../facts.ts'
import type { Described } from '../contracts/description.ts'

/** What the documents say of one field: how long, how large or how far ahead it may be. */
type Limit = {
  readonly name: string
  readonly bound: 'most' | 'least'
  readonly figure: number
  readonly unit: 'length' | 'value' | 'days'
  readonly text: string
}

type Trying = {
  readonly create: Described
  /** What the application takes. */
  readonly body: Readonly<Record<string, unknown>>
  readonly facts: Pick<TrackFacts, 'spec' | 'documents' | 'folder'>
  readonly attempt: (body: unknown) => Promise<ApplicationResponse | null>
  readonly say: (described: Described, message: string) => Issue
}

/** Sends each field at the limit that the documents set, and beyond it. */
export async function tryFieldLimits({
  create,
  body,
  facts,
  attempt,
  say,
}: Trying): Promise<readonly Issue[]> {
  const issues: Issue[] = []
  const { label } = create.operation
  for (const limit of limitsOf(facts, body)) {
    const { name, figure, bound, text } = limit
    const step = bound === 'most' ? 1 : -1
    const beyond = await attempt({ ...body, [name]: valueAt(limit, figure + step, body[name]) })
    if (beyond !== null && beyond.status < 300) {
      issues.push(
        say(create, `${label} takes a "${name}" beyond what the documents say: "${text}"`),
      )
      continue
    }
    const within = await attempt({ ...body, [name]: valueAt(limit, figure, body[name]) })
    if (within?.status === 400 || within?.status === 422)
      issues.push(say(create, `${label} refuses a "${name}" that the documents allow: "${text}"`))
  }
  return issues
}

function valueAt({ unit }: Limit, figure: number, was: unknown): unknown {
  if (unit === 'value') return figure
  if (unit === 'days')
    return new Date(Date.now() + figure * 86_400_000).toISOString().slice(0, String(was).length)
  const text = String(was)
  return text.length >= figure
    ? text.slice(text.length - figure)
    : text[0]?.repeat(figure - text.length) + text
}

const most =
  /\b(?:at most|up to|no (?:more|longer|larger) than|(?:a )?maximum(?: of)?)\s+(\d+)\s*(\w+)?/i
const least =
  /\b(?:at least|no (?:less|fewer|shorter) than|(?:a )?minimum(?: of)?)\s+(\d+)\s*(\w+)?/i
const ahead = /\b(\d+) days? (?:ahead|in advance|from (?:today|now))\b/i
const letters = /^(?:char(?:acter)?s?|letters?)$/i

/** Limits of sentences that name a field of the body, or measure in what it is called. */
function limitsOf(
  { spec, documents, folder }: Trying['facts'],
  body: Trying['body'],
): readonly Limit[] {
  const product = [...documents].filter(([path]) => /(?:^|\/)product\.md$/i.test(path))
  const sentences = [[`${folder}/spec.md`, spec] as const, ...product]
    .flatMap(([path, text]) => documentLines(path, text))
    .filter(({ code, cells }) => code === null && cells === null)
    .flatMap(({ text }) => text.split(/(?<=[.;])\s+/))
  const results = Object.entries(body).flatMap(([name, value]) =>
    sentences.flatMap((text) => limitIn(text, name, value)),
  )
  // where two sentences give two figures, each speaks of something else
  return results.filter(
    ({ name, bound, figure }) =>
      !results.some((each) => each.name === name && each.bound === bound && each.figure !== figure),
  )
}

function limitIn(text: string, name: string, value: unknown): readonly Limit[] {
  const words = wordsOf(name)
  const isNamed = words.length > 0 && words.every((word) => wordsOf(text).includes(word))
  const days = Number(ahead.exec(text)?.[1])
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    return days > 0 ? [{ name, bound: 'most', figure: days, unit: 'days', text }] : []
  return (
    [
      ['most', most],
      ['least', least],
    ] as const
  ).flatMap(([bound, form]): readonly Limit[] => {
    const [, figure = '', noun = ''] = form.exec(text) ?? []
    if (figure === '') return []
    const limit = { name, bound, figure: Number(figure), text }
    if (typeof value === 'string')
      return isNamed && letters.test(noun) ? [{ ...limit, unit: 'length' }] : []
    const isMeasured = singular(noun).toLowerCase() === singular(words.join(' '))
    return typeof value === 'number' && isMeasured ? [{ ...limit, unit: 'value' }] : []
  })
}
