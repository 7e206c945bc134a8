import type { CheckOutcome } from '../../model/check.ts'
import type { Finding, Fix } from '../../model/finding.ts'
import type { BuiltInCheck, Subject } from '../check.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { MarkdownDocument } from './document.ts'
import { wordsOf } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'

type Named = { readonly id: string; readonly title: string; readonly readsProject: boolean }

/** A check of Markdown documents. What is no document at all fails every one of them. */
export function documentCheck(
  named: Named,
  judge: (document: MarkdownDocument, subject: Subject) => Promise<CheckOutcome>,
): BuiltInCheck {
  return {
    ...named,
    async run(subject) {
      const unreadable = whyUnreadable(subject.artifact)
      if (unreadable !== null) return failing(unreadable)
      const document = await parseMarkdown(subject.artifact)
      if (document === null)
        return failing('the text is too long or too deeply nested to be read as a document')
      if (document.blocks.length === 0) return failing('the document holds no text to judge')
      // a bare address tells where to read on
      if (wordsOf(document.text).length < 3 && document.links.length === 0)
        return undecided('a few words are too little to judge')
      return judge(document, subject)
    },
  }
}

function whyUnreadable(text: string): string | null {
  if (text.trim() === '') return 'the document is empty'
  if (text.includes('\0')) return 'the document holds binary data'
  const strange = Array.from(text.slice(0, 20_000)).filter((char) => isControl(char.charCodeAt(0)))
  return strange.length > 20 ? 'the document holds binary data' : null
}

const isControl = (code: number): boolean =>
  code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12)

const failing = (message: string): CheckOutcome => outcomeOf([{ message, place: { line: 1 } }], '')

export function findingAt(
  document: MarkdownDocument,
  offset: number,
  message: string,
  more: { evidence?: string; fix?: Fix | undefined } = {},
): Finding {
  const line = document.lines.lineAt(offset)
  const place = { line, column: offset - document.lines.startOf(line) + 1 }
  const evidence =
    more.evidence ??
    document.text
      .slice(document.lines.startOf(line), document.lines.startOf(line) + 400)
      .split('\n', 1)[0]!
      .trim()
      .slice(0, 160)
  return {
    message,
    place,
    ...(evidence === '' ? {} : { evidence }),
    ...(more.fix ? { fix: more.fix } : {}),
  }
}

export const replacing = (title: string, start: number, end: number, text: string): Fix => ({
  title,
  edits: [{ start, end, text }],
})
