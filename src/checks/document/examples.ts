import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { CodeBlock, MarkdownDocument } from './document.ts'
import { gatherFacts } from './facts.ts'
import { kindOf } from './kind.ts'
import { sectionFromFacts } from './project-sections.ts'
import { guessLanguage } from './snippet-language.ts'
import { snippetProblem } from './snippet-syntax.ts'
import type { Subject } from '../check.ts'

/** Examples that the text promises are there, whole, tagged with their language, and parse. */
export const examples = documentCheck(
  { id: 'document/examples', title: 'Examples are present and complete', readsProject: true },
  async (document, subject) => {
    const promised = promiseFindings(document)
    const demanded = await demandFindings(document, subject)
    const blocks: Finding[] = []
    for (const code of document.codes.slice(0, 500))
      blocks.push(...(await blockFindings(document, code)))
    const findings = [...demanded, ...promised, ...blocks].toSorted(
      (a, b) => (a.place.line ?? 0) - (b.place.line ?? 0),
    )
    if (findings.length === 0 && document.codes.length === 0)
      return notApplicable('the document shows no example and promises none')
    return outcomeOf(findings, `${document.codes.length} examples are complete and readable`)
  },
)

// a paragraph that ends in a colon, or speaks of an example below, needs something to follow
function promiseFindings(document: MarkdownDocument): readonly Finding[] {
  return document.blocks.flatMap((block, index): readonly Finding[] => {
    if (block.kind !== 'paragraph') return []
    const next = document.blocks[index + 1]
    const follows =
      next !== undefined &&
      next.kind !== 'heading' &&
      next.kind !== 'rule' &&
      !(next.kind === 'html' && next.text === '' && document.text.startsWith('<!--', next.start))
    const shown =
      next !== undefined && ['code', 'list', 'table', 'quote', 'html'].includes(next.kind)
    const isNote = block.text.trim().split(/\s+/).length <= 2
    if (
      block.text.trim().endsWith(':') &&
      (!follows || (!shown && !isNote && !nextIsImage(document, index)))
    )
      return [findingAt(document, block.start, 'announces something that does not follow')]
    const pointed =
      /\b(?:example|snippet|code|command|listing)s? (?:shown )?below\b|\bas follows\b|\bthe following (?:example|snippet|command|code)\b/i.test(
        block.text,
      )
    if (!pointed || shown) return []
    const later = document.blocks.slice(index + 1, index + 60)
    const end = later.findIndex(({ kind }) => kind === 'heading')
    const rest = end === -1 ? later : later.slice(0, end)
    return rest.some(({ kind }) => kind === 'code' || kind === 'table' || kind === 'list')
      ? []
      : [findingAt(document, block.start, 'speaks of an example that is not there')]
  })
}

const nextIsImage = (document: MarkdownDocument, index: number): boolean => {
  const next = document.blocks[index + 1]
  return next !== undefined && document.text.startsWith('![', next.start)
}

async function demandFindings(
  document: MarkdownDocument,
  { task, project }: Subject,
): Promise<readonly Finding[]> {
  if (document.codes.length > 0) return []
  const kind = kindOf(document, task)
  const asked = /\b(?:code |usage |working |runnable |concrete )?(?:examples?|snippets?)\b/i.test(
    `${task.prompt} ${task.ideal_result}`,
  )
  const inline = document.inlineCodes.some(({ text }) => /\s|\(/.test(text))
  if (!asked && !(['readme', 'reference'].includes(kind) && !inline)) return []
  const usage = document.headings.find(({ text }) => /usage|example|quick ?start/i.test(text))
  const text = sectionFromFacts('Usage', await gatherFacts(project))
  const fix =
    usage && text
      ? replacing(
          'add an example',
          usage.end,
          usage.end,
          `\n\n${text.slice(text.indexOf('\n\n') + 2).trimEnd()}`,
        )
      : undefined
  return [findingAt(document, usage?.start ?? 0, 'no example is shown', { fix })]
}

const output = new Set([
  'text',
  'txt',
  'plain',
  'plaintext',
  'console',
  'output',
  'log',
  'diff',
  'shell-session',
  'terminal',
  'mermaid',
  'markdown',
  'md',
  'http',
  'tree',
])

async function blockFindings(
  document: MarkdownDocument,
  code: CodeBlock,
): Promise<readonly Finding[]> {
  if (code.fence !== null && !code.closed)
    return [findingAt(document, code.start, 'the code block is never closed')]
  if (code.content.trim() === '')
    return [findingAt(document, code.start, 'the code block is empty', { evidence: '```' })]
  const findings: Finding[] = []
  if (code.fence !== null && code.language === '') {
    const language = guessLanguage(code.content, document)
    const at = document.text.indexOf('\n', code.start)
    const end = document.text[at - 1] === '\r' ? at - 1 : at
    findings.push(
      findingAt(document, code.start, 'the code block names no language', {
        fix: replacing(`tag the block as ${language}`, end, end, language),
      }),
    )
  }
  const first = document.lines.lineAt(code.contentStart)
  const hole = output.has(code.language) ? null : holeIn(code)
  if (hole !== null)
    findings.push(
      findingAt(
        document,
        document.lines.startOf(first + hole.line),
        `the example has a hole: ${hole.text}`,
      ),
    )
  const problem = hole === null ? await snippetProblem(code) : null
  if (problem !== null)
    findings.push(
      findingAt(
        document,
        document.lines.startOf(first + problem.line - 1),
        `the ${code.language} example cannot be read: ${problem.message}`,
      ),
    )
  return findings
}

function holeIn(code: CodeBlock): { readonly line: number; readonly text: string } | null {
  for (const [line, raw] of code.content.split('\n').entries()) {
    const text = raw.trim()
    const ellipsis =
      /^(?:\/\/|#|--|\/\*|<!--|;)?\s*(?:\.{3}|…)\s*(?:(?:your|rest|more|other|etc|and so on|same|code|snip|remaining|implementation|as before|omitted)\b.*)?(?:\*\/|-->)?,?$/i.test(
        text,
      )
    const gap = /[{([,]\s*(?:\.{3}|…)\s*[\])}]/.test(text) && !/\.{3}[\w$[({]/.test(text)
    const yamlEnd =
      text === '...' &&
      /^ya?ml$/.test(code.language) &&
      code.content.trimEnd().endsWith('...') &&
      code.content.trimStart().startsWith('---')
    const marker = /(?:\/\/|#|\/\*|<!--|--)\s*(?:TODO|FIXME|XXX)\b|^(?:TODO|FIXME|TBD)\b/.test(text)
    if ((ellipsis && text !== '' && !yamlEnd) || gap || marker)
      return { line, text: text.slice(0, 80) }
  }
  return null
}
