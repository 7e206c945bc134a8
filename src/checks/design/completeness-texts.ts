import type { DesignModel } from './design-model.ts'
import { type Prose, type ProseKind, isName, normalised, wordsOf } from './prose.ts'
import type { DesignRule, Seen } from './rule.ts'

const wholePlaceholder =
  /^(?:(?:to be|tb[adc]|to do|todo|fixme|xx+|aa+|asdf\w*|qwerty\w*|foo(?: bar(?: baz)?)?|bla(?: bla)*|blah(?: blah)*|lorem\b.*|n a|na|none|null|undefined|nil|unknown|empty|blank|placeholder(?: text)?|dummy(?: text)?|sample text|some text|text|text here|test|testing|untitled|coming soon|work in progress|wip|pending|later|your text here|insert \w+(?: \w+)? here|add \w+(?: \w+)? here|enter \w+(?: \w+)? here|fill (?:this |me )?in(?: later)?|(?:the |a |short |component |step |goal |entity )?(?:description|name|title|goal|action|outcome|response|trigger|label)(?: here| goes here| text| tbd| pending| to follow| missing)|no description|description|to be (?:decided|determined|defined|confirmed|written|completed|filled in|added|done|announced|specified|described)(?: later)?|string|value|something|anything|whatever|dolor sit amet\b.*)(?: \d+)?|\d+)$/u

const placeholderInside =
  /\blorem ipsum\b|\bdolor sit amet\b|\bto be (?:decided|determined|defined|confirmed|written|completed|filled in|announced|specified|described)\b|\b(?:description|text|title|content|details) (?:goes|go) here\b|\binsert \w+ here\b|\byour \w+ here\b|\bplaceholder text\b|\bcoming soon\b|\bwork in progress\b|\bfill (?:this|me) in\b/i
const markers =
  /\b(?:TBD|TBA|TBC|FIXME|XXX+|TODO|WIP|LOREM|ASDF)\b|\btbd\b|\bfixme\b|\basdf\w*|\?\?+|_{4,}/

/** Texts that stand for a text. "Todo list" and the state "empty" are real ones. */
function placeholders(prose: Prose): readonly Seen[] {
  const { kind, path, text } = prose
  const plain = normalised(text)
  if (plain === '') return [seen(prose, 'holds no words')]
  const short = kind === 'state' || kind === 'actor' || isName(prose)
  if (wholePlaceholder.test(plain) && !allowedAlone(kind, plain))
    return [seen(prose, `"${cut(text)}" only keeps a place for a text`)]
  const inside = placeholderInside.exec(text) ?? markers.exec(unquoted(text))
  if (inside === null || (short && /^(?:coming soon|work in progress|WIP|TODO)$/i.test(inside[0])))
    return []
  return [{ path, message: `"${inside[0]}" only keeps a place for a text` }]
}

/** Words that say something as the name of a state or thing, though not as a description. */
const realAlone =
  /^(?:empty|blank|pending|unknown|none|null|test|testing|text|title|label|value|todo|to do|name|description|later|na|string|\d+|goal|action|component name|outcome|response|trigger)$/
const allowedAlone = (kind: ProseKind, plain: string): boolean =>
  kind === 'state'
    ? /^(?:empty|blank|pending|unknown|none|testing|placeholder)$/.test(plain)
    : kind === 'entity-name' || kind === 'component-name'
      ? /^(?:todo|to do|test|goal|action|title|label|description)$/.test(plain)
      : kind === 'attribute-note' || kind === 'relationship-note'
        ? realAlone.test(plain) &&
          !/^(?:todo|to do|description|na|string|text|value|test)$/.test(plain)
        : false

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
const unquoted = (text: string): string => text.replace(/"[^"]{0,120}"|“[^”]{0,120}”/g, '')

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

function thin({ kind, path, text, words }: Prose): readonly Seen[] {
  const least = leasts[kind]
  if (least === undefined || words.length === 0 || unspaced.test(text)) return []
  const plain = normalised(text)
  if (wholePlaceholder.test(plain)) return []
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

/** All words that the flows, components, interactions and entities use, by a rough stem. */
function unservedGoals({ intent }: DesignModel): readonly Seen[] {
  const roots = (text: string) =>
    wordsOf(text)
      .map(({ lower }) => lower)
      .filter((word) => word.length >= 4 && !commonInGoals.has(word))
      .map((word) => word.slice(0, 5))
  const used = new Set(
    [
      ...intent.userFlows.flatMap(({ name, goal, actor, steps }) => [
        name,
        goal ?? '',
        actor ?? '',
        ...steps.flatMap(({ action, outcome }) => [action, outcome ?? '']),
      ]),
      ...intent.components.flatMap(({ name, description }) => [name, description]),
      ...intent.interactions.flatMap(({ trigger, response }) => [trigger, response]),
      ...intent.dataModel.entities.map(({ name }) => name),
    ].flatMap(roots),
  )
  return intent.goals.flatMap((goal, index) => {
    const own = roots(goal)
    return own.length >= 4 && !own.some((root) => used.has(root))
      ? [{ path: `/goals/${index}`, message: 'no flow, component or entity speaks of this goal' }]
      : []
  })
}

const commonInGoals: ReadonlySet<string> = new Set(
  'with from that this they them their than then when where which while without within into have make makes must user users able allow allows enable enables help helps give gives every each more most less only'.split(
    ' ',
  ),
)

const completeness = { dimension: 'completeness' } as const

export const completenessTextRules: readonly DesignRule[] = [
  {
    ...completeness,
    id: 'completeness/placeholder',
    severity: 'error',
    about: 'No text only keeps a place for a text.',
    example: {
      bad: '"description": "TBD"',
      better: '"description": "Lists the free rooms of a day"',
    },
    over: 'texts',
    read: placeholders,
  },
  {
    ...completeness,
    id: 'completeness/thin-text',
    severity: 'warning',
    about:
      'Descriptions have at least 3 words and 20 characters, goals at least 3 words, actions, outcomes, triggers and responses at least 2.',
    example: {
      bad: '"description": "A list"',
      better: '"description": "Lists the free rooms of a day"',
    },
    over: 'texts',
    read: thin,
  },
  {
    ...completeness,
    id: 'completeness/few-goals',
    severity: 'warning',
    about: 'A feature states at least two goals.',
    example: {
      bad: '"goals": ["Members book rooms"]',
      better: 'a second goal such as "Nobody books a taken room"',
    },
    over: 'intent',
    run: fewGoals,
  },
  {
    ...completeness,
    id: 'completeness/unserved-goal',
    severity: 'info',
    about: 'Every goal shares at least one word with the flows, components or entities.',
    example: {
      bad: 'a goal on exporting invoices in a design without invoices',
      better: 'a flow that exports an invoice',
    },
    over: 'intent',
    run: unservedGoals,
  },
]
