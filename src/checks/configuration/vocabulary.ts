import type { DemandCheck } from '../../obligations/demand.ts'
import type { Form, Span, Vocabulary } from '../../obligations/examine.ts'
import { cronOf } from './cron.ts'
import { type FileKind, kindsAskedFor } from './kind.ts'
import { type Term, termsOf } from './terms.ts'

// nouns and verbs that ask for nothing without another word; what could be missing from a file is not among them
const glue = new Set(
  `file config configuration setting key value variable environment env service container image job workflow pipeline step
  stage block section app application project repository repo package program yaml json toml yml ini format valid
  run running start listen expose publish map serve bind execute trigger install reachable available
  branch tag port version manifest unit docker kubernetes github gitlab action nginx typescript option rule line entry top level
  name from ci script command dependency engine extend`.split(/\s+/),
)

/** Programs that go by their own name in tasks. */
const products =
  'postgres(?:ql)?|redis|valkey|mysql|mariadb|mongo(?:db)?|rabbitmq|nats|kafka|zookeeper|elasticsearch|opensearch|kibana|grafana|prometheus|memcached|minio|traefik|caddy|adminer|pgadmin|mailhog|mailpit|keycloak|vault|consul|wordpress|ghost|node(?:\\.?js)?|python|golang|java|ruby|php|deno|bun|nginx|alpine|ubuntu|debian'
const version = 'v?\\d+(?:\\.\\d+)*(?:\\.x|-[a-z]+)?'
const code = '`[^`\\n]+`|"[^"\\n]+"'
const bare = (text: string): string => text.trim().replace(/^[`"']|[`"']$/g, '')
const scalarOf = (text: string): string | number | boolean => {
  const value = bare(text)
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  return value === 'true' ? true : value === 'false' ? false : value
}

/** How tasks about configuration speak: of the kind that the task asks for, or that the file is of. */
export function vocabularyOf(task: string, own: FileKind | null): Vocabulary {
  const asked = kindsAskedFor(task).toSorted((a, b) => a.at - b.at)[0]
  const kind = asked?.kind ?? own
  const words = asked === undefined ? '' : task.slice(asked.at, asked.at + asked.length)
  const forms: readonly Form[] = [
    kindForm(asked?.kind ?? null, words),
    collections,
    ...termsOf(kind).map((term) => termForm(term)),
    ports,
    versions,
    resources(kind),
    members(kind),
    pairs,
    knownKeys(kind),
    shouted(kind),
    listed,
    productNames(kind),
    parts(kind),
  ]
  return { glue, forms: forms.map((form) => scoped(form)) }
}

/** The key that a value demand names, where it stands in the file as it is written; null for what is meant by a word. */
export function settingsKeyOf(name: string): string | null {
  if (name.includes(ofScope) || !/^[A-Za-z_][\w.-]*$/.test(name)) return null
  if (new RegExp(`^(?:${tsKeys})$`).test(name)) return `compilerOptions.${name}`
  return new RegExp(`^(?:${products}|port)$`).test(name) ? null : name
}

/** Stands between what is asked and whose it is: "restart · web". */
export const ofScope = ' · '
export const everyOne = 'every one'

const spanOf = (found: RegExpMatchArray, check: DemandCheck, negated?: boolean): Span => ({
  start: found.index ?? 0,
  end: (found.index ?? 0) + found[0].length,
  check,
  ...(negated === undefined ? {} : { negated }),
})

const all = (
  sentence: string,
  pattern: RegExp,
  make: (found: RegExpMatchArray) => DemandCheck | null,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((found) => {
    const check = make(found)
    return check === null ? [] : [spanOf(found, check)]
  })

/** "a docker compose file": what the file must be. */
const kindForm =
  (kind: FileKind | null, words: string): Form =>
  (sentence) => {
    const at = kind === null ? -1 : sentence.indexOf(words)
    return at === -1 || kind === null
      ? []
      : [
          {
            start: at,
            end: at + words.length,
            negated: false,
            check: { type: 'name', name: kind, role: 'kind' },
          },
        ]
  }

/** "every service", "all jobs": whom the rest of the sentence is about. */
const every =
  /\b(?:each|every|all|both)(?: of the| the)?(?: (?:two|three|four|five|\d))? (services?|containers?|jobs?)\b/gi
const collections: Form = (sentence) =>
  all(sentence, every, (found) => ({
    type: 'name',
    name: (found[1] ?? '').toLowerCase().replace(/s$/, ''),
    role: 'collection',
  }))

const termForm =
  ({ id, words, at }: Term): Form =>
  (sentence) => {
    if (words === '=cron')
      return cronOf(sentence).map(({ start, end, cron }) => ({
        start,
        end,
        check: { type: 'value', name: id, value: cron },
      }))
    return all(
      sentence,
      new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'gi'),
      ({ groups = {} }) => {
        const value = groups['v'] ?? groups['v2']
        const most = groups['most']
        if (most !== undefined)
          return { type: 'limit', name: id, bound: 'most', value: Number(most) }
        if (groups['k'] !== undefined)
          return {
            type: 'value',
            name: id,
            value: `${bare(groups['k'])} → ${bare(value ?? '').toLowerCase()}`,
          }
        if (groups['p'] !== undefined)
          return { type: 'value', name: id, value: `${bare(groups['p'])} → ${bare(value ?? '')}` }
        if (value === undefined) return { type: 'name', name: id, role: 'setting' }
        const isRestart = at.includes('restart') || at.includes('Restart')
        return {
          type: 'value',
          name: id,
          value: isRestart ? bare(value).replace(' ', '-') : scalarOf(value),
        }
      },
    )
  }

const serving =
  '(?:(?:expos(?:es?|ed|ing)|publish(?:es|ed|ing)?|maps?|mapped|listen(?:s|ing)?|reachable|serv(?:es?|ed|ing)|available|runs?|running|binds?|bound|opens?)\\s+)?(?:(?:on|to|at|its|the|a|via|as|from)\\s+)*'
const ports: Form = (sentence) => [
  ...all(
    sentence,
    /(?:maps?|publish(?:es)?|expos(?:es?|ing))?\s*(?:host )?port (\d+)(?: (?:of|on) the host)?\s+(?:is )?(?:mapped )?to (?:(?:the )?container(?:['’]s)? )?(?:port )?(\d+)\b/gi,
    ([, host = '', target = '']) => ({
      type: 'value',
      name: 'port mapping',
      value: `${host}:${target}`,
    }),
  ),
  ...[
    ...sentence.matchAll(
      new RegExp(
        `${serving}(host |published |public |external |container |internal |target )?ports? ((?:\`?\\d{2,5}\`?(?:, | and |, and )?)+)(?![\\w:])`,
        'gi',
      ),
    ),
  ].flatMap((found) => {
    const [whole, side = '', list = ''] = found
    const name = /container|internal|target/i.test(side)
      ? 'container port'
      : side === ''
        ? 'port'
        : 'host port'
    const from = (found.index ?? 0) + whole.length - list.length
    return [...list.matchAll(/\d{2,5}/g)].map((each, index): Span => ({
      start: index === 0 ? (found.index ?? 0) : from + each.index,
      end: from + each.index + each[0].length + (list[each.index + each[0].length] === '`' ? 1 : 0),
      check: { type: 'value', name, value: Number(each[0]) },
    }))
  }),
]

/** "postgres 16", "Node 20, 22 and 24", "Python >=3.11", "Node 20 or newer". */
const versions: Form = (sentence) =>
  [
    ...sentence.matchAll(
      new RegExp(
        `(?<![\\w./:-])(${products}|go)(?: versions?)?[ :]+(?:>=?|≥)?\\s?((?:${version}(?:, and |, | and )?)+)(?: or (?:newer|later|higher|above)|\\+)?(?![\\w:])`,
        'dgi',
      ),
    ),
  ].flatMap((found) => {
    const [whole, name = '', list = ''] = found
    const from = found.indices?.[2]?.[0] ?? found.index
    const items = [...list.matchAll(new RegExp(version, 'gi'))]
    return items.map((each, index): Span => ({
      start: index === 0 ? found.index : from + each.index,
      end:
        index === items.length - 1
          ? found.index + whole.trimEnd().length
          : from + each.index + each[0].length,
      check: { type: 'value', name: productOf(name), value: each[0] },
    }))
  })

const productOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.?js$/, '')
    .replace('postgresql', 'postgres')
    .replace('mongodb', 'mongo')
    .replace('golang', 'go')

const productNames =
  (kind: FileKind | null): Form =>
  (sentence) =>
    kind === 'nginx' || kind === 'workflow' || kind === 'package'
      ? []
      : all(
          sentence,
          new RegExp(
            `(?<![\\w./:-])(?:${products})(?![\\w./:-])(?: (?:service|container|database|server|cache|image))?`,
            'gi',
          ),
          (found) => ({ type: 'name', name: productOf(found[0].split(' ')[0]!), role: 'product' }),
        )

/** "a web app and a worker": services by what they are for, whatever they are called. */
const parts =
  (kind: FileKind | null): Form =>
  (sentence) =>
    kind !== 'compose'
      ? []
      : all(
          sentence,
          /(?<![\w`./-])(web|app|api|backend|frontend|worker|proxy|database|db|cache|queue|broker|scheduler)(?: (?:app(?:lication)?|server|service|container))?(?![\w`./-])/gi,
          (found) => ({ type: 'name', name: (found[1] ?? '').toLowerCase(), role: 'part' }),
        )

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

/** "services web, db and cache", "jobs `lint` and `test`", "a service called worker". */
const members =
  (kind: FileKind | null): Form =>
  (sentence) => {
    const noun =
      kind === 'workflow' || kind === 'gitlab' ? 'jobs?|stages?' : 'services?|containers?'
    const lists = new RegExp(
      `\\b(${noun})(?: (?:called|named))?:? ((?:(?:${code}|[a-z][\\w-]*)(?:, and |, | and )?)+)`,
      'g',
    )
    return [...sentence.matchAll(lists)].flatMap((found) => {
      const [whole, role = '', list = ''] = found
      const isPlural = role.endsWith('s')
      const names = [...list.matchAll(new RegExp(`${code}|[a-z][\\w-]*`, 'g'))]
      const isNamed =
        names.every(([each]) => /^[`"]/.test(each)) ||
        (/called|named|:/.test(whole) && names.length > 0)
      if (
        !isNamed &&
        !(
          isPlural &&
          names.length > 1 &&
          !/ (?:that|which|with|must|should|are|have|has|in|on|for|run|is)\b/.test(` ${list} `)
        )
      )
        return []
      const from = (found.index ?? 0) + whole.length - list.length
      return names
        .filter(([each]) => each !== 'and')
        .map((each): Span => ({
          start: from + each.index,
          end: from + each.index + each[0].length,
          check: { type: 'name', name: bare(each[0]), role: role.toLowerCase().replace(/s$/, '') },
        }))
    })
  }

/** \`restart: always\`, \`LOG_LEVEL=info\`, PORT=3000, PORT (default 3000), \`strict\` set to true. */
const pairs: Form = (sentence) => [
  ...all(
    sentence,
    /`([A-Za-z_@][\w./@-]*)`(?: (?:is set to|set to|defaults to|default is|must be|should be|is|to|of|equals|=|\|)|:)? (`[^`]+`(?= *(?:[,.;)|]|$|and\b))|"[^"]*"|-?\d+(?:\.\d+)?(?: ?(?:ms|s|seconds?|minutes?|hours?|days?|[kmg]i?b))?|true|false|on|off)(?![\w-])/gi,
    (found) =>
      // two names side by side are two names
      /` `/.test(found[0])
        ? null
        : { type: 'value', name: found[1] ?? '', value: scalarOf(found[2] ?? '') },
  ),
  ...all(
    sentence,
    /`([A-Za-z_][\w.-]*)\s*(?:=|:\s)\s*([^`\n]+)`/g,
    ([, name = '', value = '']) => ({ type: 'value', name, value: scalarOf(value) }),
  ),
  ...all(
    sentence,
    /(?<![\w`.-])([A-Z][A-Z0-9_]+)=("[^"]*"|[^\s,;`]+)/g,
    ([, name = '', value = '']) => ({ type: 'value', name, value: scalarOf(value) }),
  ),
  ...all(
    sentence,
    new RegExp(
      `\`?(?<![\\w.-])([A-Z][A-Z0-9_]{2,})\`?\\s*(?:\\(|with |is |, )?\\s*(?:(?:an? |the )?default(?:s|ing)?(?: value)?(?: (?:to|is|of))?|set to|value)\\s+(${code}|[\\w./:@*-]*\\w)\\)?`,
      'g',
    ),
    ([, name = '', value = '']) => ({ type: 'value', name, value: scalarOf(value) }),
  ),
]

const tsKeys =
  'target|moduleResolution|module|lib|jsx|outDir|rootDir|baseUrl|declarationDir|declarationMap|noEmit|noUncheckedIndexedAccess|noImplicitAny|strictNullChecks|esModuleInterop|skipLibCheck|isolatedModules|verbatimModuleSyntax|resolveJsonModule|incremental|composite|allowJs|checkJs|noUnusedLocals|noUnusedParameters|noImplicitReturns|noFallthroughCasesInSwitch|exactOptionalPropertyTypes|forceConsistentCasingInFileNames|removeComments|importHelpers|sourceMap|declaration'
const tsValues = `${code}|ES\\d+|ESNext|es\\d+|esnext|Node(?:Next|\\d+)|node(?:next|\\d+)?|CommonJS|commonjs|[Bb]undler|react-jsx|preserve|true|false|on|off|enabled|disabled|\\.{0,2}/?[a-z][\\w./-]*`

const knownKeys =
  (kind: FileKind | null): Form =>
  (sentence) =>
    kind !== 'tsconfig'
      ? []
      : all(
          sentence,
          new RegExp(
            `\`?(?<![\\w-])(${tsKeys})\`?(?:(?: is| to| of| set to|:| =|=)? ?(?<v>(?!and\\b|or\\b|with\\b|is\\b|to\\b|for\\b|in\\b|must\\b|so\\b)(?:${tsValues}))(?![\\w/]))?(?![\\w-])`,
            'g',
          ),
          ({ 1: name = '', groups }) => {
            const value = groups?.['v']
            return value === undefined
              ? { type: 'name', name, role: 'key' }
              : {
                  type: 'value',
                  name,
                  value: scalarOf(
                    /^(?:on|enabled)$/.test(value)
                      ? 'true'
                      : /^(?:off|disabled)$/.test(value)
                        ? 'false'
                        : value,
                  ),
                }
          },
        )

const acronyms =
  /^(?:YAML|JSON|JSONC|TOML|INI|ENV|API|APIS|HTTP|HTTPS|URL|URLS|TLS|SSL|CORS|AWS|GCP|SQL|REST|TTL|CPU|RAM|SMTP|SSH|DNS|JWT|SSO|CLI|SDK|UTC|README|MIT|IDS|MUST|SHOULD|NOT|AND|THE|ALL|IAM|RBAC|ADR|NGINX|GET|POST|PUT|TCP|UDP|CRON|OIDC|OAUTH|HMAC|CSRF|LTS|ESM|NPM|SPA|CDN|HSTS|RAM|SSD|NODE|CI|CD)$/

/** Names in capitals are variables where the sentence speaks of variables, or names several of them. */
const shouted =
  (kind: FileKind | null): Form =>
  (sentence) => {
    const names = [
      ...sentence.matchAll(/`?(?<![\w$.{/-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?![\w/{-])`?/g),
    ].filter(([, name = '']) => name.length > 2 && !acronyms.test(name))
    const isList =
      kind === 'env' ||
      names.some(([, name = '']) => name.includes('_')) ||
      /\bvariables?\b|\benv\b/i.test(sentence)
    return isList
      ? names.map((found) =>
          spanOf(found, { type: 'name', name: found[1] ?? '', role: 'variable' }),
        )
      : []
  }

/** "keys host, port and timeout": single words, up to the end of the clause. */
const listed: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /\b(?:keys|settings|options|variables|fields|properties)(?: (?:called|named))?:? ((?:`?[A-Za-z_][\w.-]*`?(?:, and |, | and ))+`?[A-Za-z_][\w.-]*`?)(?=\s*(?:[.;:)]|$))/g,
    ),
  ].flatMap((found) => {
    const [whole, list = ''] = found
    const from = found.index + whole.length - list.length
    return [...list.matchAll(/`?([A-Za-z_][\w.-]*)`?/g)]
      .filter(([, name]) => name !== 'and')
      .map((each): Span => ({
        start: from + each.index,
        end: from + each.index + each[0].length,
        check: { type: 'name', name: each[1] ?? '', role: 'key' },
      }))
  })

const mention =
  /`([\w-]+)` (?:service|container|job)s?\b|\b(?:services?|containers?|jobs?) `([\w-]+)`|^`([\w-]+)`(?::| (?:must|should|uses?|runs?|has|listens?|is|depends|publishes|exposes|builds|restarts|waits)\b)/g

const negator =
  /(?:\b(?:no|not|never|without|neither|nor|cannot)|n['’]t)(?:\s+(?:an?|any|the|be|use|uses|have|has|contain|set|include|need))*\s+$/i
// "no redis, mongo or kafka": the items of a list share its "no" where "or" joins them
const sharedNo = /\b(?:no|without|neither|nor|not)\s+(?:[`\w.-]+,\s+)*[`\w.-]+,?\s+(?:n?or\s+)$/i

/** Ties what a sentence says to the services or jobs that it names, and to a "no" right before it. */
const scoped =
  (form: Form): Form =>
  (sentence) => {
    const isEvery = sentence.match(every) !== null
    const names = [...sentence.matchAll(mention)].flatMap(
      (found) => found[1] ?? found[2] ?? found[3] ?? [],
    )
    return form(sentence).map((span): Span => {
      const before = sentence.slice(0, span.start)
      const no = negator.exec(before)
      const negated = span.negated ?? (no !== null || sharedNo.test(before))
      const { check } = span
      // what must not be anywhere is asked of the whole file
      const scope = isEvery ? (negated ? '' : everyOne) : [...new Set(names)].join(', ')
      const isTied =
        scope !== '' &&
        (check.type === 'value' || (check.type === 'name' && check.role === 'setting'))
      return {
        ...span,
        start: span.negated === undefined && no !== null ? no.index : span.start,
        negated,
        check: isTied ? { ...check, name: `${check.name}${ofScope}${scope}` } : check,
      }
    })
  }
