import type { Obligation } from '../../model/obligation.ts'
import { type Exam, examFrom } from '../../obligations/exam.ts'
import { designVocabulary } from './exam-forms.ts'

/** What requirements ask of a design, sentence by sentence. */
export const requirementsExam = (
  text: string,
  kind: Obligation['source']['kind'] = 'requirement',
): Exam => examFrom(asMarkdown(text), kind, designVocabulary)

const about = /^(?:requirements?|version|status|author|owner|date|last updated)\b[ :].{0,60}$/i

const saysSo = /\b(?:is|are|has|have|can|may|must|should|shall|will|needs?|not?|only)\b/i

/**
 * The same document with one way of writing headings, line by line. Scenarios in fences are sentences,
 * and a title, a version or a line that only introduces a list asks for nothing.
 */
function asMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return lines
    .map((line, at) => {
      const plain = line.trim()
      if (/^(?:`{3,}|~{3,})/.test(plain) || /^(?:={3,}|-{3,})$/.test(plain)) return ''
      const isUnderlined = plain !== '' && /^(?:={3,}|-{3,})$/.test((lines[at + 1] ?? '').trim())
      if (isUnderlined && !plain.startsWith('|') && !plain.startsWith('#')) return `# ${plain}`
      const [, bold] = /^\*\*([^*]+)\*\*:?$/.exec(plain) ?? []
      if (bold !== undefined) return `## ${bold}`
      const isTitle = at === 0 && (lines[1] ?? '').trim() === '' && plain.split(/\s+/).length < 7
      if (isTitle && /^[A-Z][\p{L}:' -]+\.?$/u.test(plain) && !saysSo.test(plain))
        return `# ${plain}`
      if (about.test(plain)) return `###### ${plain}`
      if (/^[^#|\-*+>\d].{0,80}:$/.test(plain) && (lines[at - 1] ?? '').trim() === '')
        return `###### ${plain.slice(0, -1)}`
      return line
    })
    .join('\n')
}
