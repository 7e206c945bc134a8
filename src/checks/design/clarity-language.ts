import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import { textsOf } from './prose.ts'

/** Small words that a sentence of the language can hardly do without, and that no other one has. */
const languages = {
  English: oneOf('the and with from which when that this are is of by for their has it to'),
  German: oneOf(
    'der das und mit nicht ein eine einen dem den des wird werden sich kann noch alle aller zur zum auf',
  ),
  French: oneOf('le la les des une avec dans pour qui est du au aux sur et par cette'),
  Spanish: oneOf('el la los las con del para que una por todas todos y su al'),
  Dutch: oneOf('de het van een met alle niet wordt voor naar zijn en op'),
}
type Language = keyof typeof languages

const names: readonly Language[] = ['English', 'German', 'French', 'Spanish', 'Dutch']

/** Small word → the numbers of the languages that have it. */
const speakers = new Map<string, readonly number[]>()
for (const [number, name] of names.entries())
  for (const word of languages[name]) speakers.set(word, [...(speakers.get(word) ?? []), number])

/** The language of a text that is clearly in one: by the small words it holds. */
function languageOf(text: string): Language | null {
  const counts = names.map(() => 0)
  for (const word of text.toLowerCase().split(/[^\p{L}]+/u))
    for (const number of speakers.get(word) ?? []) counts[number] = (counts[number] ?? 0) + 1
  const most = Math.max(...counts)
  const best = counts.indexOf(most)
  const second = Math.max(...counts.filter((_, number) => number !== best))
  return most < 3 || most - second < 2 ? null : (names[best] ?? null)
}

const longest = 400

function otherLanguages({ intent }: DesignModel): readonly Seen[] {
  const spoken = textsOf(intent).flatMap(({ kind, path, text }) => {
    const language =
      kind === 'state' || text.length < 25 || text.length > longest ? null : languageOf(text)
    return language === null ? [] : [{ path, language }]
  })
  const shares = Map.groupBy(spoken, ({ language }) => language)
  const [most] = [...shares].toSorted(([, one], [, other]) => other.length - one.length)
  if (most === undefined || most[1].length * 2 <= spoken.length || most[1].length < 3) return []
  return spoken
    .filter(({ language }) => language !== most[0])
    .map(({ path, language }) => ({
      path,
      message: `is in ${language}, where the design is in ${most[0]}`,
    }))
}

export const clarityLanguageRules: readonly DesignRule[] = [
  intentRule('clarity/other-language', otherLanguages),
]
