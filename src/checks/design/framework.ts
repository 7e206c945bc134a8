import { type DesignModel, oneOf, standsAt } from './design-model.ts'
import words from './framework-words.json' with { type: 'json' }
import { namePartsOf } from './attribute-types.ts'
import { isName, type Prose } from './prose.ts'
import { type DesignRule, intentRule, type Seen, textRule } from './rule.ts'
import { lexicon } from './wording.ts'

/** Words that mean a technology in any case and place. */
const certain = oneOf(words.certain)
/** Written exactly so, these are code or products; otherwise they are other words. */
const exact = oneOf(words.exact)
const phrases = lexicon(words.phrases.split(', '))
/** Products that share their name with an ordinary word, and the words behind it that betray them. */
const homonyms: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(words.homonyms).map(([name, after]) => [
    name,
    oneOf(after.replace('*', words.general)),
  ]),
)
/** Words behind it that speak for the ordinary word. */
const instead: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(words.instead).map(([name, after]) => [name, oneOf(after)]),
)
/** Those that a capital letter inside a sentence betrays, and those betrayed in small letters too. */
const [alone, small] = [oneOf(words.alone), oneOf(words.small)]
/** Words that lead to the name of a product: "built with X", "written in X"; common words need the first kind. */
const [making, common] = [oneOf(words.making), oneOf(words.common)]
const leading = oneOf(words.leading)
/** After the name of a product used on its own, a sentence goes on with one of these, or ends. */
const goingOn = oneOf(words.goingOn)
/** A capital after these is the label of a button. */
const pressing = oneOf(words.pressing)

const mostInOneText = 5
const said = (result: string): string =>
  `"${result.slice(0, 60)}" belongs to one technology; say what the user sees or does`

function terms(prose: Prose, model: DesignModel): readonly Seen[] {
  const results: Seen[] = []
  for (let at = 0; at < prose.words.length && results.length < mostInOneText; at += 1) {
    const length = lengthOfTerm(prose, at, model)
    if (length === 0) continue
    const last = prose.words[at + length - 1]!
    results.push({
      path: prose.path,
      message: said(prose.text.slice(prose.words[at]!.start, last.end)),
    })
    at += length - 1
  }
  return results.length > 0 ? results : markup(prose)
}

/** How many words from here on name a technology: 0 where none does. */
function lengthOfTerm(prose: Prose, at: number, model: DesignModel): number {
  const { raw, lower } = prose.words[at]!
  const phrase = phrases.get(lower)?.find((each) => standsAt(prose, at, each) && !isVerb(prose, at))
  if (phrase !== undefined) return phrase.length
  return isCertain(raw, model) || isHomonym(prose, at) ? 1 : 0
}

/** "Members react", "to react": then the word is a verb and what follows is its object. */
const isVerb = (prose: Prose, at: number): boolean =>
  /^[a-z]/.test(prose.words[at]!.raw) &&
  /^(?:to|can|will|may|must|users|members|people|they|who|and)$/.test(before(prose, at))

/** The word before, or after, unless a sentence or clause ended there. */
const before = ({ words: all }: Prose, at: number, distance = 1): string =>
  /[.!?;:,()]/.test(all[at]?.gap ?? '') ? '' : (all[at - distance]?.lower ?? '')
const after = ({ words: all }: Prose, at: number): string =>
  /[.!?;:,()/]/.test(all[at + 1]?.gap ?? '') ? '' : (all[at + 1]?.lower ?? '')

const fileEnding = /\.(?:tsx|jsx|vue|svelte|ts|js|mjs|css|scss|html|php|py|rb|kt|swift|sql)$/

function isCertain(raw: string, { attributeNames }: DesignModel): boolean {
  const lower = raw.toLowerCase()
  if (certain.has(lower) || exact.has(raw) || fileEnding.test(lower)) return true
  if (/^use[A-Z]\w+$/.test(raw)) return !attributeNames.has(raw)
  // "ReactModal", "VuexStore": a product as the first part of a name in one piece
  const [, first = ''] = /^(\p{Lu}\p{Ll}+)(?!To|With)\p{Lu}/u.exec(raw) ?? []
  if (isProduct(first.toLowerCase())) return true
  // "Redux-based", "react-hook-form"; but not "react-to-message"
  const parts = lower.split('-')
  return (
    parts.length > 1 &&
    (/^(?:v|ng|ngx|vue|svelte|redux)$/.test(parts[0] ?? '') ||
      parts.some((part) => part.length > 3 && certain.has(part)) ||
      (alone.has(parts[0] ?? '') && homonyms.get(parts[0] ?? '')?.has(parts[1] ?? '')) ||
      /^(?:react|vue|angular|bootstrap|tailwind|express|flutter)-(?:based|powered|style|like|specific|only|driven|native)$/.test(
        lower,
      ) ||
      (/^(?:non|pure|plain|pre|anti)$/.test(parts[0] ?? '') && small.has(parts[1] ?? '')))
  )
}

const isProduct = (word: string): boolean => certain.has(word) || small.has(word)

/** A name that is an ordinary word as well: its neighbours and its capital decide. */
function isHomonym(prose: Prose, at: number): boolean {
  const { raw, lower, quoted, first } = prose.words[at]!
  const bare = lower.replace(/['’]s$/, '')
  const betrayals = homonyms.get(bare)
  if (betrayals === undefined || quoted) return false
  const isCapital = /^\p{Lu}/u.test(raw)
  const next = after(prose, at)
  if (betrayals.has(next)) return isCapital || (small.has(bare) && !isVerb(prose, at))
  if (instead.get(bare)?.has(next) === true) return false
  if (isMade(prose, at, bare) && (next === '' || goingOn.has(next)))
    return isCapital || small.has(bare)
  if (!isCapital || !alone.has(bare) || pressing.has(before(prose, at))) return false
  if (/^\d{1,2}(?:\.\d+)*$/.test(next)) return true
  return isName(prose)
    ? /[([]$/.test(prose.words[at]!.gap) || (first && small.has(bare) && prose.kind !== 'flow-name')
    : !first && !isInProperName(prose, at)
}

/** "Apocalypse Now Redux": a capital beside a capital is part of a longer name. */
function isInProperName({ words: all }: Prose, at: number): boolean {
  const previous = all[at - 1]
  return (
    previous !== undefined &&
    !previous.first &&
    /^\s+$/.test(all[at]!.gap) &&
    /^\p{Lu}\p{Ll}/u.test(previous.raw) &&
    !homonyms.has(previous.lower)
  )
}

/** "built with X", "written in X", "using X". */
function isMade(prose: Prose, at: number, bare: string): boolean {
  const leads = (word: string) => making.has(word) && !(common.has(bare) && word.startsWith('us'))
  return (
    leads(before(prose, at)) ||
    (leading.has(before(prose, at)) &&
      [2, 3].some((distance) => leads(prose.words[at - distance]?.lower ?? '')))
  )
}

const tags =
  /<\/?(?:div|span|button|input|form|table|tr|td|th|ul|ol|li|a|p|img|nav|section|header|footer|main|select|option|label|textarea|h[1-6]|script|style|template|slot|svg|canvas|video|iframe|router-link|[A-Z][A-Za-z]+)(?:\s[^<>]{0,80})?\/?>/
const code =
  /\b(?:VARCHAR|CHAR|DECIMAL|NUMERIC|INT)\s?\(\s?\d|\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{:-]|\bSELECT\b.{1,60}\bFROM\b|\bINSERT INTO\b|\bCREATE TABLE\b|@[a-z][\w-]{1,30}\/[a-z][\w.-]{1,40}|\*ng[A-Z]\w+|\[\(ng\w+\)\]|(?<![\w$])\$(?:emit|store|refs|route|router)\b|@(?:Input|Output|Component|State|Binding|Injectable|Entity|Controller)\b|\bclass="|=>|\b(?:INT|TEXT|UUID|BOOLEAN|DATE|TIMESTAMP|FLOAT|DOUBLE|INTEGER|CHAR|JSON) (?:column|NOT NULL|PRIMARY KEY|UNIQUE)\b|\bNOT NULL\b|\.NET\b|\bC#|\bprimary key\b(?= column| constraint| of the table)|\b(?:via|as|through|passes|passed|receives|takes|gets) props\b|\bprops (?:from|to|of) (?:the |its |a )?(?:parent|child|component)\b|(?:^|\s)@(?:click|change|submit|input|keyup|keydown|blur|focus)\b|(?:^|\s):(?:class|style|key|value)=|\bMaterial (?:UI|Design)\b|\bAnt Design\b/
/** In the notes of attributes and relationships alone. */
const inNotes =
  /\b(?:INT|INTEGER|BOOL|BOOLEAN|FLOAT|DOUBLE|DECIMAL|TIMESTAMP|SERIAL|TEXT|CHAR|NUMERIC)\b|\b[Ff]oreign [Kk]ey\b|\b[Pp]rimary [Kk]ey\b/

/** Markup, queries and the like, which no list of words holds. */
function markup({ kind, path, text }: Prose): readonly Seen[] {
  const isNote = kind === 'attribute-note' || kind === 'relationship-note'
  const match = tags.exec(text) ?? code.exec(text) ?? (isNote ? inNotes.exec(text) : null)
  return match === null ? [] : [{ path, message: said(match[0]) }]
}

/** Marks that only code, queries, addresses and style sheets have, and what to call them. */
const codeMarks: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /\b\w+\.[a-z]\w*\([^()]{0,60}\)|\b[a-z]+(?:[A-Z]\w*)?\(\)|\b[a-z]+[A-Z]\w*\([^()]{0,60}\)|=>|[=!]==|\b(?:const|let|var) \w+ ?=|\breturn \w+;|\);\s*$|\bif ?\([^()]{0,30}[=<>!][^()]{0,30}\)|&&|\|\||<\/?[a-z]+-[a-z-]+>/,
    'code',
  ],
  [
    /\bSELECT \*|\b(?:ORDER|GROUP) BY\b|\b(?:LEFT|INNER|OUTER|RIGHT) JOIN\b|\bWHERE \w+ ?[=<>]|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bDROP TABLE\b|\bALTER TABLE\b|\b(?:sparql|SPARQL|xpath|XPath|xquery|XQuery|linq|LINQ|JQL|sql)\b/,
    'a query',
  ],
  [
    /(?:^|[\s("'`])\/[a-z][\w-]*(?:\/[\w{}:.-]+)+|\bapi\/|https?:\/\/\S*api|\/v\d+\/|(?:^|\s)\/(?:api|rest|graphql)\b|\bendpoint \/\w/i,
    'an address',
  ],
  [
    /#(?=[0-9]{0,5}[a-f])(?=[a-f]{0,5}[0-9])[0-9a-f]{3}(?:[0-9a-f]{3})?\b|#([a-f0])\1\1(?:\1{3})?\b|\b\d+(?:px|rem|vh|vw)\b|\brgba?\(|\b(?:display|position|float|overflow|visibility): ?(?:flex|grid|block|inline|none|absolute|relative|fixed|left|right|hidden)\b|\b(?:border-radius|font-(?:size|family|weight)|box-shadow|background-color|line-height|(?:max|min)-width|text-align|flex-direction|justify-content|align-items|(?:margin|padding)-(?:top|left|right|bottom))\b|\b(?:margin|padding): ?\d|\b(?:color|background): ?#/i,
    'a style',
  ],
]

const codeIn = ({ path, text }: Prose): readonly Seen[] =>
  codeMarks
    .flatMap(([pattern, what]) => {
      const results = pattern.exec(text)?.[0].trim().slice(0, 40)
      return results === undefined
        ? []
        : [{ path, message: `"${results}" is ${what}; say what the user sees or does` }]
    })
    .slice(0, 1)

const [stored, prefixes] = [oneOf(words.stored), oneOf(words.prefixes)]
/** Product names that an id may hold for another reason, which then shows in what is said beside it. */
const betrayedBeside = oneOf(words.besideIds)

function termInId(id: string, beside: string): string | null {
  if (certain.has(id.toLowerCase())) return id
  const parts = namePartsOf(id)
  const result = parts.find((part, at) => {
    if (
      (part.length > 3 && certain.has(part)) ||
      /^(?:div|css|jsx|tsx|sql|dom|href|aws|mui)$/.test(part)
    )
      return true
    return (
      betrayedBeside.has(part) &&
      !/^(?:to|with|on)$/.test(parts[at + 1] ?? '') &&
      !beside.includes(part.slice(0, 5))
    )
  })
  return result ?? null
}

function termsInIds({ nodes }: DesignModel): readonly Seen[] {
  const inIds = [nodes.flow, nodes.step, nodes.component, nodes.entity, nodes.interaction]
    .flat()
    .flatMap(({ path, value: { id, ...rest } }) => {
      const beside = Object.values(rest).filter((each) => typeof each === 'string')
      const result = termInId(id, beside.join(' ').toLowerCase())
      return result === null ? [] : [{ path: `${path}/id`, message: said(result) }]
    })
  const inNames = nodes.attribute.flatMap(({ path, value: { name, description = '' } }) => {
    const parts = namePartsOf(name)
    const isStored =
      name.startsWith('_') ||
      parts.some((part) => stored.has(part)) ||
      (parts.length > 1 && prefixes.has(parts[0] ?? ''))
    const result = termInId(name, description.toLowerCase())
    const message =
      result !== null
        ? said(result)
        : isStored
          ? `"${name}" tells how the value is stored, not what it is`
          : null
    return message === null ? [] : [{ path: `${path}/name`, message }]
  })
  return [...inIds, ...inNames]
}

export const frameworkRules: readonly DesignRule[] = [
  textRule('framework/term', terms),
  intentRule('framework/term-in-id', termsInIds),
  textRule('framework/code', codeIn),
]
