import { notApplicable, undecided } from '../outcome.ts'
import { documentCheck } from './document-check.ts'

const readers =
  /\b(?:beginners?|newcomers?|novices?|non-?technical|experts?|senior|experienced|students?|end users?|maintainers?|operators?|contributors?|for developers)\b/i

/** Whether the depth fits its readers is for somebody who reads it. */
export const audience = documentCheck(
  { id: 'document/audience', title: 'Depth fits the audience', readsProject: false },
  async (_document, { task }) => {
    const named = readers.exec(`${task.prompt} ${task.ideal_result}`)?.[0]
    return named === undefined
      ? notApplicable('nobody says for whom the document is')
      : undecided(`whether the depth fits "${named}" is for a judge`)
  },
)
