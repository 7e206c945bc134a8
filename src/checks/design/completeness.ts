import { type DesignModel, oneOf } from './design-model.ts'
import { onlyKeepsPlace, placeKeptIn } from './placeholder-words.ts'
import { isName, type Prose, type ProseKind } from './prose.ts'
import { type DesignRule, intentRule, nodeRule, removing, type Seen, textRule } from './rule.ts'

/** Texts that stand for a text. "Todo list" and the state "empty" are real ones. */
function placeholders(prose: Prose, model: DesignModel): readonly Seen[] {
  const { kind, path, text } = prose
  const plain = plainOf(prose, model)
  if (plain === '') return [look(prose, 'holds no words')]
  if (onlyKeepsPlace(plain) && !meansSomething(kind, plain))
    return [look(prose, `"${cut(text)}" only keeps a place for a text`)]
  const inside = placeKeptIn(prose)
  if (inside === null || (isName(prose) && /^(?:work in progress|WIP|TODO|HACK)$/i.test(inside)))
    return []
  return [{ path, message: `"${inside}" only keeps a place for a text` }]
}

/** Without case and punctuation; names in one piece are taken apart at their humps. */
const plainOf = (prose: Prose, { plain }: DesignModel): string =>
  plain(isName(prose) ? prose.text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2') : prose.text)

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

const optional: ReadonlySet<ProseKind> = new Set([
  'title',
  'actor',
  'flow-goal',
  'outcome',
  'attribute-note',
  'relationship-note',
])

/** A placeholder in a field that may be left out is better left out. */
const look = ({ kind, path }: Prose, message: string): Seen => ({
  path,
  message,
  ...(optional.has(kind) && { fix: removing('leave the empty words out', path) }),
})

const leasts: Partial<Readonly<Record<ProseKind, readonly [words: number, characters: number]>>> = {
  description: [3, 20],
  goal: [3, 12],
  'flow-goal': [2, 8],
  action: [2, 6],
  trigger: [2, 6],
  response: [2, 8],
  outcome: [2, 6],
}

/** Writing without spaces between words is measured by its characters alone. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function thin({ kind, path, text, words }: Prose, { plain }: DesignModel): readonly Seen[] {
  const least = leasts[kind]
  if (least === undefined || words.length === 0 || unspaced.test(text)) return []
  if (onlyKeepsPlace(plain(text))) return []
  if (/^on \p{L}+$/u.test(plain(text)))
    return [{ path, message: `"${cut(text)}" says too little: name who does what` }]
  if (words.length >= least[0] && text.trim().length >= least[1]) return []
  const counted = words.length === 1 ? '1 word' : `${words.length} words`
  const expected = `expected at least ${least[0]} words and ${least[1]} characters`
  return [{ path, message: `"${cut(text)}" says too little: ${counted}; ${expected}` }]
}

/** A control that nothing mentions, or the only one that no interaction explains. */
function idleControls(model: DesignModel): readonly Seen[] {
  const controls = model.nodes.component.filter(({ value }) => value.type === 'control')
  const silent = controls.filter(({ at }) => !model.inInteractions.has(at))
  const isAlone = controls.length > 1 && silent.length === 1
  return silent
    .filter(
      ({ at, value }) =>
        isAlone ||
        (model.intent.interactions.length > 0 &&
          !model.inSteps.has(at) &&
          (value.binds ?? []).length === 0 &&
          model.holders[at]!.length > 0),
    )
    .map(({ path, value }) => ({
      path,
      message: `no interaction says what the control "${value.id}" does`,
    }))
}

export const completenessRules: readonly DesignRule[] = [
  textRule('completeness/placeholder', placeholders),
  textRule('completeness/thin-text', thin),
  intentRule('completeness/few-goals', ({ intent }) =>
    intent.goals.length < 2
      ? [{ path: '/goals', message: 'only one goal is stated; expected at least two' }]
      : [],
  ),
  nodeRule('completeness/short-flow', ['flow', 'steps'], ({ id, steps }) =>
    steps.length < 2 ? `the flow "${id}" has one step; expected at least two` : null,
  ),
  intentRule('completeness/no-interactions', ({ intent }) =>
    intent.interactions.length === 0
      ? [{ path: '/interactions', message: 'no interaction says how a component answers the user' }]
      : [],
  ),
  nodeRule(
    'completeness/bare-interaction',
    ['interaction', 'componentIds'],
    ({ id, componentIds }) =>
      componentIds.length === 0 ? `the interaction "${id}" names no component` : null,
  ),
  intentRule('completeness/idle-control', idleControls),
]
