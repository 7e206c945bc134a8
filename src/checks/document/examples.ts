import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt } from './document-check.ts'
import type { CodeBlock, MarkdownDocument } from './document.ts'
import { snippetProblem } from './snippet-syntax.ts'

/** Examples are closed, not empty, and most of them can be read by their language. */
export const examples = documentCheck(
  { id: 'document/examples', title: 'Examples are complete', readsProject: false },
  async (document) => {
    if (document.codes.length === 0) return notApplicable('the document shows no example')
    const broken: Finding[] = []
    const unreadable: Finding[] = []
    for (const code of document.codes.slice(0, 500)) {
      if (!code.closed)
        broken.push(findingAt(document, code.start, 'the code block is never closed'))
      else if (code.content.trim() === '')
        broken.push(findingAt(document, code.start, 'the code block is empty', { evidence: '```' }))
      else unreadable.push(...(await syntaxFindings(document, code)))
    }
    // authors leave things out, or show two ways at once; most examples are whole
    const most = unreadable.length * 2 > document.codes.length
    return outcomeOf(
      [...broken, ...(most ? unreadable : [])],
      `${document.codes.length} examples are closed and readable`,
    )
  },
)

async function syntaxFindings(
  document: MarkdownDocument,
  code: CodeBlock,
): Promise<readonly Finding[]> {
  if (/\.{3}|…/.test(code.content)) return []
  const problem = await snippetProblem(code)
  if (problem === null) return []
  const line = document.lines.lineAt(code.contentStart) + problem.line - 1
  const message = `the ${code.language} example cannot be read: ${problem.message}`
  return [findingAt(document, document.lines.startOf(line), message)]
}
