import type { ComponentType } from '../../../../checks/design/intent.ts'
import { asSentence, bare, cut } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { singular } from '../text/words.ts'
import type { PartFact } from './facts.ts'

/** Words that name a part of a screen wherever they stand. */
const plainWords: Readonly<Record<string, ComponentType>> = {
  page: 'view',
  screen: 'view',
  dashboard: 'view',
  view: 'view',
  button: 'control',
  link: 'control',
  field: 'control',
  checkbox: 'control',
  toggle: 'control',
  switch: 'control',
  dropdown: 'control',
  picker: 'control',
  menu: 'control',
  slider: 'control',
  textbox: 'control',
  textarea: 'control',
  selector: 'control',
  form: 'container',
  dialog: 'container',
  modal: 'container',
  panel: 'container',
  sidebar: 'container',
  toolbar: 'container',
  wizard: 'container',
  popup: 'container',
  list: 'data',
  table: 'data',
}

/** Words that name a part only where a document lists the parts of a screen. */
const listedWords: Readonly<Record<string, ComponentType>> = {
  ...plainWords,
  window: 'view',
  input: 'control',
  box: 'control',
  select: 'control',
  filter: 'control',
  search: 'control',
  tab: 'control',
  icon: 'control',
  upload: 'control',
  radio: 'control',
  stepper: 'control',
  section: 'container',
  header: 'container',
  footer: 'container',
  area: 'container',
  group: 'container',
  drawer: 'container',
  bar: 'container',
  calendar: 'data',
  chart: 'data',
  badge: 'data',
  banner: 'utility',
  card: 'data',
  grid: 'data',
  graph: 'data',
  map: 'data',
  summary: 'data',
  total: 'data',
  history: 'data',
  timeline: 'data',
  image: 'data',
  photo: 'data',
  overview: 'data',
  receipt: 'data',
  status: 'data',
  notification: 'utility',
  reminder: 'utility',
  toast: 'utility',
  alert: 'utility',
  message: 'utility',
  email: 'utility',
  export: 'utility',
}

const typeOf = (
  word: string,
  words: Readonly<Record<string, ComponentType>>,
): ComponentType | null => {
  const key = singular(word.toLowerCase()).replaceAll('-', '')
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null
}

/** The role that a name's words give a component; the last word that names one decides. */
export function partType(name: string): ComponentType | null {
  const words = name.match(/[\p{L}-]+/gu) ?? []
  // "list of buttons" is a list: what stands after "of" or "for" only describes
  const end = words.findIndex((word) => /^(?:of|for|with|to|by|that|which|in|on|from)$/i.test(word))
  const head = end > 0 ? words.slice(0, end) : words
  return head.reduceRight<ComponentType | null>(
    (type, word) => type ?? typeOf(word, listedWords),
    null,
  )
}

/** One part as a screen's list gives it: "a Confirm button that sends the request". */
export function partIn(text: string): PartFact | null {
  const said = bare(text)
  const mark =
    /\s*:\s|\s[–—-]\s|\s*[–—]\s|\s\(|\s(?:that|which|to|with|where|showing|listing|so|and then|for(?=\s+(?:each|every|the|an?)\b)|when|who)\s|[,;.]/i.exec(
      said,
    )
  const head = bare(mark === null ? said : said.slice(0, mark.index))
  const name = withoutLead(head)
  if (name === '' || name.split(' ').length > 9) return null
  return {
    name: title(name, 60),
    type: partType(name) ?? partType(said) ?? 'data',
    description: asSentence(said),
  }
}

const withoutLead = (text: string): string =>
  bare(
    text.replace(
      /^(?:there (?:is|are)|it (?:has|shows)|shows?|has|contains?|includes?|displays?)\s+/i,
      '',
    ),
  )
    .replace(/^(?:an?|the|some|two|three|four|one|its|their|each|every|big|large|small)\s+/i, '')
    .replace(/["“”'`]/g, '')

const stops =
  /^(?:an?|the|its|their|his|her|my|your|our|this|that|these|each|every|any|some|all|and|or|but|of|to|in|on|at|by|for|from|with|into|as|is|are|was|be|has|have|shows?|showing|displays?|contains?|includes?|lists?|opens?|presses|press|clicks?|taps?|selects?|chooses|picks?|uses?|using|hits?|sees?|via|through|fills?|enters?|types?|submits?|then|when|if|it|they|which|where|who|can|shall|must|should|will|one|two|three|no|not|new|same|next|previous|following|current|right|left|reaches|visits|returns|goes|sends?|adds?|over|under|after|before|only|also|both|simple|nice|single|out|up)$/i

/** The parts and views a sentence mentions by name: "the booking form", "a Confirm button". */
export function mentionedParts(sentence: string): readonly PartFact[] {
  const found: PartFact[] = []
  const words = [
    ...cut(sentence, 600).matchAll(
      /"[^"]{1,40}"|“[^”]{1,40}”|‘[^’]{1,40}’|'[^'\s][^']{0,38}'(?!\w)|[\p{L}\d][\p{L}\d'’-]*|[,;.:()]/gu,
    ),
  ].map(([word]) => word)
  for (const name of pressedIn(sentence))
    found.push({ name, type: 'control', description: asSentence(sentence) })
  for (const [index, word] of words.entries()) {
    const type = typeOf(word, plainWords)
    if (type === null) continue
    const name = nameBefore(words, index)
    const full = name === '' ? nameAfter(words, index) : name
    // "to view the tool" is a verb; a view as a thing has an article before its name
    if (full === '' || (word.toLowerCase() === 'view' && !isNoun(words, index))) continue
    const part = title(full, 60)
    if (!found.some((other) => other.name.toLowerCase() === part.toLowerCase()))
      found.push({ name: part, type, description: asSentence(sentence) })
  }
  return found
}

// what is pressed and stands in quotes is a button, though nobody calls it one
const pressedIn = (sentence: string): readonly string[] =>
  [
    ...cut(sentence, 600).matchAll(
      /\b(?:press(?:es)?|clicks?|taps?|hits?|push(?:es)?)\s+(?:on\s+)?(?:the\s+)?["“‘']([^"”’']{2,40})["”’'](?!\s+(?:button|link|tab|icon|menu))/gi,
    ),
  ].map((match) => title(`${match[1] ?? ''} button`, 60))

function nameBefore(words: readonly string[], index: number): string {
  const taken: string[] = []
  for (let at = index - 1; at >= 0 && taken.length < 3; at -= 1) {
    const word = words[at] ?? ''
    const quoted = /^["“‘']/.test(word)
    if (
      !quoted &&
      (stops.test(word) || /^[,;.:()]$/.test(word) || typeOf(word, plainWords) === 'view')
    )
      break
    taken.unshift(word.replace(/^["“‘']|["”’']$/g, ''))
    if (quoted) break
  }
  return taken.length === 0
    ? ''
    : `${taken.join(' ')} ${singular(words[index] ?? '').toLowerCase()}`
}

// "a list of free slots", and "dashboard", which needs no other word
function nameAfter(words: readonly string[], index: number): string {
  const word = singular(words[index] ?? '').toLowerCase()
  if (words[index + 1]?.toLowerCase() !== 'of') return word === 'dashboard' ? word : ''
  const of: string[] = []
  for (let at = index + 2; at < words.length && of.length < 3; at += 1) {
    const next = words[at] ?? ''
    if (
      of.length === 0 &&
      /^(?:the|all|their|its|an?|every|each|my|our|upcoming)$/i.test(next) &&
      next !== 'upcoming'
    )
      continue
    if (stops.test(next) || /^[^\p{L}\d]/u.test(next)) break
    of.push(next)
  }
  return of.length === 0 ? '' : `${word} of ${of.join(' ')}`
}

const isNoun = (words: readonly string[], index: number): boolean => {
  const before = words.slice(Math.max(0, index - 3), index).map((word) => word.toLowerCase())
  return before.some((word) => /^(?:the|an?|this|its|their|each)$/.test(word))
}
