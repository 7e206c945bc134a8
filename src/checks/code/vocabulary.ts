import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span, Vocabulary } from '../../obligations/examine.ts'
import { numberIn } from '../../kit/number-words.ts'
import { calls } from '../../obligations/call-forms.ts'

export const span = (start: number, text: string, check: DemandCheck): Span => ({
  start,
  end: start + text.length,
  check,
})

const named = (name: string, role: string): DemandCheck => ({ type: 'name', name, role })

/** "in Python", "a TypeScript function", "as an ES module". */
const languages: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /(?<![\w`-])(?:in |as an? |an? )?(?:plain |modern |strict )?(TypeScript|JavaScript|Python|ES modules?|ESM|CommonJS)(?: 3| module| file| code)?(?![\w-])/gi,
    ),
  ].map((match) => span(match.index, match[0], named(match[1]!.toLowerCase(), 'language')))

const verbs =
  /^`?,?\s*(?:must |should |shall |will )?(?:is|be|returns?|gives?|equals?|yields?|throws?|rejects?|raises?|becomes|→|->|=>|===?)\s/

/** \`clamp(value, min, max)\`: names in place of values make it a signature. */
const signatures: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /`(?:async )?(?:function )?([A-Za-z_$][\w$]*)\(([^`()]*)\)(?:\s*(?::|->|=>)\s*[^`]+)?`(?: (?:function|method))?/g,
    ),
  ].flatMap((match) => {
    const [all, name = '', inside = ''] = match
    const isNames = inside
      .split(',')
      .every(
        (one) =>
          /^\s*(?:\.{3})?[A-Za-z_$][\w$]*\??(?:\s*[:=].*)?\s*$|^\s*$/.test(one) &&
          !/^\s*(?:true|false|null|undefined|None)\s*$/.test(one),
      )
    const rest = sentence.slice(match.index + all.length)
    if (!isNames || (inside.trim() === '' && verbs.test(rest))) return []
    // "a debounce function `debounce(fn)`": the word before is the same name
    const lead = new RegExp(`\\b${name} (?:function )?$`, 'i').exec(sentence.slice(0, match.index))
    const start = lead?.index ?? match.index
    const text = sentence.slice(start, match.index + all.length)
    return [span(start, text, named(`${name}(${inside})`, 'signature'))]
  })

const listed = String.raw`((?:\`?[A-Za-z_$][\w$]*(?:\([^)\n]*\))?\`?(?:\s*\([^)\n]*\))?(?:,\s*(?:and\s+)?|\s+and\s+)?)+)`

/** "a class Stack with methods push, pop and peek", "an interface User with fields id (number) and name". */
const members: Form = (sentence) =>
  [
    ...sentence.matchAll(
      new RegExp(
        `\\b(class|interface|type)\\s+\`?([A-Za-z_$][\\w$]*)\`?\\s+(?:with|that has|having)\\s+(?:the\\s+)?(?:methods?|fields?|properties|functions)\\s+${listed}`,
        'g',
      ),
    ),
  ].map((match) => {
    const [all, kind = '', owner = '', list = ''] = match
    const fields = [
      ...list.matchAll(/`?([A-Za-z_$][\w$]*)(\([^)\n]*\))?`?(?:\s+\(([A-Za-z[\]]+)\))?/g),
    ]
      .map(([, name = '', call, type]) => ({
        name,
        ...(call === undefined && type !== undefined ? { type } : {}),
      }))
      .filter(({ name }) => name !== 'and')
    return span(match.index, all.trimEnd(), { type: 'fields', owner: `${kind} ${owner}`, fields })
  })

/** What a text of code has or has not: "no dependencies", "without loops", "no comments". */
const parts: Form = (sentence) => [
  ...[
    ...sentence.matchAll(
      /\b(?:(?:any |external |third-party |npm |runtime )+(?:library|package|dependency)|(?:any |external |third-party |npm |runtime )*(?:dependencies|libraries|packages))\b/gi,
    ),
  ].map((match) => span(match.index, match[0], named('dependencies', 'part'))),
  ...[
    ...sentence.matchAll(
      /\b(classes|loops|comments|regular expressions|regex(?:es)?|default exports?)\b/gi,
    ),
  ].map((match) => span(match.index, match[0], named(match[1]!.toLowerCase(), 'part'))),
]

/** "a function slugify", "class Stack", "exports \`a\`": the noun says what the name is. */
const nouns: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /\b(function|class|interface|type|method|constant)\s+`?([A-Za-z_$][\w$]*[A-Z_]\w*|[A-Z][\w$]+|(?<=`)[\w$]+)`?(?![\w(])/g,
    ),
  ].map((match) => span(match.index, match[0], named(match[2]!, match[1]!)))

/** "\`phase(day)\` is exported": others must be able to use it. */
const exported: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /(?<=`([A-Za-z_$][\w$]*)(?:\([^`\n]*\))?` )(?:(?:is|are|must be|should be|gets?) )?exported\b/g,
    ),
  ].map((match) => span(match.index, match[0], named(match[1]!, 'export')))

/** "two functions", "3 exported functions". */
const counts: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /\b(two|three|four|five|\d+) (?:exported |pure |named |small |public )*functions\b/gi,
    ),
  ].map((match) =>
    span(match.index, match[0], {
      type: 'limit',
      name: 'functions',
      bound: 'exactly',
      value: Number(numberIn(match[1]!)),
    }),
  )

const now = '(?:today|currently|so far|at the moment|right now|until now|at present|as of now)'
/** "Today every day costs 20 cents.", "(today it is \`undefined\`)": what a change starts from. */
export const howItIsNow = new RegExp(
  `^(?!.*\\b(?:must|should|shall|has to|have to|needs?|want|but|instead|make|change|fix|please)\\b)${now}(?:,|(?= (?:it|every|each|all|there|we|they|this|these|the|our|\`)(?!\\w))).*$|\\(${now} [^)]*\\)`,
  'gi',
)

/** How tasks speak about code. */
export const codeVocabulary: Vocabulary = {
  glue: new Set(
    `function method class module file code export exported script library named public helper type interface constant
    argument parameter single program typed field signature call`
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
  forms: [calls, exported, signatures, members, nouns, languages, parts, counts],
  asIs: howItIsNow,
}
