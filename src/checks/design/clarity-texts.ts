import { type DesignModel, type DesignRule, oneOf, type Seen } from './design-model.ts'
import { shared } from './coherence-ids.ts'
import { carriesMeaning, type Prose, stem, stemsOf } from './prose.ts'

/** How many of a name's words its description takes up. */
function fit(name: string, description: string): number {
  const words = new Set(stemsOf(description))
  const own = stemsOf(name)
  return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length
}

/** Of components that share a description, the one it suits best keeps it. */
function sharedDescriptions({ intent, plain }: DesignModel): readonly Seen[] {
  const described = intent.components.map(({ id, name, description }, index) => ({
    id,
    path: `/components/${index}/description`,
    text: plain(description),
    fit: () => fit(name, description),
  }))
  return shared(described, ({ text, path }) => text || path).flatMap((group) => {
    const [kept] = group.toSorted((a, b) => b.fit() - a.fit())
    return group
      .filter((each) => each !== kept)
      .map(({ path }) => ({ path, message: `is the description of "${kept?.id ?? ''}" too` }))
  })
}

const sharedGoals = ({ intent, plain }: DesignModel): readonly Seen[] =>
  shared(
    intent.goals.map((goal, index) => ({ path: `/goals/${index}`, text: plain(goal) })),
    ({ text, path }) => text || path,
  ).flatMap(([first, ...rest]) =>
    rest.map(({ path }) => ({
      path,
      message: `states the goal of ${first?.path ?? ''} again`,
      fix: { title: 'state the goal once', edits: [{ op: 'remove' as const, path }] },
    })),
  )

const fillers = oneOf(
  'utility data type kind general generic simple main ui user interface feature component view page screen container control field button element widget item show display',
)

function restated({ intent }: DesignModel): readonly Seen[] {
  return intent.components.flatMap(({ name, id, description }, index) => {
    if (description.split(' ').length > 10) return []
    const known = new Set([...stemsOf(name), ...stemsOf(id)])
    return saysOnly(description, (word) => known.has(word) || fillers.has(word))
      ? [
          {
            path: `/components/${index}/description`,
            message: `says no more than the name "${name}" does`,
          },
        ]
      : []
  })
}

/** Whether all words of a text are among some. The first other one ends the search. */
function saysOnly(text: string, among: (stem: string) => boolean): boolean {
  let any = false
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!carriesMeaning(word)) continue
    if (!among(stem(word))) return false
    any = true
  }
  return any
}

const templateMarker =
  /\{\{[^}]{0,80}\}\}|\$\{[^}]{0,80}\}|<%[^%]{0,80}%>|%\([a-z]{1,30}\)s|%[A-Z_]{3,40}%|__[A-Z_]{3,40}__|##[A-Za-z_ ]{2,40}##|@@[A-Za-z_ ]{2,40}@@|\[\[[^\]]{0,60}\]\]|\{[a-z][\w -]{0,40}\}|\{\d\}|\[(?!optional\b)[a-z][a-z _-]{1,40}\]|\[(?:INSERT|YOUR|TODO|TBD|TBA|Insert|Your|Add|Name|Feature|Component|Description|XXX)\b[^\]]{0,60}\]|<[a-z]+[ _-][a-z _-]{1,30}>|<(?:insert|your|todo|tbd|placeholder|fill|enter|name|description|component|entity|actor|goal|feature|text|value|title|action|outcome|user|customer|role|xxx)\b[^<>]{0,40}>/i

const templates = ({ path, text }: Prose): readonly Seen[] => {
  if (!/[{<[$%_#@]/.test(text)) return []
  const match = templateMarker.exec(text.replace(/"[^"]{0,120}"/g, ''))
  return match === null ? [] : [{ path, message: `"${match[0]}" is left over from a template` }]
}

/** Capitals throughout. Short words may be acronyms. */
function shouting({ path, text, words }: Prose): readonly Seen[] {
  const loud = words.filter(
    ({ raw, quoted }) =>
      raw.length >= 4 && !quoted && raw === raw.toUpperCase() && /^\p{Lu}+$/u.test(raw),
  )
  const letters = loud.reduce((sum, { raw }) => sum + raw.length, 0)
  if (/!{2,}/.test(text)) return [{ path, message: 'shouts with several exclamation marks' }]
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

const fairDoubles = oneOf(
  'that had bye so very much far no long hush cha knock ha boo do dum yo win',
)

function doubledWords(prose: Prose): readonly Seen[] {
  const at = prose.words.findIndex(
    ({ lower, gap, quoted }, index) =>
      prose.words[index - 1]?.lower === lower &&
      /^(?:\p{Ll}{2,}|a)$/u.test(prose.words[index]?.raw ?? '') &&
      !fairDoubles.has(lower) &&
      !quoted &&
      /^\s+$/.test(gap),
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
