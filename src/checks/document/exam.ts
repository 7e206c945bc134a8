import type { DemandCheck } from '../../obligations/demand.ts'
import type { Obligation } from '../../model/obligation.ts'
import {
  type Answer,
  type Decided,
  type Examiner,
  met,
  notApplicable,
  spoilt,
  undecided,
  unmet,
} from '../../obligations/examine.ts'
import { commonGlue, stem } from '../../obligations/glue.ts'
import { textAgainst } from '../../obligations/taken-back.ts'
import { aboutTopic } from '../content/exam.ts'
import { withoutCopies } from '../echo.ts'
import { countOf, mostWithin } from './counts.ts'
import type { MarkdownDocument, Section } from './document.ts'
import type { Project } from '../../ports/project.ts'
import { packageAnswer } from './package-answer.ts'
import { exampleAnswer, useAnswer } from './example-answers.ts'
import { factAnswers } from './fact-answers.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { placesOf } from './places.ts'
import { isInstruction, isSectionFor } from './section-names.ts'
import { statedValue } from './stated-values.ts'
import { bodyOf, isEmpty, isSpecific } from './substance.ts'
import { documentVocabulary } from './vocabulary.ts'

/** The document as it stands, and without what it copied from the task. */
type Texts = {
  readonly whole: MarkdownDocument
  readonly own: MarkdownDocument
  /** What the task speaks of, by stems. */
  readonly subjects: ReadonlySet<string>
  readonly task: string
  readonly project: Project
}

const noProject: Project = { list: async () => [], read: async () => null }

/** Answers demands about a document. What stands there only as an echo of the task proves nothing. */
export async function openDocumentExaminer({
  path = '',
  text,
  task,
  project = noProject,
}: {
  readonly path?: string
  readonly text: string
  readonly task: string
  readonly project?: Project
}): Promise<Examiner> {
  const whole = await parseMarkdown(text)
  const own = await parseMarkdown(withoutCopies(text, task))
  return {
    vocabulary: documentVocabulary,
    examine: (check) =>
      whole === null || own === null
        ? undecided('the text is too long or too deeply nested to be read')
        : isItself(check, path)
          ? notApplicable('this is the file itself')
          : answer(check, { whole, own, subjects: subjectsOf(task), task, project }),
    settle: (decided) => asPart(decided),
    places: () => (whole === null || own === null ? [] : placesOf(whole, own)),
  }
}

/** Release notes, minutes and the like need not name what they belong to: the rest shows that they do. */
function asPart(decided: readonly Decided[]): readonly Obligation[] {
  const others = decided.filter(
    ({ check }) => check !== null && check.type !== 'topic' && !isHeading(check),
  )
  const isShown =
    others.filter(({ obligation }) => obligation.status === 'met').length * 2 > others.length
  return decided.map(({ check, obligation }) =>
    isShown && check?.type === 'topic' && obligation.status === 'unmet'
      ? { ...obligation, status: 'undecided', decided_by: 'judge', evidence: [] }
      : obligation,
  )
}

const isHeading = (check: DemandCheck): boolean =>
  check.type === 'name' && /^(?:section|heading|chapter|subject)$/.test(check.role ?? '')

const subjectsOf = (task: string): ReadonlySet<string> =>
  new Set(
    (task.match(/\p{L}{4,}/gu) ?? [])
      .map((word) => stem(word))
      .filter((word) => !commonGlue.has(word) && !documentVocabulary.glue.has(word)),
  )

/** Prose about what the task speaks of: two of its subjects beside the heading's own words. */
function speaksOf({ own, subjects }: Texts, section: Section): boolean {
  const { start, end } = bodyOf(section)
  const heading = new Set((section.heading?.text.match(/\p{L}+/gu) ?? []).map((word) => stem(word)))
  const words = (own.text.slice(start, end).match(/\p{L}+/gu) ?? []).map((word) => stem(word))
  return new Set(words.filter((word) => subjects.has(word) && !heading.has(word))).size > 1
}

/** "Write README.md": the name of the document is no demand on its text. */
const isItself = (check: DemandCheck, path: string): boolean =>
  check.type === 'name' &&
  (/^(?:readme|changelog|contributing)(?:\.md)$/i.test(check.name) ||
    (check.name.includes('.') && `/${path}`.endsWith(`/${check.name}`)))

function answer(check: DemandCheck, texts: Texts): Answer | Promise<Answer> {
  switch (check.type) {
    case 'name':
      return nameAnswer(check, texts)
    case 'phrase':
      return spoken(check.text, texts)
    case 'value':
      return check.name === 'license' || isVersion(check.name, texts)
        ? spoken(String(check.value), texts)
        : statedValue(texts.whole, check.name, String(check.value))
    case 'limit':
      return limitAnswer(check, texts)
    case 'endpoint':
      return spoken(`${check.method} ${check.path}`, texts)
    case 'call':
      return callAnswer(check, texts)
    case 'topic':
      return topicAnswer(check.words, texts)
    case 'fields':
      return allOf(check.fields.map(({ name }) => spoken(name, texts)))
    case 'resource':
      return allOf([spoken(check.noun, texts), undecided('what is said of it is for a reader')])
    case 'pattern':
    case 'command':
      return undecided('this cannot be looked up in a document')
  }
}

/** A release is often called by its number alone. */
const isVersion = (name: string, { whole }: Texts): boolean =>
  name.toLowerCase() === 'version' && whole.headings.some(({ text }) => /\d+\.\d+/.test(text))

const allOf = (answers: readonly Answer[]): Answer =>
  answers.find(({ status }) => status === 'unmet') ??
  answers.find(({ status }) => status === 'undecided') ??
  answers[0]!

function nameAnswer(
  { name, role }: Extract<DemandCheck, { type: 'name' }>,
  texts: Texts,
): Answer | Promise<Answer> {
  if (role === 'words about') return packageAnswer(texts.own.text, texts.project)
  if (role === 'example of') return useAnswer(name, texts.whole)
  if (isHeading({ type: 'name', name, ...(role === undefined ? {} : { role }) }))
    return sectionAnswer(name, role === 'subject', texts)
  if (role === 'example') return exampleAnswer(name, texts.whole)
  const ofRole = role === undefined ? undefined : factAnswers[role]
  if (ofRole !== undefined) return ofRole(name, texts.whole, texts.task)
  if (role !== 'part') return spoken(name, texts)
  const count = countOf(texts.whole, name)
  return count === null
    ? undecided(`${name} cannot be counted here`)
    : (count > 0 ? met : unmet)(`it has ${count} ${name}`)
}

/** A heading of that name, with a body that says something of its own. */
function sectionAnswer(name: string, isSubject: boolean, texts: Texts): Answer {
  const { whole, own } = texts
  const sections = own.sections.filter(
    ({ heading }) => heading !== null && isSectionFor(name, heading.text),
  )
  const line = (start: number) => `line ${whole.lines.lineAt(start)}`
  const good = sections.find(
    (one) => !isEmpty(own, one) && (isSpecific(own, bodyOf(one)) || speaksOf(texts, one)),
  )
  if (good !== undefined)
    return met(`the section "${good.heading!.text}" says something of its own`, line(good.start))
  const [first] = sections
  if (first !== undefined) {
    const heading = first.heading!.text
    if (isEmpty(whole, first)) return unmet(`the section "${heading}" is empty`, line(first.start))
    if (isSpecific(whole, bodyOf(first)))
      return undecided(`the section "${heading}" only repeats the task`)
    return isInstruction(heading)
      ? unmet(`the section "${heading}" holds general words only`, line(first.start))
      : undecided(`whether the section "${heading}" says enough takes a reader`)
  }
  const word = stem(name.split(' ')[0] ?? name).slice(0, 7)
  if (isSubject && whole.text.toLowerCase().includes(word))
    return undecided(`no heading is about ${name}; whether the text covers it takes a reader`)
  const copied = whole.headings.find(({ text }) => isSectionFor(name, text))
  return copied === undefined
    ? unmet(`no heading is about ${name}`)
    : undecided(`the section "${copied.text}" only repeats the task`)
}

/** The words stand there: as asked, and not only where the task was copied. */
function spoken(wanted: string, { whole, own, task }: Texts): Answer {
  const squeezed = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
  const bounded = new RegExp(
    `${/^\w/.test(wanted) ? '(?<![\\w-])' : ''}${squeezed(wanted)
      .replace(/[^\w\s]/g, '\\$&')
      .replace(/ /g, '\\s+')}${/\w$/.test(wanted) ? '(?![\\w])' : ''}`,
    'gi',
  )
  const within = (text: string) =>
    [...text.matchAll(bounded)].map(({ index, 0: match }) => ({
      index,
      but: textAgainst(text, index, index + match.length),
    }))
  const result = within(own.text)
  const at = result.find(({ but }) => but === null) ?? result[0]
  // who is asked to say that it is gone says so
  if (at !== undefined)
    return at.but === null || within(task).some(({ but }) => but !== null)
      ? met(`"${wanted}" stands there`, `line ${own.lines.lineAt(at.index)}`)
      : spoilt(met(`"${wanted}" stands there`), `"${at.but}"`)
  const [copied] = whole.text.matchAll(bounded)
  if (copied === undefined) return unmet(`"${wanted}" does not stand there`)
  const around = own.sections.findLast(({ start }) => start <= copied.index)
  return around !== undefined && isSpecific(own, bodyOf(around))
    ? met(`"${wanted}" stands there`, `line ${whole.lines.lineAt(copied.index)}`)
    : undecided(`"${wanted}" stands only in text copied from the task`)
}

function limitAnswer(
  { name, bound, value, unit }: Extract<DemandCheck, { type: 'limit' }>,
  { whole }: Texts,
): Answer {
  const amount = name.split(' per ')[0]!
  const isOfEach = amount !== name
  const count = unit === undefined && !isOfEach ? countOf(whole, name) : null
  if (count === null) {
    const most = isOfEach ? mostWithin(whole, name) : null
    // a document that speaks of such amounts may tell a rule to others
    if (most !== null && !new RegExp(`\\d[ -]?${amount.slice(0, -1)}`, 'i').test(whole.text))
      return bound === 'most' && most <= value
        ? met(`at most ${most} ${name}`)
        : undecided(`it has up to ${most} ${name}`)
    const stated = statedValue(whole, name, `${value}${unit ? ` ${unit}` : ''}`)
    // what a document says about a bound, it may say in other words
    return stated.status === 'unmet' ? undecided(stated.reason) : stated
  }
  const holds =
    bound === 'most' ? count <= value : bound === 'least' ? count >= value : count === value
  return (holds ? met : unmet)(`it has ${count} ${name}`)
}

function callAnswer(
  { call, callee, result }: Extract<DemandCheck, { type: 'call' }>,
  { whole }: Texts,
): Answer {
  const plain = (text: string) => text.replace(/\s+/g, '').replaceAll("'", '"')
  if (!plain(whole.text).includes(plain(callee))) return unmet(`${callee} is not spoken of`)
  const at = plain(whole.text).indexOf(plain(call))
  if (at === -1) return undecided(`${call} is not shown in these words`)
  const after = plain(whole.text).slice(at, at + plain(call).length + 120)
  return result === undefined || after.includes(plain(result))
    ? met(`${call} is shown`)
    : undecided(`${call} is shown, its result is not`)
}

const readers =
  /^(?:developers?|beginners?|users?|newcomers?|contributors?|experts?|teams?|people|readers?|maintainers?|operators?)$/i

function topicAnswer(words: readonly string[], { whole, own }: Texts): Answer {
  if (words.some((word) => readers.test(word)))
    return undecided(`whether it suits ${words.join(' ')} takes a reader`)
  const answered = aboutTopic(own.text, words)
  if (answered.status === 'met') return answered
  const spokenOf = words.filter((word) => aboutTopic(whole.text, [word]).status === 'met')
  // one word may have been taken for the subject by mistake
  return spokenOf.length === 0 && words.length > 1
    ? answered
    : undecided(
        spokenOf.length === 0
          ? `it does not speak of ${words.join(' ')}`
          : `it speaks of ${spokenOf.join(' ')}, not of ${words.join(' ')} outside of the task's words`,
      )
}
