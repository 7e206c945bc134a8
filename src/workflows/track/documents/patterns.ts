import { squeeze } from '../../../kit/lines.ts'
/** What a track teaches the next ones, besides single errors. */
export type Lesson = {
  readonly trackId: string
  readonly title: string
  readonly date: string
  /** What was found and how it was fixed for good. */
  readonly fixes: readonly { readonly issue: string; readonly fix: string }[]
  /** What people said when they were asked. */
  readonly words: readonly string[]
}

const mostItems = 20
const placeholder = /^\s*(?:[-*]\s+)?\(?(?:add as discovered|none yet|nothing yet)\)?\.?\s*$/i

/** knowledge/patterns.md with a section for the track, once; all else stays as it is. */
export function addPatterns(before: string | null, lesson: Lesson): string {
  const text = before ?? ''
  const items = [
    ...lesson.fixes.map(({ issue, fix }) => `- ${squeeze(issue)} → ${squeeze(fix)}`),
    ...lesson.words.map((word) => `- A person decided: ${squeeze(word)}`),
  ].filter((item, index, all) => all.indexOf(item) === index && !text.includes(item))
  if (items.length === 0 || text.includes(`(${lesson.trackId},`)) return text
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const stored = (text.trim() === '' ? '# Patterns' : text)
    .split(/\r?\n/)
    .filter((each) => !placeholder.test(each))
    .join(end)
    .trimEnd()
  return [
    stored,
    '',
    `## ${squeeze(lesson.title)} (${lesson.trackId}, ${lesson.date})`,
    '',
    ...items.slice(0, mostItems),
    '',
  ].join(end)
}
