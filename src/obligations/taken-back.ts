import { wordsIn } from './sentence-words.ts'

const but = '^[^\\p{L}]*(?:(?:but|however|yet|although|and),? )?'
const notSo = '(?:so|true|the case|right|valid|correct)(?: any ?more| any longer)?'
const back = new RegExp(
  `${but}(?:(?:this|that|these|those|it|they|all (?:of )?this|none of (?:this|that|it|these)|the above)(?: (?:statement|sentence|rule)s?)? (?:(?:is|are|was|were|holds?)(?: not|n['’]?t| no longer| never)? (?:only |just |all )?(?:${notSo}|wrong|false|untrue|outdated|obsolete|history|an? (?:lie|myth|mistake|joke))(?<! (?:is|are|was|were) (?:so|true|right|valid|correct|the case))|(?:is|was) (?:so |true )?(?:until|before)\\b|(?:has|have) (?:changed|been (?:removed|dropped))|no longer (?:holds?|applies|apply))|(?:not|no longer) ${notSo}|wrong\\b[:.!]|false\\b[:.!]|untrue\\b|nothing of the kind)`,
  'iu',
)
const contrast = new RegExp(
  `${but}(?:in (?:truth|reality|fact|practice)|actually|in the meantime|since then|meanwhile|the (?:opposite|contrary))\\b`,
  'iu',
)
/** A heading or a lead under which nothing is meant as it stands. */
const frame =
  /\b(?:myths?|misconceptions?|false|untrue|fiction|jokes?|obsolete|outdated|formerly|not true|no longer true)\b/i
const voided =
  /\b(?:(?:was|were|has been|have been) (?:removed|dropped|discontinued)|(?:has|have|had) no (?:effect|function|meaning)|(?:is|are) without effect|(?:do|does)(?: not|n['’]?t) (?:exist|work|do anything)|(?:do|does) nothing|(?:is|are)(?: not|n['’]?t) (?:read|implemented))\b/i
const negated = /\b(?:not|never|without|isn['’]?t|aren['’]?t)(?: an?| the| under)?[\s`"“'*_]*$/i

export const isFrame = (text: string): boolean => frame.test(text)

/** Whether what comes after a sentence takes it back: "This is no longer so", or later "In truth it lies elsewhere" of the same thing. */
export function isTakenBack(sentence: string, after: readonly string[]): boolean {
  const [next = '', ...later] = after
  if (back.test(next) || contrast.test(next)) return true
  const { words } = wordsIn(sentence)
  return later.some(
    (each) => contrast.test(each) && wordsIn(each).order.some((word) => words.has(word)),
  )
}

const replaced =
  /\b(?:since|as of) (?:version )?v?\d[^!?]*\binstead\b|\bnow (?!and\b|on\b|you\b|we\b|the\b)\p{L}+s\b|\bno longer\b/iu
const removed =
  /\b(?:was|were|has been|have been) (?:removed|dropped|discontinued) (?:in|with|since) v?\d/i

/** A later sentence that says something else of the same thing from some time on; null where there is none. */
export function laterAgainst(sentence: string, after: readonly string[]): string | null {
  const { words } = wordsIn(sentence)
  const shared = (each: string) => [...wordsIn(each).words].filter((word) => words.has(word)).length
  const against = after.find(
    (each) => (replaced.test(each) && shared(each) > 1) || (removed.test(each) && shared(each) > 0),
  )
  return against?.trim() ?? null
}

const struck = /~~|<\/?(?:del|s|strike)>/gi

/** What takes back the words at this place: a "not" before them, the rest of their sentence, or the next one. */
export function sentenceAgainst(text: string, start: number, end: number): string | null {
  const lead = text.slice(Math.max(0, start - 60), start)
  const rest = text.slice(end, end + 400).split(/\n\s*\n/)[0] ?? ''
  const [own = '', ...after] = rest.split(/(?<=[.!?;])\s+/)
  const said = `${/[^.!?;\n]*$/.exec(lead)?.[0] ?? ''}${text.slice(start, end)}${own}`.trim()
  const isStruck = (lead.split('\n').at(-1)!.match(struck) ?? []).length % 2 === 1
  if (isStruck || negated.test(lead) || voided.test(own)) return said
  return isTakenBack(said, after) ? `${said} ${after[0] ?? ''}` : null
}

/** What a whole text says against the words at this place: beside them, or anywhere after. */
export function textAgainst(text: string, start: number, end: number): string | null {
  const beside = sentenceAgainst(text, start, end)
  if (beside !== null) return beside
  const lead = /[^.!?;\n]*$/.exec(text.slice(0, start))![0]
  const [own = '', ...after] = text.slice(end).split(/(?<=[.!?;])\s+|\n+/)
  return laterAgainst(`${lead}${text.slice(start, end)}${own}`, after)
}
