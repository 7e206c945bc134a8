import { asksForText } from '../obligations/said.ts'
import { sentencesOf } from '../obligations/sentences.ts'

const shingle = 6

type Word = { readonly text: string; readonly start: number; readonly end: number }

const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

const windowsOf = (words: readonly Word[]): readonly string[] =>
  words.slice(shingle - 1).map((_, index) =>
    words
      .slice(index, index + shingle)
      .map(({ text }) => text)
      .join(' '),
  )

/**
 * The text with everything blanked that was copied from the task: six or more words in a row, or more
 * where that is said. What the task quotes or writes as code is asked for word for word and stays.
 * Offsets and lines stay as they were.
 */
export function withoutEcho(text: string, task: string, least = shingle): string {
  const reported = new Set(
    task
      .split(/```[\s\S]*?```|`[^`\n]+`|"[^"\n]+"|“[^”\n]+”/)
      .flatMap((part) => windowsOf(wordsOf(part))),
  )
  const words = wordsOf(text)
  const runs: { start: number; end: number }[] = []
  for (const [index, window] of windowsOf(words).entries()) {
    const last = runs.at(-1)
    if (!reported.has(window)) continue
    if (last !== undefined && index === last.end - shingle + 1) last.end = index + shingle
    else runs.push({ start: index, end: index + shingle })
  }
  const parts: string[] = []
  let from = 0
  for (const { start, end } of runs.filter((run) => run.end - run.start >= least)) {
    const [begin, stop] = [words[start]!.start, words[end - 1]!.end]
    parts.push(text.slice(from, begin), text.slice(begin, stop).replace(/[^\n]/g, ' '))
    from = stop
  }
  return [...parts, text.slice(from)].join('')
}

const longestFact = 16

/** Facts may be said in the words of the task, where most of the text is its own; a request may not. */
export function withoutCopies(text: string, task: string): string {
  const own = withoutEcho(text, task)
  return wordsOf(own).length * 2 < wordsOf(text).length
    ? own
    : sentencesOf(task).reduce(
        (now, sentence) => withoutEcho(now, sentence.text, longestFact + 1),
        withoutRequests(text, task),
      )
}

const tellsTheWriter =
  /^(?:it|(?:the|this|a) (?:readme|document|page|text|guide|section))\s+(?:must |should |shall |has to |also )*(?:names?|states?|notes?|has|contains?|includes?|gives?|covers?)\b|^(?:please )?(?:write|create|add|give|name|include|state)\b/i

/** What tells the writer what to write shows nothing when it is written down. */
const withoutRequests = (text: string, task: string): string =>
  sentencesOf(task)
    .filter((each) => asksForText.test(each.text) || tellsTheWriter.test(each.text))
    .map((each) => wordsOf(each.text).map((word) => word.text))
    .filter((words) => words.length > 3)
    .reduce(
      (now, words) =>
        now.replace(new RegExp(words.join(String.raw`[^\p{L}\p{N}_]+`), 'giu'), (copied) =>
          copied.replace(/[^\n]/g, ' '),
        ),
      text,
    )
