import { type Command, commonOptions, type Option, type Verbs } from '../command.ts'

type Choice = { readonly word: string; readonly does: string }

/** What may stand at a place of the command line. */
export type Offer =
  | { readonly type: 'choices'; readonly choices: readonly Choice[] }
  | { readonly type: 'file' | 'folder' | 'run' | 'none' }

export type OptionOffer = {
  readonly name: string
  readonly short: string | null
  readonly help: string
  /** Null for an option that takes no value. */
  readonly value: Offer | null
}

/** One command, and what can be typed behind it. */
export type Place = {
  readonly path: string
  readonly first: Offer
  readonly rest: Offer
  readonly options: readonly OptionOffer[]
}

const none: Offer = { type: 'none' }
const files: Offer = { type: 'file' }
const common = optionsOf(commonOptions)

const choicesOf = (all: Readonly<Record<string, { readonly does: string }>>): Offer => ({
  type: 'choices',
  choices: Object.entries(all).map(([word, { does }]) => ({ word, does })),
})

/** Every place of the command line, from the table of verbs; the first one is the program itself. */
export async function placesOf(verbs: Verbs): Promise<readonly Place[]> {
  const version = { name: 'version', short: 'v', help: 'which version this is', value: null }
  const places: Place[] = [
    { path: '', first: choicesOf(verbs), rest: none, options: [...common, version] },
  ]
  for (const [verb, { load }] of Object.entries(verbs)) {
    const loaded = await load()
    if ('command' in loaded) {
      places.push(placeOf(verb, loaded.command))
      continue
    }
    const { commands } = loaded.group
    places.push({ path: verb, first: choicesOf(commands), rest: none, options: common })
    for (const [name, each] of Object.entries(commands))
      places.push(placeOf(`${verb} ${name}`, (await each.load()).command))
  }
  return places
}

/** Verbs that have commands of their own. */
export const groupsIn = (places: readonly Place[]): readonly string[] => [
  ...new Set(places.flatMap(({ path }) => (path.includes(' ') ? [path.split(' ')[0] ?? ''] : []))),
]

const placeOf = (path: string, command: Command): Place => ({
  path,
  first: firstOf(command),
  rest: command.words.most > 1 ? files : none,
  options: [...optionsOf(command.options), ...common],
})

/** The first word, as the usage calls it: a name of a run, one of a list, or a file. */
function firstOf({ words, firstWords, usage }: Command): Offer {
  if (words.most === 0) return none
  if (firstWords !== undefined)
    return { type: 'choices', choices: firstWords.map((word) => ({ word, does: '' })) }
  const [placeholder = ''] = /[<[].*/.exec(usage) ?? []
  return /^[<[]+(?:run|feature|order|id)\b/.test(placeholder) ? { type: 'run' } : files
}

function optionsOf(options: Readonly<Record<string, Option>>): readonly OptionOffer[] {
  return Object.entries(options).map(([name, option]) => ({
    name,
    short: option.short ?? null,
    help: option.help,
    value: option.type === 'boolean' ? null : valueOf(option),
  }))
}

function valueOf({ choices, value }: Option): Offer {
  if (choices !== undefined)
    return { type: 'choices', choices: choices.map((word) => ({ word, does: '' })) }
  if (value === 'FILE') return files
  if (value === 'DIR') return { type: 'folder' }
  return value === 'RUN' ? { type: 'run' } : none
}

/** Its written forms: --output and -o. */
export const formsOf = ({ name, short }: OptionOffer): readonly string[] => [
  `--${name}`,
  ...(short === null ? [] : [`-${short}`]),
]

/** The options that take the next word with them. */
export const valuedIn = ({ options }: Place): readonly string[] =>
  options.filter(({ value }) => value !== null).flatMap(formsOf)

/** A word for bash and zsh in which nothing is expanded. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Names of runs. What else a history may hold never reaches a shell. */
export const runNames = String.raw`list --json 2>/dev/null | grep -oE '"alias":"[A-Za-z0-9._-]+"' | cut -d'"' -f4`

/** What bash and zsh offer behind each option that takes a value, as a case of their script. */
export const valueCases = (
  { path, options }: Place,
  offered: (offer: Offer) => string,
): readonly string[] =>
  options.flatMap((option) =>
    option.value === null || option.value.type === 'none'
      ? []
      : [
          `    ${formsOf(option)
            .map((form) => quoted(`${path} ${form}`))
            .join('|')}) offer=${offered(option.value)} ;;`,
        ],
  )
