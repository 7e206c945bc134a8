import type { ContractItem } from '../../workflows/gan/contract.ts'
import type { Evidence } from '../../workflows/gan/contracts.ts'
import type { SiteFiles } from '../../workflows/gan/site.ts'
import { anchorsOf, meantBy } from '../../workflows/gan/anchors.ts'
import { escaped } from './markup.ts'
import type { Inputs } from './read-inputs.ts'

/** A line of a file that holds the words; null where none does. */
function quoteIn(files: SiteFiles, file: string, quote: string): Evidence | null {
  const source = files.find(({ path, encoding }) => path === file && encoding === 'utf8')
  const line = source?.content.split('\n').findIndex((text) => text.includes(quote)) ?? -1
  return line === -1 ? null : { type: 'quote', file, line: line + 1, quote }
}

/** What in the files shows that an item is met, as far as files can show it. */
export function evidenceFor(
  { criterion }: Pick<ContractItem, 'criterion'>,
  files: SiteFiles,
  inputs: Inputs,
): readonly Evidence[] {
  const html = (quote: string) => quoteIn(files, 'index.html', quote)
  const css = (quote: string) => quoteIn(files, 'styles.css', quote)
  const results = [
    ...sectionEvidence(criterion, files, inputs),
    ...quotedIn(criterion).map((words) => html(escaped(words))),
    ...signs.flatMap(([about, file, quote]) =>
      about.test(criterion) ? [file === 'html' ? html(quote) : css(quote)] : [],
    ),
  ]
  return results.flatMap((each) => each ?? []).slice(0, 5)
}

/** Texts in quotation marks are texts that the page must have. */
const quotedIn = (criterion: string): readonly string[] =>
  [...criterion.matchAll(/["“]([^"”]{3,200})["”]/g)].map(([, words = '']) => words)

const signs: readonly (readonly [about: RegExp, file: 'html' | 'css', quote: string])[] = [
  [/\bprint/i, 'css', '@media print {'],
  [/\b(?:motion|animation)/i, 'css', '@media (prefers-reduced-motion: reduce) {'],
  [/\b(?:responsive|mobile|phone|viewport)|\d{3,4} ?px/i, 'css', '@media (min-width: 48rem) {'],
  [/\b(?:brand|colou?rs?|tokens?)\b/i, 'css', '--color-primary:'],
  [/\b(?:type|typograph|fonts?)\b/i, 'css', '--face, serif)'],
  [/\b(?:accessib|lighthouse|wcag|a11y)/i, 'html', '<html lang="'],
  [/\bdark\b/i, 'css', '@media (prefers-color-scheme: dark) {'],
  [/\bfocus\b|\bkeyboard\b/i, 'css', 'a:focus-visible'],
]

function sectionEvidence(
  criterion: string,
  files: SiteFiles,
  { brief, copy }: Inputs,
): readonly (Evidence | null)[] {
  const asked = brief.requirements.find(({ section }) =>
    criterion.includes(`${section} is present`),
  )
  if (asked === undefined) return []
  const section = meantBy(asked.section, copy.order)
  const id = section === null ? undefined : anchorsOf(brief, copy.order).ids.get(section)
  if (id === undefined) return []
  const quote = quoteIn(files, 'index.html', `id="${id}"`)
  return quote === null ? [] : [{ type: 'selector', selector: `#${id}` }, quote]
}
