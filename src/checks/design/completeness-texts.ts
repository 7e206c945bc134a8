import { type DesignRule, type Seen, intentRule, textRule } from './rule.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import { onlyKeepsPlace, placeKeptIn } from './placeholder-words.ts'
import { type Prose, type ProseKind, isName } from './prose.ts'

/** Texts that stand for a text. "Todo list" and the state "empty" are real ones. */
function placeholders(prose: Prose, model: DesignModel): readonly Seen[] {
  const { kind, path, text, words } = prose
  const plain = words.length > 9 ? text : plainOf(prose, model)
  if (plain === '') return [seen(prose, 'holds no words')]
  if (onlyKeepsPlace(plain) && !meansSomething(kind, plain))
    return [seen(prose, `"${cut(text)}" only keeps a place for a text`)]
  const inside = placeKeptIn(prose)
  if (inside === null || (isName(prose) && /^(?:work in progress|WIP|TODO|HACK)$/i.test(inside)))
    return []
  return [{ path, message: `"${inside}" only keeps a place for a text` }]
}

/** Without case and punctuation; names in one piece are taken apart at their humps. */
const plainOf = (prose: Prose, { plain }: DesignModel): string =>
  plain(
    isName(prose) && /\p{Ll}\p{Lu}/u.test(prose.text)
      ? prose.text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      : prose.text,
  )

const realStates = oneOf(
  'empty blank pending unknown none testing placeholder default draft missing nothing',
)
const realNames = oneOf(
  'todo test goal action title label description draft placeholder default response trigger outcome sample example stub dummy value text',
)
const realNotes = oneOf(
  'none unknown empty blank pending later draft default nothing missing name title label',
)

/** Words that say something as the name of a state or a thing, though not as a description. */
function meansSomething(kind: ProseKind, plain: string): boolean {
  if (kind === 'state') return realStates.has(plain)
  if (kind === 'entity-name' || kind === 'component-name')
    return realNames.has(plain) || plain === 'to do'
  return (kind === 'attribute-note' || kind === 'relationship-note') && realNotes.has(plain)
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** A placeholder in a field that may be left out is better left out. */
const optionalKinds: ReadonlySet<ProseKind> = new Set([
  'title',
  'actor',
  'flow-goal',
  'outcome',
  'attribute-note',
  'relationship-note',
])

function seen({ kind, path }: Prose, message: string): Seen {
  if (!optionalKinds.has(kind)) return { path, message }
  const fix = { title: 'leave the empty words out', edits: [{ op: 'remove' as const, path }] }
  return { path, message, fix }
}

const leasts: Partial<
  Readonly<Record<ProseKind, { readonly words: number; readonly characters: number }>>
> = {
  description: { words: 3, characters: 20 },
  goal: { words: 3, characters: 12 },
  'flow-goal': { words: 2, characters: 8 },
  action: { words: 2, characters: 6 },
  trigger: { words: 2, characters: 6 },
  response: { words: 2, characters: 8 },
  outcome: { words: 2, characters: 6 },
}

/** Writing without spaces between words is measured by its characters alone. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function thin({ kind, path, text, words }: Prose, model: DesignModel): readonly Seen[] {
  const least = leasts[kind]
  if (least === undefined || words.length === 0 || unspaced.test(text)) return []
  if (words.length >= 9 && text.length >= 20) return []
  const plain = model.plain(text)
  if (onlyKeepsPlace(plain)) return []
  if (/^on \p{L}+$/u.test(plain))
    return [{ path, message: `"${cut(text)}" says too little: name who does what` }]
  if (words.length >= least.words && text.trim().length >= least.characters) return []
  const counted = words.length === 1 ? '1 word' : `${words.length} words`
  return [
    {
      path,
      message: `"${cut(text)}" says too little: ${counted}; expected at least ${least.words} words and ${least.characters} characters`,
    },
  ]
}

function fewGoals({ intent }: DesignModel): readonly Seen[] {
  return intent.goals.length < 2
    ? [{ path: '/goals', message: 'only one goal is stated; expected at least two' }]
    : []
}

export const completenessTextRules: readonly DesignRule[] = [
  textRule('completeness/placeholder', placeholders),
  textRule('completeness/thin-text', thin),
  intentRule('completeness/few-goals', fewGoals),
]
