import { squeeze } from '../../kit/lines.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import { lengthOfNumber } from '../../obligations/sentences.ts'

/** A sentence that demands nothing but a text on a page: The page shows "Loans". */
type WantedText = {
  readonly part: 'title' | 'text'
  readonly path: string | null
  readonly text: string
}

const named = String.raw`(?:the\s+)?(?:(?:home|start|main|landing|front)\s?)?page(?:\s+(?:at|under)\s+${'`'}?(?<path>/[\w\-./]*)${'`'}?)?`
const quoted = String.raw`(?:"(?<text>[^"]+)"|“(?<curly>[^”]+)”)`
/** The file that a requirement names in brackets is found by other checks. */
const file = String.raw`(?:\s*\(${'`'}?[\w./-]+\.\w+${'`'}?\))?[.\s]*$`
const shows = new RegExp(
  String.raw`^${named}\s+(?:(?:must|should|shall|will)\s+)?(?:shows?|says?|displays?|contains?|has)\s+(?:the\s+)?(?:(?:text|heading|headline|words?|button|link)\s+)?${quoted}${file}`,
  'i',
)
const isCalled = new RegExp(
  String.raw`^(?:the\s+)?(?:page\s+)?(?<part>title|heading|headline)(?:\s+of\s+(?:the\s+)?page)?\s+(?:must be|should be|is|says|reads)\s+${quoted}${file}`,
  'i',
)

export function wantedText(sentence: string): WantedText | null {
  const plain = squeeze(sentence.slice(lengthOfNumber(sentence)).replaceAll('**', ''))
  const { groups } = shows.exec(plain) ?? isCalled.exec(plain) ?? {}
  const text = groups?.['text'] ?? groups?.['curly']
  if (groups === undefined || text === undefined) return null
  const part = groups['part']?.toLowerCase() === 'title' ? 'title' : 'text'
  return { part, path: groups['path'] ?? null, text: squeeze(text) }
}

/** The page that shows it; null where none that was looked at does. */
export function pageShowing(
  { part, path, text }: WantedText,
  pages: ReadonlyMap<string, PageFacts>,
): string | null {
  const looked = [...pages].filter(([each]) => path === null || each === path)
  const [result] =
    looked.find(([, { title, views }]) =>
      part === 'title'
        ? squeeze(title) === text
        : views.some(({ texts }) => squeeze(texts.map((run) => run.text).join(' ')).includes(text)),
    ) ?? []
  return result ?? null
}
