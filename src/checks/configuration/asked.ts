import type { Form, Span, Vocabulary } from '../../obligations/examine.ts'
import { commonGlue, stem, turningWords } from '../../obligations/glue.ts'
import type { Row } from '../../obligations/sentences.ts'
import { numberIn } from '../../kit/number-words.ts'
import type { FileKind } from './configuration.ts'
import { kindsAskedFor } from './kind.ts'
import { all, bare, code, each, pairs, shouted, value, variables } from './asked-settings.ts'
import { compilerOptionNames } from './schemas.ts'

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
    (form) => glue.has(form) || commonGlue.has(form) || turningWords.has(form),
  )

/** Stands between what is asked and whose it is: "restart · web". */
export const ofScope = ' · '
export const everyOne = 'every one'

/** What a machine can read of a task about configuration: of the kind that the task asks for, or that the file is of. */
export function vocabularyOf(task: string, own: FileKind | null): Vocabulary {
  const asked = kindsAskedFor(task)[0]
  const kind = asked?.kind ?? own
  const words = asked === undefined ? '' : task.slice(asked.at, asked.at + asked.length)
  const forms: readonly Form[] = [
    kindForm(asked?.kind ?? null, words),
    collections,
    absent,
    ports,
    resources(kind),
    members(kind),
    pairs,
    variables,
    shouted(kind),
    listed,
    keyedCode,
  ]
  return { glue, forms: forms.map(scoped), row }
}

/** "a docker compose file": what the file must be. */
const kindForm =
  (kind: FileKind | null, words: string): Form =>
  (sentence) => {
    const at = kind === null ? -1 : sentence.indexOf(words)
    if (at === -1 || kind === null) return []
    const check = { type: 'name', name: kind, role: 'kind' } as const
    return [{ start: at, end: at + words.length, negated: false, check }]
  }

const every =
  /\b(?:each|every|all|both)(?: of the| the)?(?: (?:two|three|four|five|\d))? (services?|containers?|jobs?)\b/gi

/** "every service": whom the rest of the sentence is about. "2 jobs": how many there are. */
const collections: Form = (sentence) => [
  ...all(sentence, every, ([, noun = '']) => ({
    type: 'name',
    name: noun.toLowerCase().replace(/s$/, ''),
    role: 'collection',
  })),
  ...all(
    sentence,
    /(?<!-)\b(\d+|one|two|three|four|five|six) (services|jobs|stages|replicas)\b/gi,
    ([, count = '', name = '']) => ({
      type: 'limit',
      name: name.toLowerCase(),
      bound: 'exactly',
      value: Number(numberIn(count) ?? count),
    }),
  ),
]

/** "DEBUG must not be set", "`privileged` is not allowed": the no comes after the name. */
const absent: Form = (sentence) =>
  all(
    sentence,
    /(`[^`\n]+`|(?<![\w.-])[A-Z][A-Z0-9_]{2,})(?: variable| key| setting| service| option)? (?:(?:must|may|should|shall|can) ?not|is not|are not|isn['’]t) (?:be )?(?:set|present|defined|there|included|used|contained|allowed|in (?:it|the file))(?![\w-])|\bno (?:variable|key|setting|service|job|option|user) (?:may be |must be |should be |is )(?:called|named) (`[^`\n]+`)/gi,
    ([, name = '', other = '']) => ({ type: 'name', name: bare(name || other) }),
  ).map((span) => ({ ...span, negated: true }))

/** "host port 8080 to container port 80", "ports 80 and 443". */
const ports: Form = (sentence) => [
  ...all(
    sentence,
    /(?:host )?port (\d+)(?: (?:of|on) the host)?\s+(?:is )?(?:mapped )?to (?:(?:the )?container(?:['’]s)? )?(?:port )?(\d+)\b/gi,
    ([, host = '', target = '']) => ({
      type: 'value',
      name: 'port mapping',
      value: `${host}:${target}`,
    }),
  ),
  ...each(
    sentence,
    /(?:(?:on|to|at) )?(?:\b(?:its|the|an?) )?(?:host |published )?\bports? ((?:`?\d{2,5}`?(?:, and |, | and )?)+)(?![\w:])/gi,
    /`?\d{2,5}`?/g,
    (text) => ({ type: 'value', name: 'port', value: Number(bare(text)) }),
  ),
]

const kubernetesKinds =
  'Deployment|StatefulSet|DaemonSet|ReplicaSet|Pod|Service|Ingress|ConfigMap|Secret|Job|CronJob|Namespace|PersistentVolumeClaim|HorizontalPodAutoscaler|NetworkPolicy|ServiceAccount|PodDisruptionBudget|RoleBinding|ClusterRole|Role'

const resources =
  (kind: FileKind | null): Form =>
  (sentence) =>
    kind !== 'kubernetes'
      ? []
      : all(
          sentence,
          new RegExp(
            `\\b(${kubernetesKinds})s?(?: (?:called|named))?(?: \`([\\w.-]+)\`)?(?![\\w-])`,
            'g',
          ),
          ([, name = '', called]) => ({
            type: 'name',
            name: called === undefined ? name : `${name} ${called}`,
            role: 'resource',
          }),
        )

/** "services \`web\` and \`db\`", "the job \`lint\`". */
const members =
  (kind: FileKind | null): Form =>
  (sentence) => {
    const noun = kind === 'workflow' || kind === 'gitlab' ? 'job|stage' : 'service|container'
    const lists = new RegExp(
      `\\b(?:${noun})s?(?: (?:called|named))?[:,]? ((?:(?:${code})(?:, and |, | and )?)+)`,
      'g',
    )
    return each(sentence, lists, new RegExp(code, 'g'), (text, [whole]) => ({
      type: 'name',
      name: bare(text),
      role: new RegExp(noun).exec(whole)?.[0] ?? 'service',
    }))
  }

/** "keys host, port and timeout": single words, up to the end of the clause. */
const listed: Form = (sentence) =>
  each(
    sentence,
    /\b(?:keys|settings|options|variables|fields|properties)(?: (?:called|named))?:? ((?:`?[A-Za-z_][\w.-]*`?(?:, and |, | and ))+`?[A-Za-z_][\w.-]*`?)(?=\s*(?:[.;:)]|$))/g,
    /`?[A-Za-z_][\w.-]*`?/g,
    (text) => (text === 'and' ? null : { type: 'name', name: bare(text), role: 'key' }),
  )

/** "edition `2021`", "schedule \"weekly\"": a plain word right before a value may be its key. */
const keyedCode: Form = (sentence) =>
  all(
    sentence,
    new RegExp(`(?<![\\w\`.-])([a-z][\\w-]*)(?: is| of|:)? (${code})(?! [a-z]+\`)`, 'gi'),
    ([, name = '', written = '']) =>
      isGlue(name) && name !== 'image' ? null : value(name.toLowerCase(), written),
  ).map((span) => ({ ...span, guessed: !sentence.slice(span.start).startsWith('image') }))

const subjectHead = /^(?:services?|containers?|jobs?|deployments?|name|resources?)$/i
const noteHead = /^(?:notes?|remarks?|comments?|details?|rules?|also|other|requirements?)$/i

/** "\`web\` | \`nginx:1\` | 80" under "Service | Image | Port": what each column says of the service. */
function row([subject, ...cells]: Row): readonly string[] | null {
  if (subject === undefined) return null
  const name = `\`${subject.text.replaceAll('`', '')}\``
  const written = cells.find(({ head }) => /^(?:value|default)$/i.test(head))?.text
  if (
    written !== undefined &&
    cells.every(({ head }) => /^(?:value|default|required)$/i.test(head))
  )
    return [`${name} is ${/^(?:[`"].*|empty)$/.test(written) ? written : `\`${written}\``}`]
  if (cells.length < 2 || !subjectHead.test(subject.head)) return null
  return cells.flatMap(({ head, text }) =>
    /^[-–—]$/.test(text)
      ? []
      : [`${name}: ${noteHead.test(head) ? '' : `${head.toLowerCase()} `}${text}`],
  )
}

const mention =
  /`([\w-]+)` (?:service|container|job)s?\b|\b(?:services?|containers?|jobs?) `([\w-]+)`|^`([\w-]+)`(?::| (?:must|should|uses?|has|is)\b)/g
const negator =
  /(?:\b(?:no|not|never|without|neither|nor|cannot)|n['’]t)(?:\s+(?:an?|any|the|be|use|uses|have|has|contain|set|include|need))*\s+$/i
// "no redis, mongo or kafka": the items of a list share its "no" where "or" joins them
const sharedNo = /\b(?:no|without|neither|nor|not)\s+(?:[`\w.-]+,\s+)*[`\w.-]+,?\s+(?:n?or\s+)$/i

/** Ties what a sentence says to the services or jobs that it names in code, and to a "no" right before it. */
function scoped(form: Form): Form {
  return (sentence) => {
    const isEvery = sentence.match(every) !== null
    const names = [...sentence.matchAll(mention)].flatMap(
      ([, one, other, third]) => one ?? other ?? third ?? [],
    )
    return form(sentence).map((span): Span => {
      const before = sentence.slice(0, span.start).replace(/[`"']$/, '')
      const no = span.negated === undefined ? negator.exec(before) : null
      const negated = span.negated ?? (no !== null || sharedNo.test(before))
      const { check } = span
      // what must not be anywhere is asked of the whole file
      const scope = isEvery ? (negated ? '' : everyOne) : [...new Set(names)].join(', ')
      const isTied = scope !== '' && check.type === 'value'
      return {
        ...span,
        start: no === null ? span.start : no.index,
        negated,
        check: isTied ? { ...check, name: `${check.name}${ofScope}${scope}` } : check,
      }
    })
  }
}

/** The key that a value demand names, where it stands in the file as it is written; null for what is meant by a word. */
export function settingsKeyOf(name: string): string | null {
  const key = name.replaceAll('`', '')
  if (key.includes(ofScope) || name === 'port' || !/^[A-Za-z_][\w.-]*$/.test(key)) return null
  return compilerOptionNames.has(key) ? `compilerOptions.${key}` : key
}
