import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form, Span } from '../../../obligations/examine.ts'
import { fieldRow, isOwner, membersAt, notesIn, ownerAbove } from '../../../obligations/members.ts'
import type { Member } from '../../../obligations/members.ts'
import type { Row } from '../../../obligations/sentences.ts'
import { all, endpointBefore } from './form.ts'
import { glue, kindOf, nounBefore } from './words.ts'

const demand = (owner: string | null, fields: readonly Member[]): DemandCheck => ({
  type: 'fields',
  ...(owner === null ? {} : { owner }),
  fields: [...fields],
})

/** A row of endpoints, or of fields. */
export function row(cells: Row): readonly string[] | null {
  const method = cells.find(({ head }) => /^(?:method|verb)$/i.test(head))
  const path = cells.find(({ head }) => /^(?:path|route|url|endpoint)$/i.test(head))
  if (method === undefined || path === undefined) return fieldRow(cells)
  const rest = cells.filter((cell) => cell !== method && cell !== path)
  const endpoint = `\`${method.text} ${path.text}\``.replaceAll('`', '')
  const said = rest.map(({ head, text }) =>
    /^(?:answers?|returns?|status(?:es)?|codes?|responses?)\b/i.test(head)
      ? `answers ${text}`
      : text,
  )
  return [[`\`${endpoint}\``, ...said].join(', ')]
}

const owners: readonly RegExp[] = [
  /^(?:(?:the )?(?:schema|entity|object|model|resource) )?`?(?<owner>[A-Z]\w*|(?<=`)\w+)`?(?: (?:schema|object|entity|body))?:\s+(?:fields?:?\s+)?/,
  /(?<=`)(?<owner>\w+)`,? (?:which|that|with) (?:(?:has|have|contains?|holds?) )?(?:the )?(?:fields? |properties )?(?=`)/,
]
const verbs =
  /\s+(?:has|have|contains?|consists? of|includes?)\s+(?:the )?(?:fields? |properties |attributes )?|\s+with\s+(?:the )?(?:fields?|properties|attributes):?\s+/gi

/** "Sailing: id (uuid), seats (integer)", "\`Error\`, which has \`code\`", "a book has title and price". */
const lists: Form = (sentence) => [
  ...owners.flatMap((pattern) => {
    const match = pattern.exec(sentence)
    const from = (match?.index ?? 0) + (match?.[0].length ?? 0)
    const { members, length, isPlain } = membersAt(sentence.slice(from))
    if (match === null || members.length === 0 || (isPlain && members.length < 3)) return []
    if (members.every(({ name }) => kindOf(name) !== null)) return []
    const owner = match.groups?.['owner'] ?? ''
    const check = demand(isOwner(owner) ? owner : null, members)
    return [
      {
        start: from === length ? 0 : match.index,
        end: from + length,
        check,
        negated: false,
        guessed: isPlain,
      },
    ]
  }),
  ...all(verbs, sentence).flatMap((match): readonly Span[] => {
    const owner = nounBefore(sentence.replaceAll('`', ' '), match.index)
    const from = match.index + match[0].length
    const { members, length, isPlain } = membersAt(sentence.slice(from))
    const isAlone =
      isPlain && members.length === 1 && !/^(?:an?|the|its) /i.test(sentence.slice(from))
    if (owner === null || members.length === 0 || isAlone) return []
    if (members.some(({ name }) => name.split(' ').every((word) => kindOf(word) !== null)))
      return []
    const lead = /\b(?:an?|the|each|every|all)\s+$/i.exec(sentence.slice(0, owner.start))
    const check = demand(owner.text.toLowerCase(), members)
    const guessed = isPlain && lead === null && !/^\s*ha/i.test(match[0])
    return [
      {
        start: lead?.index ?? owner.start,
        end: from + length,
        check,
        guessed,
      },
    ]
  }),
]

/** "\`GET /seats\` with the query parameters \`day\` (date, required)", "every list takes \`limit\` (1 to 100)". */
const queries: Form = (sentence) =>
  all(
    String.raw`(?:\b(?<every>(?:every|each|all|the) lists?(?: endpoints?| operations?)?|lists) )?(?:\b(?:has|have|takes?|accepts?|supports?|allows?|with) )?(?:\b(?:the|an?|its) )?(?:\b(?<lead>optional|required|mandatory) )?(?:\b(?:query[- ](?:string )?(?:param(?:eter)?s?|strings?|arguments?)|filters?|parameters?)(?: called| named)?:? )?(?=\x60\w+\x60)`,
    sentence,
  ).flatMap((match): readonly Span[] => {
    const { every, lead } = match.groups ?? {}
    const isNamed = /\b(?:query|filter|param)/i.test(match[0])
    const from = match.index + match[0].length
    const { members, length } = membersAt(sentence.slice(from))
    if ((every === undefined && !isNamed) || members.length === 0) return []
    const endpoint = endpointBefore(sentence, match.index)
    const owner = every === undefined ? endpoint : 'every list'
    const fields = members.map((one) => ({
      ...(lead === undefined ? {} : { required: !/optional/i.test(lead) }),
      ...one,
    }))
    const check = demand(owner === null ? 'query' : `query of ${owner}`, fields)
    return [{ start: match.index, end: from + length, check, negated: false }]
  })

const names = String.raw`\x60[A-Za-z_][\w-]*\x60(?:(?:, and |, | and )\x60[A-Za-z_][\w-]*\x60)*`
const says = String.raw`(?:field |property |parameter )?(?<verb>is |are |must be |should be |can be |may be |must have |has |have |must |being )?(?<shared>both |each |all )?(?:always |an? )*`

/** "\`slot\`: string, required", "\`plate\` and \`zone\` are required", "status is one of open, paid". */
const notes: Form = (sentence, around) =>
  all(
    String.raw`(?:\b(?:the|its|an?) )?(?:(?<codes>${names})|(?<=^|[,;] |\b(?:the|its|an?) )(?<word>[A-Za-z_][\w-]*))(?:(?<sign> ?[:(|–—]| -),? ?|,? )${says}`,
    sentence,
  ).flatMap((match): readonly Span[] => {
    const { codes, word, sign, verb, shared } = match.groups ?? {}
    const from = match.index + match[0].length
    const close = sign?.trim() === '(' ? sentence.indexOf(')', from) : -1
    const text = sentence.slice(from, close === -1 ? undefined : close)
    const { notes: message, known, sure } = notesIn(text)
    const isListed = sign !== undefined && match.index === 0
    const isCut = /^(?:$|[.,;|:]|\s+(?:and|but)\b)/.test(text.slice(sure))
    if (known === 0 || (!isListed && (sure === 0 || !isCut))) return []
    // "authors (list and get)", "authors are read-only": what can be done with things
    const isDeed =
      message.access === 'read-only' || kindOf(/^[a-z]+/i.exec(text)?.[0] ?? '') !== null
    const isBare =
      sign === undefined && verb === undefined && !/^(?:default|never|not|at |up )/i.test(text)
    if (word !== undefined && (isNoName(word) || isDeed || isBare)) return []
    const { says: rest, ...plain } = message
    const isAll = isListed || sure === text.length
    const end = isAll ? from + text.length + (close === -1 ? 0 : 1) : from + sure
    const named = codes?.match(/[A-Za-z_][\w-]*(?=\x60)/g) ?? [word ?? '']
    // brackets belong to the last name, unless they say otherwise
    const isLast = close !== -1 && shared === undefined && named.length > 1
    const fields = named.slice(isLast ? -1 : 0).map((name) => ({
      name,
      ...plain,
      ...(isListed && rest !== undefined ? { says: rest } : {}),
    }))
    const isQuery = /\bquery parameter/i.test(sentence.slice(from, end))
    const owner = isQuery ? 'query' : isListed && around !== undefined ? ownerAbove(around) : null
    const start = match.index + (isLast ? match[0].lastIndexOf(`\`${named.at(-1) ?? ''}`) : 0)
    return [{ start, end, check: demand(owner, fields), negated: false }]
  })

const isNoName = (word: string): boolean =>
  glue.has(word.toLowerCase()) ||
  kindOf(word) !== null ||
  /^(?:default|lists?|pages?|and|or|the|an?|with|of|is|has|be|to|it|they|there|which|that|contain\w*|return\w*|allow\w*|accept\w*|errors?|every|each|all)$/i.test(
    word,
  )

/** "401 and 404 answer with the schema \`Error\`", "all errors use \`Problem\`". */
const bodies: Form = (sentence) =>
  all(
    /(?<of>(?:\b[Aa]ll |\b[Ee]very )?\b(?:[Ee]rrors?|[Ee]rror (?:responses?|bodies|answers))|(?<![\w.])[1-5]\d\d(?:(?:, and |, | and | or )[1-5]\d\d)*)(?<says> (?:all )?(?:answers?|responds?|returns?|uses?|are|come|carry|have|has|follows?)(?: (?:with|as|in))? (?:the |an? )?(?:same )?(?:schema )?`(?<schema>[A-Z]\w*)`)/g,
    sentence,
  ).map((match) => {
    const { of = '', says: message = '', schema = '' } = match.groups ?? {}
    const whose = /^\d/.test(of) ? (of.match(/\d+/g) ?? []).join(', ') : 'errors'
    const end = match.index + match[0].length
    const check = { type: 'value', name: `body of ${whose}`, value: schema } as const
    return {
      start: whose === 'errors' ? match.index : end - message.length,
      end,
      check,
      negated: false,
    }
  })

/** "maximum 100 items per page", "at most 50 results". */
const pageSizes: Form = (sentence) =>
  all(
    /\b(?:an? )?(?:at most|up to|max\.?(?:imum)?(?: of)?|no more than) (\d+) (?:(?:items|results|entries|records)(?: (?:per|a|on a) page)?|per page)/gi,
    sentence,
  ).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    check: { type: 'limit', name: 'items', bound: 'most', value: Number(match[1]) },
    negated: false,
  }))

export const fieldForms: readonly Form[] = [bodies, queries, lists, notes, pageSizes]
