import type { Form } from '../../../obligations/examine.ts'
import { segmentsOf } from '../operations.ts'
import { singular, wordsOf } from '../words.ts'
import { all, endpointBefore, method, path, span } from './form.ts'
import { kindOf } from './words.ts'

/** `GET /books`, `GET and POST /books`, `/books (GET, DELETE)`, `GET | /books`; what only repeats it is read with it. */
export const endpoints: Form = (sentence) => {
  const list = `(?:${method})(?:(?:,? and |, |/| & )(?:${method}))*`
  const before = all(
    new RegExp(
      `\`?\\b(${list})\\b\`?(?:\\s+|\\s*\\|\\s*|\\s+(?:for|on|at)\\s+)\`?(${path})\`?`,
      'g',
    ),
    sentence,
  ).map((match) => ({ found: match, methods: match[1] ?? '', at: match[2] ?? '' }))
  const after = all(
    new RegExp(`\`?(?<![\\w}])(${path})\`?\\s*[(:]\\s*(${list})\\)?`, 'g'),
    sentence,
  )
    .filter(({ index }) => !before.some(({ found: match }) => covers(match, index)))
    .map((match) => ({ found: match, methods: match[2] ?? '', at: match[1] ?? '' }))
  return [...before, ...after].flatMap(({ found: match, methods, at }) => {
    const end = match.index + match[0].length
    return all(new RegExp(method, 'g'), methods).map((one, index, each) => {
      const start = match.index + match[0].indexOf(methods) + one.index
      const last = index === each.length - 1
      const stop = last ? repeatsUntil(sentence, Math.max(end, start), at) : start + one[0].length
      const check = { type: 'endpoint', method: one[0], path: at } as const
      // who asks settles "no DELETE /orders" by the words before it
      return { start: index === 0 ? match.index : start, end: stop, check }
    })
  })
}

const covers = (match: RegExpMatchArray, index: number): boolean =>
  (match.index ?? 0) <= index && index < (match.index ?? 0) + match[0].length

const repeating =
  /^(?:an?|the|all|every|one|single|new|existing|by|its|id|of|with|list|lists|returns?|page|to|for)$/i

/** "GET /books/{id}: get one book by id" says nothing that the path does not. */
function repeatsUntil(sentence: string, end: number, at: string): number {
  const rest =
    /^\s*(?:\||:|-|–|—|→|\(|to\b|for\b|returns?\b)\s*([a-z][a-z -]*[a-z])\)?(?=\s*(?:[.,;|]|$))/i.exec(
      sentence.slice(end),
    )
  const things = new Set(
    segmentsOf(at).flatMap(({ text, param }) => wordsOf(param ?? text).map(singular)),
  )
  const says = rest?.[1]?.split(/\s+/) ?? []
  const repeated = says.every(
    (word) =>
      repeating.test(word) || kindOf(word) !== null || things.has(singular(word.toLowerCase())),
  )
  return rest && repeated ? end + rest[0].length : end
}

const reasons = String.raw`(?: (?:when|if|for|on) (?:an? |the |no |any )?(?:(?:unknown|missing|invalid|duplicate|malformed) [a-z]+|(?:[a-z]+ ){0,2}(?:(?:is |are |was |does |do |has |have )?(?:not found|not exist|doesn['’]t exist|missing|unknown|invalid|not valid|malformed|already exists?|already taken|taken|created|deleted|not allowed|unauthenticated|no token)|[a-z]+ ids?|conflicts?|duplicates?|success|validation errors?|errors?)(?: input| request| bod(?:y|ies)| token| data)?))?`

/** "returns 201", "404 when the book does not exist". An endpoint before it in the sentence is what answers. */
export const statuses: Form = (sentence) =>
  all(
    String.raw`(?:\b(?:validation errors?|invalid (?:input|requests?|data|bodies)|errors?|unknown ids?|unknown [a-z]+s|missing resources?) )?(?:\b(?:returns?|responds? with|answers? with|answers?|gives?|yields?|with|status(?: code)?|→|->)\s+)*(?:an?\s+|HTTP\s+)*(?<![\w.\-/:])([2-5]\d\d)(?![\w.\-]|\s*(?:%|ms|px|items?|characters?|chars|kb|mb|bytes?|requests?|entries|seconds?|minutes?))(?: (?:OK|Created|Accepted|No Content|Bad Request|Unauthori[sz]ed|Forbidden|Not Found|Conflict|Gone|Too Many Requests|Unprocessable Entity|errors?|responses?))?${reasons}`,
    sentence,
  )
    .filter((match) => {
      const code = match[1] ?? ''
      return /^(?:20[0-6]|30[1-8]|4(?:0\d|1\d|2[0-9]|51)|50[0-4])$/.test(code)
    })
    .map((match) => {
      const owner = endpointBefore(sentence, match.index)
      const end = match.index + match[0].length
      const spread =
        /^ (?:(?:on|for|in|from|by) )?(?:all|every|each)(?: of the)? (?:endpoint|operation|route|path)s?\b/i.exec(
          sentence.slice(end),
        )
      const name = spread ? 'status everywhere' : owner ? `status of ${owner}` : 'status'
      const start = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
      return span(start, end + (spread?.[0].length ?? 0), {
        type: 'value',
        name,
        value: Number(match[1]),
      })
    })

const everywhere = String.raw`(?:\b(?:everything|(?:all|both|every|each)(?: other)? (?:endpoint|operation|request|route|call|path|method)s?)(?: (?:must |should )?(?:be )?(?:require|requires|need|needs|use|uses|is protected by|are protected by|is secured (?:by|with)|are secured (?:by|with)|secured (?:by|with)|protected (?:by|with)|sends?|carr(?:y|ies)))?(?: (?:an?|the|its))? |\b(?:clients|users|callers|consumers|apps|they|you) (?:must |should |have to )?(?:authenticate|log in|sign in|identify themselves)(?: themselves)? (?:with|by|via|using) (?:an? |the |their )?)?`
const securities: readonly (readonly [string, string])[] = [
  [
    String.raw`(?:\b(?:no|without(?: any)?) (?:authentication|authorization|auth|security|credentials?|login)\b(?: (?:is )?(?:needed|required|necessary))?|\bpublicly(?: (?:accessible|available))?\b|\b(?:is|are) public\b|\bpublic (?:API|access|endpoints?|operations?|reads?)\b|\bunauthenticated\b)`,
    'none',
  ],
  [
    String.raw`\b(?:JWT )?bearer(?:[- ](?:tokens?|auth\w*|JWTs?|scheme))*(?: \(JWT\))?|\bJWTs?(?: tokens?| auth\w*)?`,
    'bearer',
  ],
  [String.raw`\b(?:HTTP )?basic auth(?:entication)?\b`, 'basic'],
  [
    String.raw`\bOAuth ?2?(?:\.0)?(?: (?:authorization code|client credentials|implicit|password)(?: flow)?)?\b`,
    'oauth2',
  ],
  [
    String.raw`\bAPI[- ]?keys?\b(?:,? \(?(?:is |are |must be )?(?:in|via|as|sent in|sent as|passed in) (?:the |an? )?(?:header )?(?:called |named )?\x60?(?<header>[A-Z][A-Za-z]*-[A-Za-z-]+)\x60?(?: header)?\)?)?`,
    'apiKey',
  ],
]

const group = new RegExp(
  `(?:^|[,;] |\\b(?:and|but|while) )(?:(?:all|the) )?(?:\x60?(${method})\x60?|([a-z][\\w-]*))(?: (?:endpoint|operation|request|route|call)s?)?(?: (?:must|should))?(?: (?:requires?|needs?|uses?|are protected by|are secured (?:by|with)))?(?: an?| the)? *$`,
  'i',
)
const noGroup =
  /^(?:all|every|each|other|some|any|no|the|these|those|it|they|this|that|api|everything|and|but|with|use|using|add|authentication|authorization|auth|security)$/i

const spoken = String.raw`(?:\b(?:authentication|authorization|auth|security|secured|protected|authenticated)(?: (?:is|via|by|with|using|through|uses))*:? (?:an? |the )?)?`

/** "bearer token", "API key in the header X-API-Key", "GET /health needs no authentication". */
export const security: Form = (sentence) =>
  securities.flatMap(([pattern, scheme]) =>
    all(
      `${everywhere}${spoken}(?:${pattern})(?: (?:authentication|authorization|auth|security))?(?: (?:on|for) (?:all|every|each) (?:endpoint|operation|request)s?| everywhere)?`,
      sentence,
    ).map((match) => {
      const spread =
        /\b(?:everywhere|all|both|every|each|everything|clients|users|callers|consumers|apps|they|you)\b/i.test(
          match[0],
        )
      const end = match.index + match[0].length
      const near = new RegExp(`^ (?:on|for) \`?(${method})\\s+(${path})\`?`).exec(
        sentence.slice(end),
      )
      const before =
        scheme === 'none'
          ? all(
              new RegExp(
                `\\b(${method})\\s+(${path})\`?(?: (?:is|are|needs?|requires?|works?))?\\s*$`,
                'g',
              ),
              sentence.slice(0, match.index),
            ).at(-1)
          : undefined
      const owner = near ?? before
      const except = new RegExp(
        `^,? except(?: for)?((?:(?:,| and| or)? \`?(?:${method})\\s+(?:${path})\`?)+)`,
      ).exec(sentence.slice(end))
      if (except) {
        const left = (except[1] ?? '').replace(/^ |`/g, '').replace(/,? and |,? or /g, ', ')
        const check = { type: 'value', name: `security except ${left}`, value: scheme } as const
        return span(match.index, end + except[0].length, check)
      }
      // "staff operations need a token", "sailings are public": those that are about it; "\`GET\` needs no login"
      const [lead = '', verb, whose] = group.exec(sentence.slice(0, match.index)) ?? []
      const value = [scheme, match.groups?.['header']].filter((one) => one !== undefined).join(' ')
      if (owner === undefined && (verb ?? whose) !== undefined && !noGroup.test(whose ?? '')) {
        const name = verb
          ? `security of ${verb} *`
          : `security about ${(whose ?? '').toLowerCase()}`
        const start = match.index - lead.replace(/^(?:[,;] |(?:and|but|while) )/, '').length
        return { ...span(start, end, { type: 'value', name, value }), guessed: verb === undefined }
      }
      const name = owner
        ? `security of ${owner[1] ?? ''} ${owner[2] ?? ''}`
        : /\bother\b/i.test(match[0])
          ? 'security elsewhere'
          : spread
            ? 'security everywhere'
            : 'security'
      return span(match.index, end, { type: 'value', name, value })
    }),
  )

/** "Lists come in pages of at most 50". */
export const paged: Form = (sentence) =>
  all(
    String.raw`\b(?:all |every |the )?(?:lists?|results?|collections?|responses?)(?: endpoints?)? (?:come|comes|is|are|must be|should be)(?: returned| split| given| delivered)? (?:in|in ?to|as) pages(?: (?:of|with) (?:at most|up to|max\.?(?:imum)?|no more than) (\d+)(?: (?:items|entries|results|records|[a-z]+s))?)?`,
    sentence,
  ).flatMap((match) => {
    const end = match.index + match[0].length
    const pages = span(match.index, end, { type: 'value', name: 'pagination', value: 'any' })
    const most = { type: 'limit', name: 'items', bound: 'most', value: Number(match[1]) } as const
    return match[1] === undefined ? [pages] : [pages, span(sentence.length, sentence.length, most)]
  })

export const pagination: Form = (sentence) =>
  all(
    String.raw`(?:\b(?:all |every |the )?lists? (?:endpoints? )?(?:is|are|must be|should be) )?(?:\b(cursor|page|offset|limit)[- ](?:based )?)?paginat(?:ion|ed)\b(?: (?:on|for|of|in) (?:all |every |each |the )?(?:lists?|collections?)(?: endpoints?| operations?)?)?(?: (?:with|by|via|using|through) (?:an? |the )?\x60?(cursors?|pages?|offsets?)\x60?(?: (?:query )?parameters?)?)?`,
    sentence,
  ).map((match) => {
    const style = (match[1] ?? match[2] ?? 'any').toLowerCase().replace(/s$/, '')
    return span(match.index, match.index + match[0].length, {
      type: 'value',
      name: 'pagination',
      value: style,
    })
  })

export const versions: Form = (sentence) =>
  all(
    /\b(?:OpenAPI|OAS|Swagger)(?: specification| spec)?(?: version)? v?(\d\.\d(?:\.\d)?)(?![\w.]*\d)/gi,
    sentence,
  ).map((match) =>
    span(match.index, match.index + match[0].length, {
      type: 'value',
      name: 'openapi',
      value: match[1] ?? '',
    }),
  )
