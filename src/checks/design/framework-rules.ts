import { type DesignRule, type Seen, textRule } from './rule.ts'
import type { IntentFix } from './critique.ts'
import { after, before, type DesignModel, type Spot, standsAt, wordAt } from './design-model.ts'
import {
  certainPhrases,
  certainTerms,
  commonWords,
  doing,
  exactTerms,
  goingOn,
  homonyms,
  inNames,
  leading,
  making,
  pressing,
  using,
} from './framework-words.ts'
import { isName, type Prose, type Word } from './prose.ts'

const mostInOneText = 5

const phrasesByWord = Map.groupBy(certainPhrases, ([first = '']) => first)

type Hit = { readonly at: number; readonly length: number }

function termsIn(prose: Prose, model: DesignModel): readonly Seen[] {
  const hits: Hit[] = []
  for (let at = 0; at < prose.words.length && hits.length < mostInOneText; at += 1) {
    const length = hitAt(prose, at, model)
    if (length === 0) continue
    hits.push({ at, length })
    at += length - 1
  }
  const seen = hits.map(({ at, length }): Seen => {
    const [first, last] = [prose.words[at], prose.words[at + length - 1]]
    const found = prose.text.slice(first?.start, last?.end)
    const fix = first && last ? neutralised(prose, first, last) : undefined
    return { path: prose.path, message: technologyIn(found), ...(fix && { fix }) }
  })
  return [...seen, ...markup(prose, seen.length > 0)]
}

/** What is said of a word that belongs to one technology. */
export const technologyIn = (found: string): string =>
  `"${found.slice(0, 60)}" belongs to one technology; say what the user sees or does`

/** How many words from here on name a technology: 0 where none does. */
function hitAt(prose: Prose, at: number, model: DesignModel): number {
  const word = prose.words[at]
  if (word === undefined) return 0
  const phrase = phrasesByWord
    .get(word.lower)
    ?.find((each) => standsAt(prose, at, each) && !verbBefore({ prose, at, length: each.length }))
  if (phrase !== undefined) return phrase.length
  if (isCertain(word, model)) return 1
  return isHomonymHit({ prose, at, length: 1 }, model) ? 1 : 0
}

/** "Members react", "to react": then the word is a verb and what follows is its object. */
const verbBefore = (spot: Spot): boolean =>
  /^[a-z]/.test(wordAt(spot)?.raw ?? '') &&
  /^(?:to|can|will|may|must|users|members|people|they|who|and)$/.test(before(spot))

function isCertain({ raw, lower }: Word, { attributeNames }: DesignModel): boolean {
  if (certainTerms.has(lower) || exactTerms.has(raw)) return true
  // most words have neither capitals nor signs in them, and are done with here
  const [dotted, hyphened] = [lower.includes('.'), lower.includes('-')]
  if (raw !== lower && (/^use[A-Z]\w+$/.test(raw) ? !attributeNames.has(raw) : isHumped(raw)))
    return true
  if (dotted && fileEnding.test(lower)) return true
  return hyphened && (/^(?:v|ng)-[a-z]+$/.test(lower) || partIsCertain(lower))
}

const fileEnding = /\.(?:tsx|jsx|vue|svelte|ts|js|mjs|css|scss|html|php|py|rb|kt|swift|sql)$/

/** "ReactModal", "VuexStore": a product as the first part of a name in one piece. */
function isHumped(word: string): boolean {
  const match = /^(\p{Lu}\p{Ll}+)(\p{Lu}\p{Ll}*)/u.exec(word)
  if (match === null) return false
  const [, first = '', second = ''] = match
  const known = inNames.has(first.toLowerCase()) || certainTerms.has(first.toLowerCase())
  return known && !/^(?:To|With|Within)$/.test(second)
}

/** "Redux-based", "react-hook-form"; but not "react-to-message". */
function partIsCertain(word: string): boolean {
  const parts = word.split('-')
  const [first = '', second = ''] = parts
  if (/^(?:vue|ngx|svelte|redux)$/.test(first)) return true
  if (parts.slice(1).some((part) => inNames.has(part)))
    return /^(?:non|pure|plain|pre|anti)$/.test(first)
  if (parts.some((part) => certainTerms.has(part) && part.length > 3)) return true
  if (!homonyms.get(first)?.small && !/^(?:bootstrap|tailwind|express|flutter)$/.test(first))
    return false
  return /^(?:based|powered|style|like|specific|only|driven|native|router|query|hook|redux|toolkit|saga|thunk|store|app|component|components|dom|table|select|form|forms|js)$/.test(
    second,
  )
}

const bareOf = (word: string): string =>
  word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word

/** A name that is an ordinary word as well: its neighbours and its capital decide. */
function isHomonymHit(spot: Spot, model: DesignModel): boolean {
  const word = wordAt(spot)
  const bare = bareOf(word?.lower ?? '')
  const homonym = homonyms.get(bare)
  if (word === undefined || homonym === undefined || word.quoted) return false
  const capital = /^\p{Lu}/u.test(word.raw)
  const next = after(spot)
  if (homonym.after.has(next)) return capital || (homonym.small && !verbBefore(spot))
  const made = isMade(spot, bare)
  if (homonym.instead.has(next) && !made) return false
  const ends = next === '' || goingOn.has(next)
  if (made && ends && (capital || homonym.small) && !homonym.instead.has(next)) return true
  if (!capital || !homonym.alone || pressing.has(before(spot))) return false
  if (/^\d{1,2}(?:\.\d+)*$/.test(next) || (inNames.has(bare) && doing.has(next)))
    return !inProperName(spot)
  if (word.first && (bare === 'vue' || bare === 'redux') && next !== '') return true
  if (isName(spot.prose)) return isNamed(spot, bare, model)
  return !word.first && !inProperName(spot)
}

/** "Apocalypse Now Redux": a capital beside a capital is part of a longer name. */
function inProperName(spot: Spot): boolean {
  const previous = wordAt(spot, -1)
  return (
    previous !== undefined &&
    !previous.first &&
    /^\s+$/.test(wordAt(spot)?.gap ?? '') &&
    /^\p{Lu}\p{Ll}/u.test(previous.raw) &&
    !homonyms.has(previous.lower) &&
    !certainTerms.has(previous.lower)
  )
}

/** "React calendar page", "Calendar (React)"; but not "React to an alarm" or the button for emojis. */
function isNamed(spot: Spot, bare: string, model: DesignModel): boolean {
  const otherwise = inNames.get(bare)
  const word = wordAt(spot)
  if (otherwise === undefined || word === undefined) return false
  const bracketed = /[([]$/.test(word.gap)
  if (spot.prose.kind === 'flow-name')
    return bracketed || (after(spot) === '' && /^(?:in|with|on|by)$/.test(before(spot)))
  if (!word.first && !bracketed && inTitleCase(spot)) return false
  return bracketed || !otherwise.test(besidesName(spot.prose, model))
}

/** What else is said of the thing that has the name. */
function besidesName({ path }: Prose, { intent }: DesignModel): string {
  const index = Number(/^\/components\/(\d+)\/name$/.exec(path)?.[1] ?? -1)
  return (intent.components[index]?.description ?? '').toLowerCase()
}

/** "built with X", "written in X", "using X". */
function isMade(spot: Spot, bare: string): boolean {
  const leads = (word: string) => making.has(word) || (using.has(word) && !commonWords.has(bare))
  const previous = before(spot)
  if (!leading.has(previous) || previous === 'using' || previous === 'via') return leads(previous)
  const earlier = wordAt(spot, -2)?.lower ?? ''
  return leads(earlier) || (leading.has(earlier) && leads(wordAt(spot, -3)?.lower ?? ''))
}

/** Where the other words have capitals too, a capital says nothing. */
function inTitleCase({ prose, at }: Spot): boolean {
  const long = prose.words.filter(({ raw }, index) => raw.length > 3 && index > 0 && index !== at)
  const capitals = long.filter(({ raw }) => /^\p{Lu}/u.test(raw)).length
  return capitals * 2 >= long.length
}

const tags =
  /<\/?(?:div|span|button|input|form|table|tr|td|th|ul|ol|li|a|p|img|nav|section|header|footer|main|select|option|label|textarea|h[1-6]|script|style|template|slot|svg|canvas|video|iframe|router-link|[A-Z][A-Za-z]+)(?:\s[^<>]{0,80})?\/?>/
const code =
  /\b(?:VARCHAR|CHAR|DECIMAL|NUMERIC|INT)\s?\(\s?\d|\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{:-]|\bSELECT\b.{1,60}\bFROM\b|\bINSERT INTO\b|\bCREATE TABLE\b|@[a-z][\w-]{1,30}\/[a-z][\w.-]{1,40}|\*ng[A-Z]\w+|\[\(ng\w+\)\]|(?<![\w$])\$(?:emit|store|refs|route|router)\b|@(?:Input|Output|Component|State|Binding|Injectable|Entity|Controller)\b|\bclass="|=>|\b(?:INT|TEXT|UUID|BOOLEAN|DATE|TIMESTAMP|FLOAT|DOUBLE|INTEGER|CHAR|JSON) (?:column|NOT NULL|PRIMARY KEY|UNIQUE)\b|\bNOT NULL\b|\.NET\b|\bC#|\bprimary key\b(?= column| constraint| of the table)|\b(?:via|as|through|passes|passed|receives|takes|gets) props\b|\bprops (?:from|to|of) (?:the |its |a )?(?:parent|child|component)\b|\bonClick\b|(?:^|\s)@(?:click|change|submit|input|keyup|keydown|blur|focus)\b|(?:^|\s):(?:class|style|key|value)=|\bMaterial (?:UI|Design)\b|\bAnt Design\b/
/** What all of these patterns hold at least one of; most texts hold none. */
const mayBeCode = /[<@*=$[(#/]|[A-Z]{2}|props|key|onClick|Material|Design/
const columnType =
  /\b(?:INT|INTEGER|BOOL|BOOLEAN|FLOAT|DOUBLE|DECIMAL|TIMESTAMP|SERIAL|TEXT|CHAR|NUMERIC)\b/
const keyNotes = /\b(?:foreign|primary) key\b/i

/** Markup, queries and the like, which no list of words holds. */
function markup({ kind, path, text }: Prose, known: boolean): readonly Seen[] {
  if (known || !mayBeCode.test(text)) return []
  const match =
    tags.exec(text) ??
    code.exec(text) ??
    (kind === 'attribute-note' || kind === 'relationship-note' ? keyNotes.exec(text) : null) ??
    (kind === 'attribute-note' ? columnType.exec(text) : null)
  return match === null ? [] : [{ path, message: technologyIn(match[0]) }]
}

/** Leaves the product out of "a React component", or puts the neutral word in its place. */
function neutralised(prose: Prose, first: Word, last: Word): IntentFix | undefined {
  const found = prose.text.slice(first.start, last.end)
  const text = neutralText(prose, first, last)
  return text === undefined || text.trim() === '' || text === prose.text
    ? undefined
    : {
        title: `say it without "${found}"`,
        edits: [{ op: 'replace', path: prose.path, value: text }],
      }
}

const regExp =
  /^(?:components?|hooks?|state|context|app|application|button|modal|grid|form|table|widgets?|element|container|view)$/

function neutralText({ text, words }: Prose, first: Word, last: Word): string | undefined {
  const neutral = certainTerms.get(first.lower)
  const [head, rest] = [text.slice(0, first.start), text.slice(last.end)]
  if (neutral !== undefined && first === last) return head + neutral + rest
  const at = words.indexOf(first)
  const noun = first === last ? words[at + 1] : last
  if (noun === undefined || !regExp.test(noun.lower) || !/^\s+$/.test(noun.gap)) return undefined
  const tail = text.slice(noun.start)
  const article = /\b(a|an)\s+$/i.exec(head)
  const capital = first.first && /^\p{Lu}/u.test(first.raw)
  const articled = (word: string) =>
    article?.[0].startsWith('A') ? word.slice(0, 1).toUpperCase() + word.slice(1) : word
  const start =
    article === null
      ? head
      : `${head.slice(0, article.index)}${articled(/^[aeiou]/i.test(noun.raw) ? 'an' : 'a')} `
  return start + (capital ? tail.slice(0, 1).toUpperCase() + tail.slice(1) : tail)
}

export const frameworkRules: readonly DesignRule[] = [textRule('framework/term', termsIn)]
