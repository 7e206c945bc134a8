/** Which languages a text can be in, and how sure that is. */
export type Guess = {
  readonly languages: readonly string[]
  /** Small words found of the likeliest language, and of the one that was asked about. */
  readonly hits: number
  readonly askedHits: number
  readonly words: number
}

/** `de` of `de-AT`. */
export const primaryOf = (lang: string): string => lang.trim().toLowerCase().split(/[-_]/)[0] ?? ''

/** The likeliest language of a text, or null where nothing tells it. */
export function guessLanguage(text: string, asked: string): Guess | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const { pattern, languages } of scripts) {
    const result = text.match(pattern)?.length ?? 0
    if (letters >= 20 && result > letters / 2)
      return {
        languages,
        hits: result,
        askedHits: languages.includes(asked) ? result : 0,
        words: letters,
      }
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = [...stopWords]
    .map(([language, list]) => ({ language, hits: words.filter((word) => list.has(word)).length }))
    .toSorted((one, other) => other.hits - one.hits)
  const best = counted[0]
  if (best === undefined || best.hits === 0) return null
  const askedHits = counted.find(({ language }) => language === asked)?.hits ?? 0
  return { languages: [best.language], hits: best.hits, askedHits, words: words.length }
}

/** The languages whose small words are known, so that their absence says something. */
export const isKnown = (language: string): boolean =>
  stopWords.has(language) || scripts.some(({ languages }) => languages.includes(language))

const lists = {
  en: 'the and of to in is you that it for are with as your on be this have from or we by an not will can our at all what has more when their which they do its about',
  de: 'der die das und ist nicht ein eine einen einem mit für auf den dem des von zu sich auch wir sie ihr ich es im werden wird oder aus bei nach wie wenn über sind haben noch nur mehr uns unsere',
  fr: 'le la les et des est une un du dans pour pas que qui vous nous sur avec ce cette au aux par plus sont ou votre vos notre nos leur mais être avoir tout elle ils chez',
  es: 'el la los las y de que en un una es por con para del se su sus lo más como pero al nuestro nuestra usted sin está muy todo este esta son desde hasta',
  it: 'il lo la gli le e di che in un una è per con del della dei delle si non sono più come anche da al alla nel nella questo questa nostro vostro tutti ma ogni',
  pt: 'o os as e de que em um uma é para com do da dos das não se por mais como mas ao à seu sua nosso nossa você são pelo pela este esta muito também',
  nl: 'de het een en van ik dat die in te is niet op voor met zijn aan er maar om ook als bij uit naar wij ons onze uw kan wordt meer worden heeft geen deze',
  sv: 'och att det som en på är av för med den till inte har de ett om var vi ni kan ska eller från din ditt dina våra alla också när hos',
  da: 'og at det som en på er af for med den til ikke har de et om var vi kan skal eller fra din dit dine vores alle også når hos jeg du',
  no: 'og at det som en på er av for med den til ikke har de et om var vi kan skal eller fra din ditt dine våre alle også når hos jeg du',
  fi: 'ja on ei se että hän oli mutta kun niin myös tai kuin ovat voi sen jos joka ole meidän sinun kanssa vain kaikki',
  pl: 'i w na z do że nie się jest to o jak po ale za od przez dla są tak już czy ich przy lub oraz nasz nasze można twoje',
} as const

/** The commonest small words of a language: any text of some length is full of them. */
const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Scripts that tell a language, or a family of them, at sight. */
const scripts: readonly {
  readonly pattern: RegExp
  readonly languages: readonly string[]
}[] = [
  { pattern: /\p{Script=Arabic}/gu, languages: ['ar', 'fa', 'ur', 'ps', 'ku', 'sd', 'ug'] },
  { pattern: /\p{Script=Hebrew}/gu, languages: ['he', 'iw', 'yi'] },
  { pattern: /\p{Script=Greek}/gu, languages: ['el'] },
  {
    pattern: /\p{Script=Cyrillic}/gu,
    languages: ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'ky', 'mn', 'tg'],
  },
  { pattern: /\p{Script=Hangul}/gu, languages: ['ko'] },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, languages: ['ja'] },
  { pattern: /\p{Script=Han}/gu, languages: ['zh', 'ja', 'yue', 'ko'] },
  { pattern: /\p{Script=Thai}/gu, languages: ['th'] },
  { pattern: /\p{Script=Devanagari}/gu, languages: ['hi', 'mr', 'ne', 'sa'] },
]
