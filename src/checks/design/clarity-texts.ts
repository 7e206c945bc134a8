import type { DesignModel } from './design-model.ts'
import { shared } from './coherence-ids.ts'
import { normalised, type Prose, stemsOf } from './prose.ts'
import type { DesignRule, Seen } from './rule.ts'
import { oneOf } from './spot.ts'

/** How many of a name's words its description takes up. */
function fit(name: string, description: string): number {
  const words = new Set(stemsOf(description))
  const own = stemsOf(name)
  return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length
}

/** Of components that share a description, the one it suits best keeps it. */
function sharedDescriptions({ intent }: DesignModel): readonly Seen[] {
  const described = intent.components.map(({ id, name, description }, index) => ({
    id,
    path: `/components/${index}/description`,
    text: normalised(description),
    fit: fit(name, description),
  }))
  return shared(described, ({ text, path }) => text || path).flatMap((group) => {
    const [kept] = group.toSorted((a, b) => b.fit - a.fit)
    return group
      .filter((each) => each !== kept)
      .map(({ path }) => ({ path, message: `is the description of "${kept?.id ?? ''}" too` }))
  })
}

const sharedGoals = ({ intent }: DesignModel): readonly Seen[] =>
  shared(
    intent.goals.map((goal, index) => ({ path: `/goals/${index}`, text: normalised(goal) })),
    ({ text, path }) => text || path,
  ).flatMap(([first, ...rest]) =>
    rest.map(({ path }) => ({
      path,
      message: `states the goal of ${first?.path ?? ''} again`,
      fix: { title: 'state the goal once', edits: [{ op: 'remove' as const, path }] },
    })),
  )

const fillers = oneOf(
  'component view page screen container control field button element widget item show display',
)

function restated({ intent }: DesignModel): readonly Seen[] {
  return intent.components.flatMap(({ name, id, description }, index) => {
    const known = new Set([...stemsOf(name), ...stemsOf(id), ...fillers])
    const own = stemsOf(description)
    return own.length > 0 && own.every((word) => known.has(word))
      ? [
          {
            path: `/components/${index}/description`,
            message: `says no more than the name "${name}" does`,
          },
        ]
      : []
  })
}

const templateMarker =
  /\{\{[^}]{0,80}\}\}|\$\{[^}]{0,80}\}|<%.{0,80}?%>|%\([a-z]{1,30}\)s|\[(?:insert|your|todo|tbd|tba|placeholder|fill|enter|add|name|description|xxx)\b[^\]]{0,60}\]|<(?:insert|your|todo|tbd|placeholder|fill|enter|name|description|component|entity|actor|goal|feature|text|value|title|action|outcome|xxx)\b[^>]{0,40}>|\{(?:name|title|description|placeholder|todo|value|text|actor|goal|entity|component|feature|x|0|1)\}/i

const templates = ({ path, text }: Prose): readonly Seen[] => {
  const match = templateMarker.exec(text)
  return match === null ? [] : [{ path, message: `"${match[0]}" is left over from a template` }]
}

/** Capitals throughout. Short words may be acronyms. */
function shouting({ path, text, words }: Prose): readonly Seen[] {
  const loud = words.filter(
    ({ raw, quoted }) => !quoted && raw.length >= 4 && /^\p{Lu}+$/u.test(raw),
  )
  const letters = loud.reduce((sum, { raw }) => sum + raw.length, 0)
  return loud.length >= 2 && letters >= 10 && loud.length * 2 >= words.length
    ? [{ path, message: `"${text.slice(0, 40)}" is written in capitals throughout` }]
    : []
}

const longest = 50

function longSentences(prose: Prose): readonly Seen[] {
  let length = 0
  for (const { gap } of prose.words) {
    length = /[.!?;\n]/.test(gap) ? 1 : length + 1
    if (length > longest)
      return [{ path: prose.path, message: `holds a sentence of more than ${longest} words` }]
  }
  return []
}

const doubled = oneOf('the a an to of and in is are for with on or by at from into their its')

function doubledWords(prose: Prose): readonly Seen[] {
  const at = prose.words.findIndex(
    ({ lower, gap, quoted }, index) =>
      !quoted && doubled.has(lower) && /^\s+$/.test(gap) && prose.words[index - 1]?.lower === lower,
  )
  const [first, second] = [prose.words[at - 1], prose.words[at]]
  if (first === undefined || second === undefined) return []
  const text = prose.text.slice(0, first.end) + prose.text.slice(second.end)
  const fix = {
    title: `write "${second.raw}" once`,
    edits: [{ op: 'replace' as const, path: prose.path, value: text }],
  }
  return [{ path: prose.path, message: `"${second.raw}" stands twice in a row`, fix }]
}

const openEnds = oneOf('and or the a an of but because than from which whose into')

function unfinished({ path, text, words }: Prose): readonly Seen[] {
  const last = words.at(-1)
  if (last === undefined || last.quoted) return []
  const rest = text.slice(last.end).trim()
  const open = /[,;:(\-–—&+/]$/.test(rest) || (rest === '' && openEnds.has(last.lower))
  return open || (rest === '.' && oneOf('and or the an of because which').has(last.lower))
    ? [{ path, message: 'ends in the middle of a sentence' }]
    : []
}

const empty = oneOf(
  'it they he she this that these those them him her i we you us do does did done doing is are be been was goes go going gone works work happens happen happened makes make made then the a an to and so there here again same one ones thing things stuff something',
)

/** Says that something is done, but not what. */
const wordless = ({ kind, path, text, words }: Prose): readonly Seen[] =>
  (kind === 'action' ||
    kind === 'outcome' ||
    kind === 'trigger' ||
    kind === 'response' ||
    kind === 'description' ||
    kind === 'goal') &&
  words.length > 0 &&
  words.every(({ lower }) => empty.has(lower))
    ? [{ path, message: `"${text.slice(0, 40)}" does not say what is meant` }]
    : []

// joiners are left alone where a script needs them
const unseen = /[\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]|(?![\n\r\t])\p{Cc}/gu

function invisible({ path, text }: Prose): readonly Seen[] {
  const clean = text.replace(unseen, '')
  if (clean === text) return []
  const message = 'holds characters that nobody can see'
  if (clean.trim() === '') return [{ path, message }]
  const fix = {
    title: 'remove the invisible characters',
    edits: [{ op: 'replace' as const, path, value: clean }],
  }
  return [{ path, message, fix }]
}

export const clarityTextRules: readonly DesignRule[] = [
  {
    id: 'clarity/shared-description',
    dimension: 'clarity',
    severity: 'warning',
    about: 'No two components have the same description.',
    example: {
      bad: 'two components that "List the rooms of a day"',
      better: 'a description of its own for each',
    },
    over: 'intent',
    run: sharedDescriptions,
  },
  {
    id: 'clarity/shared-goal',
    dimension: 'clarity',
    severity: 'warning',
    about: 'No goal is stated twice.',
    example: { bad: 'the goal "Members book rooms" twice', better: 'each goal once' },
    over: 'intent',
    run: sharedGoals,
  },
  {
    id: 'clarity/restated-name',
    dimension: 'clarity',
    severity: 'warning',
    about: 'A description says more than the name.',
    example: {
      bad: '"Seat map": "The seat map view"',
      better: '"Seat map": "Marks the seats that are taken"',
    },
    over: 'intent',
    run: restated,
  },
  ...(
    [
      [
        'template-marker',
        'Nothing is left over from a template.',
        '"Welcomes {{name}}"',
        '"Welcomes the member by first name"',
        templates,
      ],
      [
        'shouting',
        'Texts are not written in capitals throughout.',
        '"SHOWS ALL ROOMS"',
        '"Shows all rooms"',
        shouting,
      ],
      [
        'long-sentence',
        `No sentence has more than ${longest} words.`,
        'a sentence of 70 words',
        'two or three sentences',
        longSentences,
      ],
      [
        'doubled-word',
        'No small word stands twice in a row.',
        '"Opens the the list"',
        '"Opens the list"',
        doubledWords,
      ],
      [
        'unfinished',
        'Texts end where a sentence ends.',
        '"Shows the name, the floor and"',
        '"Shows the name and the floor"',
        unfinished,
      ],
      [
        'wordless',
        'A text names who or what it speaks of.',
        '"It does it"',
        '"The list reloads"',
        wordless,
      ],
      [
        'invisible-character',
        'Texts hold no control or zero-width characters.',
        'a zero-width space inside a word',
        'the word without it',
        invisible,
      ],
    ] as const
  ).map(([name, about, bad, better, read]): DesignRule => ({
    id: `clarity/${name}`,
    dimension: 'clarity',
    severity: 'warning',
    about,
    example: { bad, better },
    over: 'texts',
    read,
  })),
]
