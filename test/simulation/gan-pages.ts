import type { ContractItem } from '../../src/workflows/gan/contract.ts'
import type { SiteFiles } from '../../src/workflows/gan/site.ts'
import { type Flaw, flawMark, flaws, flawsIn } from './gan-eyes.ts'
import type { Chance } from './random.ts'

/** A promise that no rule decides is really kept where its mark stands in the page. */
export const markOf = (id: string): string => `[[${id}]]`

export const handMark = 'Edited by hand'

type Parts = {
  readonly flaws: readonly Flaw[]
  readonly marks: readonly string[]
  readonly words: string
}

const pageOf = ({ flaws: wrong, marks, words }: Parts): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Bakery</title>',
    '<link rel="stylesheet" href="style.css">',
    '</head>',
    '<body>',
    '<main>',
    `<h1>${words}</h1>`,
    ...wrong.map(flawMark),
    ...marks.map((mark) => `<p>${mark}</p>`),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')

const file = (path: string, content: string) => ({ path, content, encoding: 'utf8' as const })

/** A page as builders make them: flaws go more often than they come, and files come and go. */
export function pageBy(
  chance: Chance,
  items: readonly ContractItem[],
  before: SiteFiles | null,
): SiteFiles {
  const html = before?.find(({ path }) => path === 'index.html')?.content ?? null
  const wrong = flaws.filter((flaw) =>
    html === null || !flawsIn(html).includes(flaw)
      ? chance.happens(html === null ? 0.2 : 0.05)
      : chance.happens(0.4),
  )
  const marks = items
    .filter(({ rules }) => rules.length === 0)
    .map(({ id }) => markOf(id))
    .filter((mark) => chance.happens(html?.includes(mark) ? 0.95 : 0.7))
  const page = pageOf({ flaws: wrong, marks, words: 'Bread that is still warm' })
  const spacing = chance.pick(['16px', '16px', '15px'])
  return [
    // a site without an entry is no site
    file(chance.happens(0.02) ? 'main.html' : 'index.html', page),
    file('style.css', `h1 { margin: 0; padding: ${spacing} }\n/* ${chance.below(3)} */\n`),
    ...(chance.happens(0.4) ? [file('notes/extra.txt', `extra ${chance.below(3)}\n`)] : []),
  ]
}

/** What a person makes of a page by hand. */
export const pageByHand = (chance: Chance): string =>
  pageOf({
    flaws: flaws.filter(() => chance.happens(0.15)),
    marks: ['AC-01', 'AC-02'].filter(() => chance.happens(0.5)).map(markOf),
    words: `${handMark} ${chance.below(100)}`,
  })
