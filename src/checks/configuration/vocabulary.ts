import type { FileKind } from './configuration.ts'
import type { Form, Span, Vocabulary } from '../../obligations/examine.ts'
import { commonGlue, stem, turningWords } from '../../obligations/glue.ts'
import type { Row } from '../../obligations/sentences.ts'
import {
  absent,
  collections,
  commands,
  directives,
  every,
  products,
  parts,
  resources,
  shouted,
} from './forms-names.ts'
import {
  compilerKeys,
  dependencies,
  keyedCode,
  pairs,
  plainPairs,
  ports,
  termForm,
  tsKeys,
  versions,
} from './forms-values.ts'
import { kindsAskedFor } from './kind.ts'
import { termsOf } from './terms.ts'

// nouns and verbs that ask for nothing without another word; what could be missing from a file is not among them
const glue = new Set(
  `file config configuration setting key value variable environment env service container image job workflow pipeline step
  stage block section app application project repository repo package program yaml json toml yml ini format valid
  run running start listen expose publish map serve bind execute trigger fire install reachable available
  branch tag port version manifest unit docker kubernetes github gitlab action nginx typescript option rule line entry top level
  name from ci script command dependency engine extend bin helm prometheus dependabot systemd eslint prettier setup`.split(
    /\s+/,
  ),
)

const isGlue = (word: string): boolean =>
  [word.toLowerCase(), stem(word)].some(
    (each) => glue.has(each) || commonGlue.has(each) || turningWords.has(each),
  )

/** Stands between what is asked and whose it is: "restart · web". */
export const ofScope = ' · '
export const everyOne = 'every one'

/** How tasks about configuration speak: of the kind that the task asks for, or that the file is of. */
export function vocabularyOf(task: string, own: FileKind | null): Vocabulary {
  const asked = kindsAskedFor(task)[0]
  const kind = asked?.kind ?? own
  const words = asked === undefined ? '' : task.slice(asked.at, asked.at + asked.length)
  const forms: readonly Form[] = [
    kindForm(asked?.kind ?? null, words),
    collections,
    absent,
    commands,
    ...(kind === 'nginx' ? [directives] : []),
    ...termsOf(kind).map(termForm),
    ports,
    versions,
    resources(kind),
    dependencies(kind),
    pairs,
    compilerKeys(kind),
    shouted(kind),
    keyedCode(isGlue),
    parts(kind),
    plainPairs,
  ]
  return { glue, forms: forms.map(scoped), row }
}

const subjectHead = /^(?:services?|containers?|jobs?|deployments?|name|resources?)$/i
const noteHead = /^(?:notes?|remarks?|comments?|details?|rules?|also|other|requirements?)$/i

const isKey = /^`?[A-Za-z_][\w.-]*`?$/
const isValue = /^(?:`[^`]+`|"[^"]+"|[\w.:/%+-]+)$/
const bare = (cell: string): string => cell.replace(/^[`"]|[`"]$/g, '')

/** "\`web\` | \`nginx:1\` | 80" under "Service | Image | Port": what each column says of the service. */
function row([subject, ...cells]: Row): readonly string[] | null {
  if (subject === undefined) return null
  const name = `\`${subject.text.replaceAll('`', '')}\``
  const value = cells.find(({ head }) => /^(?:value|default)$/i.test(head))?.text
  if (value !== undefined && cells.every(({ head }) => /^(?:value|default|required)$/i.test(head)))
    return [`${name} is ${/^(?:[`"].*|empty)$/.test(value) ? value : `\`${value}\``}`]
  if (!subjectHead.test(subject.head)) {
    const isTable =
      cells.length > 0 && cells.every(({ head, text }) => isKey.test(head) && isValue.test(text))
    return isTable
      ? cells.map(({ head, text }) => `${name}: \`${bare(head)}\` is \`${bare(text)}\``)
      : null
  }
  if (cells.length < 2) return null
  return cells.flatMap(({ head, text }) => {
    if (/^[-–—]$/.test(text)) return []
    if (/\bport/i.test(head) && /^(?:none|no)$/i.test(text)) return [`${name}: not published`]
    return [`${name}: ${noteHead.test(head) ? '' : `${head.toLowerCase()} `}${text}`]
  })
}

/** The key that a value demand names, where it stands in the file as it is written; null for what is meant by a word. */
export function settingsKeyOf(name: string): string | null {
  const key = name.replaceAll('`', '')
  if (key.includes(ofScope) || !/^[A-Za-z_][\w.-]*$/.test(key)) return null
  if (new RegExp(`^(?:${tsKeys})$`).test(key)) return `compilerOptions.${key}`
  return new RegExp(`^(?:${products}|port)$`).test(name) ? null : key
}

/** "a docker compose file": what the file must be. */
const kindForm =
  (kind: FileKind | null, words: string): Form =>
  (sentence) => {
    const at = kind === null ? -1 : sentence.indexOf(words)
    if (at === -1 || kind === null) return []
    // for what it is meant says nothing about what it holds
    const start =
      /(?:production|staging|development|local|example|sample|minimal|set up|setting up|set up an?|set up the) $/i.exec(
        sentence.slice(0, at),
      )
    const check = { type: 'name', name: kind, role: 'kind' } as const
    const end = at + words.length
    return [{ start: start?.index ?? at, end, negated: false, check }, ...topicAfter(sentence, end)]
  }

const notTopic = new RegExp(
  `\\b(?:${products}|go|web|api|apis|app|service|services|server|database|worker|frontend|backend|proxy|cache|queue)\\b`,
  'i',
)

/** "… for the appointment book of a clinic": what the file is for, where no word of it is a thing to set up. */
function topicAfter(sentence: string, end: number): readonly Span[] {
  const match =
    /^`? (?:for|of) (?:the|an?|our|my) ([a-z' -]+?)(?=[:.,]|$| (?:with|that|which|where|and)\b)/i.exec(
      sentence.slice(end),
    )
  const words = (match?.[1] ?? '').split(' ').filter((word) => word !== '' && !isGlue(word))
  if (match === null || words.length === 0 || words.length > 6 || notTopic.test(match[1] ?? ''))
    return []
  const start = end + (match[0].startsWith('`') ? 1 : 0)
  return [{ start, end: end + match[0].length, negated: false, check: { type: 'topic', words } }]
}

const mention =
  /`([\w-]+)` (?:service|container|job)s?\b|\b(?:services?|containers?|jobs?) `([\w-]+)`|^`([\w-]+)`(?::| (?:must|should|uses?|runs?|has|listens?|is|depends|needs|publishes|exposes|builds|restarts|waits)\b)/g

const negator =
  /(?:\b(?:no|not|never|without|neither|nor|cannot)|n['’]t)(?:\s+(?:an?|any|the|be|use|uses|have|has|contain|set|include|need))*\s+$/i
// "no redis, mongo or kafka": the items of a list share its "no" where "or" joins them
const sharedNo = /\b(?:no|without|neither|nor|not)\s+(?:[`\w.-]+,\s+)*[`\w.-]+,?\s+(?:n?or\s+)$/i

/** Ties what a sentence says to the services or jobs that it names, and to a "no" right before it. */
function scoped(form: Form): Form {
  return (sentence) => {
    const isEvery = sentence.match(every) !== null
    const names = [...sentence.matchAll(mention)].flatMap(
      (match) => match[1] ?? match[2] ?? match[3] ?? [],
    )
    return form(sentence).map((span): Span => {
      const before = sentence.slice(0, span.start).replace(/[`"']$/, '')
      const no = span.negated === undefined ? negator.exec(before) : null
      const negated = span.negated ?? (no !== null || sharedNo.test(before))
      const { check } = span
      // what must not be anywhere is asked of the whole file
      const scope = isEvery ? (negated ? '' : everyOne) : [...new Set(names)].join(', ')
      const isTied =
        scope !== '' &&
        !(check.type === 'value' && check.name === 'permission') &&
        (check.type === 'value' || (check.type === 'name' && check.role === 'setting'))
      return {
        ...span,
        start: no === null ? span.start : no.index,
        // a "not" that stands further away is found by who reads the whole sentence
        ...(negated ? { negated } : {}),
        check: isTied ? { ...check, name: `${check.name}${ofScope}${scope}` } : check,
      }
    })
  }
}
