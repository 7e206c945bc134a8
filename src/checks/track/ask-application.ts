import { isDeepStrictEqual } from 'node:util'
import type { ApplicationFacts, ApplicationRequest, ApplicationResponse } from './facts.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Obligation } from '../../model/obligation.ts'
import { lengthOfNumber } from '../../obligations/sentences.ts'
import { pageShowing, wantedText } from './shown-text.ts'

type Asking = Pick<ApplicationRequest, 'method' | 'path' | 'body'>

/** A sentence that demands nothing but an answer: `GET /health` returns 200 and "ok". */
export type WantedAnswer = {
  readonly requests: readonly Asking[]
  readonly status: number | null
  readonly type: string | null
  /** What JSON it must be. */
  readonly shape: 'list' | 'object' | null
  readonly text: string | null
}

const lead = /^(?:(?:an?|the)\s+)?(?:(?:request|call)\s+(?:to|of)\s+|(?:endpoint|route|page)\s+)?/i
// nobody knows what a parameter stands for
const request =
  /^(?:,?\s*and\s+|,\s*)?`?(GET|HEAD|POST|PUT|PATCH|DELETE)`?(?:\s+|\s*\|\s*)`?(\/[\w\-./~%?=&+]*[\w\-/~%=]|\/)`?(?![\w{:*[<])/
const bodyPart =
  /^`?,?\s+(?:with\s+)?(?:(?:an?|the)\s+)?(?:(?:JSON\s+)?body\s+)?`?(\{[^`]*\}|\[[^`]*\])`?/
const verb =
  /^\s*(?:→|->|=>|\||:)\s*|^\s+(?:(?:must|should|shall|will|now)\s+)?(?:answers?|returns?|responds?|gives?|yields?|serves?|sends?|is|are|be)\s+(?:with\s+)?/i
const status =
  /^(?:an?\s+)?(?:HTTP\s+)?(?:status\s+(?:code\s+)?(?:of\s+)?)?`?([1-5]\d\d)(?:\s+(?:OK|[A-Z][a-z]+(?:\s[A-Z][a-z]+)*))?`?(?:\s+(?:status|response|code)\b)*/
const joint = String.raw`^\s*,?\s*(?:(?:and|with|as|containing|(?:that|which)\s+(?:says|contains)|says)\s+)*`
const type = new RegExp(
  String.raw`${joint}(?:(?:the|an?)\s+)?(?:content[- ]type\s*:?\s+(?:of\s+)?)?${'`?'}((?:application|text|image)\/[\w.+-]+|JSON|HTML|CSS)${'`?'}(?:\s+(?:body|page|document|response|(list|array|object)(?:\s+(?:of|with)\s+(?:(?:all|the)\s+)*[\w-]+)?))?(?!\w)`,
  'i',
)
const textPart = new RegExp(
  String.raw`${joint}(?:the\s+)?(?:(?:text|body|message)\s+)?(?:"([^"]+)"|“([^”]+)”|${'`'}([{[][^${'`'}]*)${'`'})(?:\s+in\s+(?:the|its)\s+body)?`,
  'i',
)

/** Requests are sent without any of it. */
const asNobody =
  /^\s+without\s+(?:an?\s+|any\s+|the\s+)?(?:(?:access|bearer|valid)\s+)?(?:token|credentials|(?:API[- ])?key|session|cookie|log-?in|authori[sz]ation)(?:\s+header)?/i

/** Null where a sentence demands something else, or more. */
export function wantedAnswer(sentence: string): WantedAnswer | null {
  let rest = sentence.slice(lengthOfNumber(sentence)).replaceAll('**', '').trim()
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest)
    rest = rest.slice(match?.[0].length ?? 0)
    return match
  }
  take(lead)
  const requests: WantedAnswer['requests'][number][] = []
  for (let one = take(request); one !== null; one = take(request)) {
    const [, method = '', path = ''] = one
    const sent = /^(?:GET|HEAD|DELETE)$/.test(method) ? {} : { body: take(bodyPart)?.[1] ?? '' }
    // what is sent is known, or nobody can tell what it must be answered with
    if (sent.body !== undefined && !isJson(sent.body)) return null
    requests.push({ method, path, ...sent })
  }
  if (requests.length === 0 || take(verb) === null) return null
  const code = take(status)?.[1]
  const [, ofType, shape] = take(type) ?? []
  const said = take(textPart)?.slice(1).find(Boolean)
  take(asNobody)
  if (rest.replace(/[.\s]+$/, '') !== '' || (code === undefined && said === undefined)) return null
  // what is refused removes nothing that other sentences speak of
  const isRefused = Number(code ?? 0) >= 400
  if (!isRefused && requests.some(({ method }) => method === 'DELETE')) return null
  return {
    requests,
    status: code === undefined ? null : Number(code),
    type: ofType?.toLowerCase() ?? null,
    shape: shape === undefined ? null : shape.toLowerCase() === 'object' ? 'object' : 'list',
    text: said ?? null,
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Decides the demands of a spec for an answer by asking the running application. */
export async function askApplication(
  obligations: readonly Obligation[],
  application: ApplicationFacts | null,
  files: FileTree,
): Promise<readonly Obligation[]> {
  if (application === null) return obligations
  const answers = new Map<string, Answer>()
  for (const { source } of obligations) {
    if (answers.has(source.text)) continue
    const wanted = wantedAnswer(source.text)
    const answer =
      wanted === null
        ? shownAnswer(source.text, application)
        : await answerOf(wanted, application, files)
    if (answer !== null) answers.set(source.text, answer)
  }
  return obligations.map((each) => {
    const answer = answers.get(each.source.text)
    if (answer === undefined) return each
    const { verdict, told: message, where } = answer
    if (verdict !== 'undecided')
      return {
        ...each,
        decided_by: 'check',
        status: verdict,
        reason: message,
        evidence: [{ text: message, where }],
      }
    return each.status === 'undecided' ? { ...each, reason: `${each.reason}; ${message}` } : each
  })
}

/** What a spec says of answers is not met by an application that breaks down before it can be asked. */
export const withoutAnswer = (
  obligations: readonly Obligation[],
  reason: string,
): readonly Obligation[] =>
  obligations.map((each) =>
    wantedAnswer(each.source.text) === null
      ? each
      : {
          ...each,
          decided_by: 'check',
          status: 'unmet',
          reason: `it gets no answer: ${reason}`,
          evidence: [{ text: reason }],
        },
  )

type Answer = {
  readonly verdict: 'met' | 'unmet' | 'undecided'
  readonly told: string
  readonly where: string
}

function shownAnswer(sentence: string, { pages }: ApplicationFacts): Answer | null {
  const wanted = wantedText(sentence)
  if (wanted === null || pages.size === 0) return null
  const page = pageShowing(wanted, pages)
  if (page !== null) return { verdict: 'met', told: `${page} shows "${wanted.text}"`, where: page }
  const where = [...pages.keys()].join(', ')
  // a page that is named was looked at, or it is one of those that nobody found
  const isSure = wanted.path === null ? pages.has('/') && pages.size === 1 : pages.has(wanted.path)
  return {
    verdict: isSure ? 'unmet' : 'undecided',
    told: `no page that was looked at shows "${wanted.text}" (${where})`,
    where,
  }
}

async function answerOf(
  { requests, ...wanted }: WantedAnswer,
  application: ApplicationFacts,
  files: FileTree,
): Promise<Answer> {
  const answers: Answer[] = []
  for (const { method, path, body: sent } of requests) {
    const where = `${method} ${path}${sent === undefined ? '' : ` with ${sent}`}`
    const response = await application.request(
      sent === undefined
        ? { method, path }
        : { method, path, body: sent, headers: { 'content-type': 'application/json' } },
    )
    const [verdict, why] = judge(wanted, response, { path, application, files })
    const shown =
      response === null
        ? 'gets no answer'
        : [`answers ${response.status}`, response.headers['content-type']].filter(Boolean).join(' ')
    answers.push({ verdict, told: `${where} ${shown}${why === '' ? '' : `, ${why}`}`, where })
  }
  const worst = ['unmet', 'undecided', 'met'].find((each) =>
    answers.some(({ verdict }) => verdict === each),
  )
  const own = answers.filter(({ verdict }) => verdict === worst)
  return {
    verdict: own[0]?.verdict ?? 'undecided',
    told: own.map(({ told: message }) => message).join('; '),
    where: own.map(({ where }) => where).join(', '),
  }
}

type Asked = {
  readonly path: string
  readonly application: ApplicationFacts
  readonly files: FileTree
}

function judge(
  { status: code, type: ofType, shape, text: said }: Omit<WantedAnswer, 'requests'>,
  response: ApplicationResponse | null,
  { path, application, files }: Asked,
): readonly [Answer['verdict'], string] {
  const wanted = code === null ? 'a success' : String(code)
  const isOutside = () => [...files].some(([name, own]) => isSource.test(name) && outside.test(own))
  if (response === null)
    return isOutside() ? ['undecided', unreachable] : ['unmet', `not ${wanted}`]
  const { status: got, headers, body } = response
  const location = headers['location'] ?? ''
  if (code === null ? got < 200 || got > 299 : got !== code) {
    if (got >= 500 && isOutside()) return ['undecided', unreachable]
    if (code !== null && code >= 300) return ['unmet', `not ${wanted}`]
    if (got === 401 || got === 403 || (got < 400 && /log-?in|sign-?in|auth/i.test(location)))
      return ['undecided', 'it wants to know who asks']
    if (got === 404 && /\/(?:\d+|[\da-f-]{16,})(?:\/|$)/.test(path))
      return ['undecided', 'where there may be no such thing yet']
    return ['unmet', `not ${wanted}`]
  }
  if (ofType !== null && !(headers['content-type'] ?? '').toLowerCase().includes(ofType))
    return ['unmet', `not ${ofType}`]
  if (shape !== null && !isShaped(response.body, shape)) return ['unmet', `and is no ${shape}`]
  if (said === null || says(body, said)) return ['met', said === null ? '' : `and says ${said}`]
  const shown = application.pages.get(path)?.views.flatMap(({ texts }) => texts)
  if (shown?.some((run) => says(run.text, said))) return ['met', `and shows ${said}`]
  return shown === undefined && /<script\b/i.test(body)
    ? ['undecided', `and a script may show ${said}`]
    : ['unmet', `and nowhere says ${said}`]
}

const unreachable = 'where nothing outside of it can be reached'
const isSource = /\.[cm]?[jt]sx?$|^\.env/
/** What an application behind walls cannot reach. */
const outside =
  /(?:env\.|^|\n)\w*_?(?:URL|URI|DSN|HOST|ENDPOINT|API_KEY)\b|fetch\(\s*['"`]https?:|['"](?:pg|mysql2?|mongodb|mongoose|i?o?redis|knex|@prisma\/client|@supabase\/[\w-]+)['"]/

const plain = (body: string): string => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

function isShaped(text: string, shape: 'list' | 'object'): boolean {
  if (!isJson(text)) return false
  const value: unknown = JSON.parse(text)
  return shape === 'list'
    ? Array.isArray(value)
    : typeof value === 'object' && value !== null && !Array.isArray(value)
}

function says(body: string, wanted: string): boolean {
  if (!/^[{[]/.test(wanted)) return body.includes(wanted) || plain(body).includes(plain(wanted))
  const [one, other] = [body, wanted].map((each) => {
    try {
      return JSON.parse(each) as unknown
    } catch {
      return each.replaceAll(/\s/g, '')
    }
  })
  return isDeepStrictEqual(one, other)
}
