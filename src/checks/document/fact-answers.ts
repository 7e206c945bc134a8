import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { topicAt } from './claim.ts'
import { type MarkdownDocument, wordsOf } from './document.ts'
import { daysIn } from './fact-forms.ts'
import { isSectionFor } from './section-names.ts'

type FactAnswer = (name: string, document: MarkdownDocument, task: string) => Answer

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const phone: FactAnswer = (number, { text }) => {
  const results = [...text.matchAll(/\+?\d[\d /()-]{4,}\d/g)].map(([each]) => each)
  const same = results.find((each) => digitsOf(each).endsWith(digitsOf(number).replace(/^0+/, '')))
  return same === undefined
    ? unmet(`the number ${number} does not stand there`)
    : met(`"${same}" stands there`)
}

const date: FactAnswer = (day, { text }) => {
  const all = daysIn(text)
  if (all.includes(daysIn(day)[0] ?? '')) return met(`${day} stands there`)
  return all.length > 0
    ? unmet(`${day} does not stand there, and ${all.slice(0, 3).join(', ')} do`)
    : undecided(`${day} does not stand there in a way that can be read`)
}

/** A line with that code and what it means, where codes are spoken of. */
const code: FactAnswer = (number, document) => {
  const lines = document.text.split('\n').map((text, index) => ({ text, number: index + 1 }))
  const own = new RegExp(`(?<![\\w.-])${number}(?![\\w-]|\\.\\d)`)
  const speaks = /\bcodes?\b|\bexit|\bstatus\b|\berrors?\b|\bresponses?\b/i
  const message = lines.find(
    ({ text, number: line }) =>
      own.test(text) &&
      wordsOf(text).length > 2 &&
      speaks.test(`${text} ${topicAt(document, document.lines.startOf(line))}`),
  )
  if (message !== undefined) return met(message.text.trim().slice(0, 120), `line ${message.number}`)
  return own.test(document.text)
    ? undecided(`${number} stands there; whether it is told what it means takes a reader`)
    : unmet(`${number} does not stand there`)
}

/** Some 500 words fill a page; what is near that is for a person to look at. */
const length: FactAnswer = (name, { text }) => {
  const words = wordsOf(text).length
  return words <= 500
    ? met(`${words} words fit on ${name}`)
    : (words > 1_000 ? unmet : undecided)(`it has ${words} words`)
}

/** The headings that the task lists, in the order of the task. */
const order: FactAnswer = (_, { headings }, task) => {
  const asked = [
    ...task.matchAll(/`#{1,6} ([^`\n]+)`|^\s*(?:[-*]|\d+[.)])\s+["“]?(\p{Lu}[\p{L} -]{1,40})/gmu),
  ]
    .map((match) => (match[1] ?? match[2] ?? '').trim())
    .filter((name) => name !== '')
  const results = asked.map((name) => headings.findIndex(({ text }) => isSectionFor(name, text)))
  if (asked.length < 2 || results.includes(-1)) return undecided('their order takes a reader')
  return results.every((at, index) => index === 0 || at > results[index - 1]!)
    ? met(`the order is ${asked.join(', ')}`)
    : unmet(`the order is not ${asked.join(', ')}`)
}

/** Facts that a document states, by what they are. */
export const factAnswers: Readonly<Record<string, FactAnswer>> = {
  phone,
  date,
  code,
  length,
  order,
}
