import type { DemandCheck } from '../../obligations/demand.ts'
import {
  type Answer,
  type Examiner,
  met,
  notApplicable,
  undecided,
  unmet,
} from '../../obligations/examine.ts'
import { exportedNames } from '../integrity/exports.ts'
import { all } from '../integrity/source.ts'
import type { Project } from '../../ports/project.ts'
import type { Tools } from '../check.ts'
import { aboutTopic, lineAt } from '../content/exam.ts'
import { type Code, readCode } from './code.ts'
import { arity } from './declarations.ts'
import { calls, isLiteral } from '../../obligations/call-forms.ts'
import { explainedByCalls } from './examples.ts'
import { callAnswer } from './exam-calls.ts'
import { languageAnswer, limitAnswer, partAnswer } from './exam-parts.ts'
import { type Member, membersOf } from './members.ts'
import { codeVocabulary } from './vocabulary.ts'

/** Answers demands about a file of code; calls are run for real. */
export async function openCodeExaminer({
  path,
  text,
  task,
  project,
  tools,
}: {
  readonly path: string
  readonly text: string
  readonly task: string
  readonly project: Project
  readonly tools: Tools
}): Promise<Examiner> {
  const tag = /\.([cm]?[jt]sx?|py)$/.exec(path)?.[1]
  const fence = '`'.repeat(
    Math.max(3, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length + 1)),
  )
  const artifact =
    tag === undefined
      ? text
      : `${fence}${tag}${/\s/.test(path) ? '' : ` ${path}`}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`
  const noTask = { prompt: '', ideal_result: '' }
  const code = await readCode({ artifact, task: noTask, project }, tools)
  const names = await membersOf(code)
  return {
    vocabulary: codeVocabulary,
    settle: (decided) => explainedByCalls(decided).map(({ obligation }) => obligation),
    examine: (check) =>
      check.type === 'name' && isOwnName(check.name, path)
        ? notApplicable('this is the file itself')
        : answer(check, {
            code,
            names,
            text,
            shown: calledIn(task),
            plain: withoutComments(code, text),
          }),
  }
}

/** Work without a file of its own stands for any file of code that the task names. */
const isOwnName = (name: string, path: string): boolean =>
  path === ''
    ? /^[\w./-]+\.(?:[cm]?[jt]sx?|py)$/.test(name)
    : name.includes('.') && `/${path}`.endsWith(`/${name}`)

/** The functions and classes whose behaviour the task shows by calls with results. */
const calledIn = (task: string): ReadonlySet<string> =>
  new Set(
    task
      .split('\n')
      .flatMap((line) => calls(line))
      .flatMap(
        ({ check }) => (check.type === 'call' ? check.call.match(/[A-Za-z_$][\w$]*/g) : []) ?? [],
      ),
  )

/** That something is declared says little: what it does must be shown by a call, or judged. */
const declaredAnswer = (name: string, line: number, { shown }: Pick<Work, 'shown'>): Answer =>
  shown.has(name)
    ? met(`${name} is declared`, `line ${line}`)
    : undecided(`${name} is declared on line ${line}; no call with a result shows what it must do`)

type Work = {
  readonly shown: ReadonlySet<string>
  readonly code: Code
  readonly names: readonly Member[]
  readonly text: string
  readonly plain: string
}

function withoutComments({ parsed }: Code, text: string): string {
  const [first] = parsed
  if (first === undefined) return text.replace(/^\s*#.*$/gm, '')
  return first.comments.reduce(
    (now, { start, end }) =>
      now.slice(0, start) + now.slice(start, end).replace(/[^\n]/g, ' ') + now.slice(end),
    first.unit.content,
  )
}

function answer(check: DemandCheck, work: Work): Answer | Promise<Answer> {
  switch (check.type) {
    case 'name':
      return nameAnswer(check, work)
    case 'call':
      return callAnswer(check, work.code, work.names)
    case 'phrase':
      return phraseAnswer(check.text, work)
    case 'fields':
      return fieldsAnswer(check, work)
    case 'value':
      return valueAnswer(check, work)
    case 'limit':
      return limitAnswer(check, work)
    case 'topic':
      return topicAnswer(check.words, work)
    case 'endpoint':
    case 'resource':
    case 'pattern':
    case 'command':
      return undecided('this cannot be looked up in a file of code')
  }
}

/** Code need not use the words of its subject; where calls are run, they tell what it does. */
function topicAnswer(words: readonly string[], { text, shown }: Work): Answer {
  const plain = text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  const topic = words.join(' ')
  if (aboutTopic(plain, words).status === 'met') return met(`it speaks of ${topic}`)
  return shown.size > 0
    ? notApplicable(`code need not say ${topic}: the calls of the task are run`)
    : undecided(`whether it is about ${topic} takes a reader`)
}

function nameAnswer({ name, role }: Extract<DemandCheck, { type: 'name' }>, work: Work): Answer {
  if (isLiteral(name)) return undecided(`${name} is a value`)
  if (role === 'language') return languageAnswer(name, work.code, work.plain)
  if (role === 'part') return partAnswer(name, work.code, work.plain)
  if (role === 'signature') return signatureAnswer(name, work)
  const { parsed } = work.code
  if (
    role === 'export' &&
    parsed.length > 0 &&
    !parsed.some((each) => exportedNames(each).has(name))
  )
    return unmet(`${name} is not exported`)
  const own = work.names.find((one) => one.name === name)
  const shown = own?.owner ? `${own.owner}.${name}` : name
  if (own !== undefined)
    return own.isPublic
      ? own.isType
        ? met(`${shown} is declared`, `line ${own.line}`)
        : declaredAnswer(name, own.line, work)
      : undecided(`${shown} is declared, but nothing outside can use it`)
  if (name === 'any' && work.code.parsed.length > 0) return anyAnswer(work)
  if (/^(?:function|class|method|interface|type|constant|export)$/.test(role ?? ''))
    return wordAnswer(name, work).status === 'met'
      ? undecided(`${name} stands in the code, but not as a ${role} of its own`)
      : unmet(`there is no ${role} ${name}`)
  return wordAnswer(name, work)
}

/** A name that stands in the code itself, not only in its comments. */
function wordAnswer(name: string, { plain }: Work): Answer {
  const at = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`).exec(plain)
  if (at === null && name.includes('('))
    return undecided(`${name} does not stand there in these words`)
  return at === null
    ? unmet(`${name} does not stand in the code`)
    : met(`${name} stands in the code`, `line ${lineAt(plain, at.index)}`)
}

function anyAnswer({ code }: Work): Answer {
  const [at] = code.parsed.flatMap((source) =>
    all(source, 'TSAnyKeyword').map(({ start }) => `line ${lineAt(source.text, start)}`),
  )
  return at === undefined ? unmet('the type any is not used') : met('the type any is used', at)
}

function signatureAnswer(signature: string, work: Work): Answer {
  const name = signature.slice(0, signature.indexOf('('))
  const own = work.names.filter((one) => one.name === name)
  if (own.length === 0) return unmet(`there is no ${name}`)
  const inside = signature.slice(name.length + 1, -1).trim()
  const stated = inside === '' ? [] : inside.split(',')
  const least = stated.filter((one) => !/[?=]|^\s*\.{3}/.test(one)).length
  const fits = own.find((one) => {
    if (one.body === null) return one.takes === undefined || one.takes >= least
    const { required, most } = arity(one.body)
    return required <= stated.length && most >= least
  })
  if (fits === undefined) {
    const line = `line ${own[0]!.line}`
    // what else it needs may be said elsewhere in the task
    const needsMore = own.some(({ body }) => body !== null && arity(body).required > stated.length)
    return needsMore
      ? undecided(`${name} on ${line} takes more than ${stated.length} parameters`)
      : unmet(`${name} does not take ${stated.length} parameters`, line)
  }
  return fits.isPublic
    ? declaredAnswer(name, fits.line, work)
    : undecided(`${name} is declared, but nothing outside can use it`)
}

function phraseAnswer(text: string, { plain }: Work): Answer {
  const same = (each: string) => each.replace(/\s+/g, '').replace(/["`]/g, "'").replace(/;/g, '')
  if (same(plain).includes(same(text))) return met(`"${text}" stands in the code`)
  return /[(){}=;<>]/.test(text)
    ? undecided(`"${text}" does not stand there in these words`)
    : unmet(`"${text}" does not stand in the code`)
}

function fieldsAnswer(
  { owner = '', fields }: Extract<DemandCheck, { type: 'fields' }>,
  { names, shown }: Work,
): Answer {
  const [kind = '', name = owner] = owner.split(' ')
  if (!names.some((one) => one.name === name)) return unmet(`there is no ${kind} ${name}`.trim())
  const own = names.filter((one) => one.owner === name)
  const missing = fields.filter((field) => !own.some((one) => one.name === field.name))
  if (missing.length > 0)
    return unmet(`${name} has no ${missing.map((field) => field.name).join(', ')}`)
  const wrong = fields.find((field) => {
    const type = own.find((one) => one.name === field.name)?.type
    const plain = /^(?:string|number|boolean)$/
    return (
      field.type !== undefined &&
      type !== undefined &&
      plain.test(type) &&
      plain.test(field.type) &&
      type !== field.type
    )
  })
  const isType = own.every((one) => one.isType)
  if (wrong === undefined && !isType && !shown.has(name))
    return undecided(`${name} has them; no call with a result shows what they must do`)
  return wrong === undefined
    ? met(`${name} has ${fields.map((field) => field.name).join(', ')}`)
    : unmet(`${wrong.name} of ${name} is not of type ${wrong.type}`)
}

function valueAnswer(
  { name, value }: Extract<DemandCheck, { type: 'value' }>,
  { plain }: Work,
): Answer {
  const matches = [
    ...plain.matchAll(
      new RegExp(
        `(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}\\s*(?::[^=\\n]+)?(?:=|:)\\s*(["'\`]?)([^"'\`\\n,;)]+)\\1`,
        'gi',
      ),
    ),
  ]
  if (matches.length === 0) return undecided(`where ${name} is set cannot be seen`)
  const right = matches.find(([, , text = '']) => text.trim().replaceAll('_', '') === String(value))
  return right === undefined
    ? undecided(
        `${name} is set to ${matches[0]![2]!.trim()}; whether that is ${value} takes a reader`,
      )
    : met(right[0], `line ${lineAt(plain, right.index)}`)
}
