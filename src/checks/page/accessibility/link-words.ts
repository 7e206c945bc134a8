/** Say nothing wherever they stand. */
const empty = [
  'click',
  'click here',
  'click this',
  'here',
  'link',
  'press here',
  'tap here',
  'this',
  'this link',
  'this page',
  'this site',
  'this website',
  'over here',
  'right here',
  'see here',
  'go here',
  'look here',
  'read here',
  'hier',
  'hier klicken',
  'klicken sie hier',
  'cliquez ici',
  'ici',
  'aquí',
  'haz clic aquí',
  'clicca qui',
  'qui',
]

/** Say something only together with what they stand in. */
const leaning = [
  'continue',
  'continue reading',
  'details',
  'discover more',
  'explore',
  'find out more',
  'go',
  'info',
  'learn more',
  'more',
  'more details',
  'more info',
  'more information',
  'page',
  'read',
  'read more',
  'see more',
  'show more',
  'site',
  'view',
  'view details',
  'view more',
  'web page',
  'webpage',
  'website',
  'mehr',
  'mehr erfahren',
  'weiter',
  'weiterlesen',
  'en savoir plus',
  'lire la suite',
  'leer más',
  'saber más',
  'ver más',
  'leggi di più',
  'scopri di più',
]

const emptyWords: ReadonlySet<string> = new Set(empty)
const leaningWords: ReadonlySet<string> = new Set(leaning)

export type Vagueness = 'empty' | 'leaning' | 'none'

/** How little the name of a link says; the name comes bare. */
export function vaguenessOf(name: string): Vagueness {
  if (emptyWords.has(name)) return 'empty'
  return leaningWords.has(name) ? 'leaning' : 'none'
}
