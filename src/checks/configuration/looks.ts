import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { findSecrets, secretInSetting } from '../secrets/find-secrets.ts'
import { isVersion, sameValue } from './amount.ts'
import { testRuns } from './ci-failures.ts'
import { type Fact, factsAt } from './facts.ts'
import type { FileKind } from './kind.ts'

/** A file as its examiner sees it. */
export type Looked = {
  readonly text: string
  readonly kind: FileKind | null
  readonly facts: readonly Fact[]
  /** The lines of settings that carry no note, asked for only where a task wants notes. */
  readonly unnoted: () => readonly number[]
}

type Look = (file: Looked, value: string, facts: readonly Fact[]) => Answer

const placeOf = ({ path, line }: Fact): string => `${path.join('.')}, line ${line}`
const textOf = ({ value }: Fact): string =>
  value === undefined || value === null ? '' : String(value)

const seen = (found: Fact | undefined, what: string, lack: string): Answer =>
  found === undefined ? unmet(lack) : met(what, placeOf(found))

/** Images by name and tag, wherever a kind of file names them. */
export function imagesIn(facts: readonly Fact[], kind: FileKind | null) {
  const places: Partial<Record<FileKind, string>> = {
    compose: 'services.*.image',
    kubernetes: '**.image',
    dockerfile: 'FROM',
    gitlab: 'image|*.image|image.name|*.image.name|**.services.*|**.services.*.name',
    workflow: 'jobs.*.services.*.image|jobs.*.container|jobs.*.container.image',
  }
  return factsAt(facts, (kind && places[kind]) ?? '**.image').flatMap((fact) => {
    const stage =
      kind === 'dockerfile'
        ? textOf(fact)
            .replace(/--\S+\s+/g, '')
            .split(/\s/)[0]!
        : textOf(fact)
    const [, name = '', tag] = /^(.*?)(?::([^:/@]+))?(?:@sha256:\w+)?$/.exec(stage) ?? []
    return name === '' || /^\d+$/.test(name)
      ? []
      : [{ fact, name, short: name.split('/').at(-1)!, tag }]
  })
}

const runs =
  (pattern: RegExp, what: string): Look =>
  (file, _, facts) =>
    seen(
      [
        ...factsAt(
          facts,
          'jobs.*.steps.*.run|jobs.*.steps.*.uses|*.script|*.script.*|**.before_script.*',
        ),
      ].find((fact) => pattern.test(textOf(fact))),
      `a step does it: ${what}`,
      `no step ${what}`,
    )

const branch =
  (event: string): Look =>
  (_, wanted, facts) => {
    const listed = factsAt(facts, `on.${event}.branches.*|on.${event}.branches`).filter(
      ({ value }) => typeof value === 'string',
    )
    if (factsAt(facts, `on.${event}`).length === 0) return unmet(`on.${event} is not there`)
    if (listed.length === 0)
      return undecided(`on.${event} names no branch, so it runs for all of them`)
    const fits = listed.find((fact) => textOf(fact) === wanted || /^\*\*?$/.test(textOf(fact)))
    const others = listed.map(textOf).join(', ')
    return seen(fits, `on.${event} names ${wanted}`, `on.${event} names ${others}, not ${wanted}`)
  }

const userOf = (
  file: Looked,
  facts: readonly Fact[],
): { readonly root: boolean | null; readonly fact?: Fact } => {
  const stages = factsAt(facts, 'FROM|USER')
  if (file.kind === 'dockerfile') {
    const last = stages.findLastIndex(({ path }) => path[0] === 'FROM')
    const user = stages.slice(last + 1).at(-1)
    if (user === undefined)
      return { root: /nonroot/.test(textOf(stages[last]!)) ? false : true, fact: stages[last]! }
    return { root: /^(?:root|0)(?::|$)/.test(textOf(user)), fact: user }
  }
  const set = factsAt(facts, 'services.*.user|**.runAsUser|**.runAsNonRoot|Service.User')
  const root = set.find((fact) =>
    fact.path.at(-1) === 'runAsNonRoot'
      ? fact.value === false
      : /^(?:root|0)(?::|$)/.test(textOf(fact)),
  )
  if (root !== undefined) return { root: true, fact: root }
  return set[0] === undefined ? { root: null } : { root: false, fact: set[0] }
}

const namedLike: Readonly<Record<string, RegExp>> = {
  database: /postgres|mysql|mariadb|mongo|mssql|cockroach|^db$|database/,
  db: /postgres|mysql|mariadb|mongo|mssql|cockroach|^db$|database/,
  cache: /redis|valkey|memcached|cache/,
  queue: /rabbitmq|kafka|nats|queue/,
  broker: /rabbitmq|kafka|nats|mosquitto|broker|queue/,
  backend: /back|api|server/,
  frontend: /front|web|ui|client/,
  worker: /worker|job/,
  proxy: /proxy|nginx|traefik|caddy|haproxy/,
  scheduler: /scheduler|cron|beat/,
  web: /web|app|api|back|front|server|site/,
  app: /web|app|api|back|front|server|site/,
  api: /web|app|api|back|server/,
}

/** Whether a service is the one that a task speaks of: by its name, its image, or what the image is for. */
export const isCalled = (file: Looked, service: string, wanted: string): boolean => {
  const image = textOf(
    factsAt(file.facts, `services.${service}.image`)[0] ?? {
      path: [],
      value: '',
      line: 0,
      document: 0,
    },
  )
  const like = namedLike[wanted.toLowerCase()]
  return (
    service === wanted ||
    image.includes(wanted) ||
    (like !== undefined && (like.test(service) || like.test(image)))
  )
}

const looks: Readonly<Record<string, Look>> = {
  latest: (file, _, facts) => {
    const images = imagesIn(facts, file.kind).filter(
      ({ name }) => name !== 'scratch' && !name.includes('$'),
    )
    const moving = images.find(
      ({ tag, fact }) =>
        (tag === undefined && !textOf(fact).includes('@') && !isStage(facts, fact)) ||
        tag === 'latest',
    )
    return seen(
      moving?.fact,
      'an image has the tag latest, or none, which means the same',
      `no image has the tag latest (${images.length} looked at)`,
    )
  },
  secrets: ({ text, facts }) => {
    const byForm = findSecrets(text)[0]
    if (byForm !== undefined)
      return met(
        `a ${byForm.kind} is written out`,
        `line ${text.slice(0, byForm.start).split('\n').length}`,
      )
    const named = facts.find((fact) => secretInSetting(fact.path.at(-1) ?? '', textOf(fact)))
    return seen(named, 'a secret is written out', 'no secret was recognised in any value')
  },
  noted: ({ unnoted }) => {
    const [first] = unnoted()
    return first === undefined
      ? met('every setting has a comment')
      : unmet('a setting has no comment', `line ${first}`)
  },
  root: (file, _, facts) => {
    const { root, fact } = userOf(file, facts)
    if (root === null || fact === undefined)
      return undecided('the file sets no user; the image decides')
    return root
      ? met('it runs as root', placeOf(fact))
      : unmet('it runs as another user than root', placeOf(fact))
  },
  unprivileged: (file, _, facts) => {
    const { root, fact } = userOf(file, facts)
    if (root === null || fact === undefined) return unmet('no user is set')
    return root
      ? unmet('it runs as root', placeOf(fact))
      : met('it runs as another user than root', placeOf(fact))
  },
  depends: (file, wanted, facts) => {
    const found = factsAt(facts, 'services.*.depends_on.*').find(({ path }) =>
      isCalled(file, path[3] ?? '', wanted),
    )
    return seen(found, `it depends on ${wanted}`, `no service depends on ${wanted}`)
  },
  healthy: (file, wanted, facts) => {
    const found = factsAt(facts, 'services.*.depends_on.*.condition').find(
      (fact) => isCalled(file, fact.path[3] ?? '', wanted) && fact.value === 'service_healthy',
    )
    return seen(
      found,
      `it waits until ${wanted} is healthy`,
      `no service waits until ${wanted} is healthy (condition: service_healthy)`,
    )
  },
  network: (_, wanted, facts) =>
    seen(
      factsAt(facts, `networks.${wanted}|services.*.networks.${wanted}`)[0],
      `the network ${wanted} is there`,
      `there is no network ${wanted}`,
    ),
  'push-branch': branch('push'),
  'pull-branch': branch('pull_request'),
  strict: (file, _, facts) => {
    const tests = testRuns(facts, file.kind)
    const lost = tests.find(({ swallowed }) => swallowed !== null)
    if (lost !== undefined)
      return unmet(
        `a failing test goes unnoticed: ${lost.swallowed}`,
        `${lost.path.join('.')}, line ${lost.line}`,
      )
    const [first] = tests
    return first === undefined
      ? unmet('no step was recognised that runs tests')
      : met(
          `\`${first.command}\` ends its job when it fails`,
          `${first.path.join('.')}, line ${first.line}`,
        )
  },
  tests: (file, _, facts) => {
    const [first] = testRuns(facts, file.kind)
    return first === undefined
      ? unmet('no step was recognised that runs tests')
      : met(`\`${first.command}\` runs the tests`, `line ${first.line}`)
  },
  lint: runs(
    /\blint|eslint|oxlint|biome|ruff|flake8|golangci|clippy|rubocop|stylelint|shellcheck|hadolint/i,
    'lints',
  ),
  types: runs(
    /\btsc\b|type-?check|mypy|pyright|check:types|vue-tsc|\btypes\b/i,
    'checks the types',
  ),
  install: runs(
    /\b(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install|$)|bun install|pip3? install|poetry install|uv sync|bundle install|composer install|go mod download|cargo fetch)\b|bundler-cache/m,
    'installs the dependencies',
  ),
  checkout: runs(/actions\/checkout@/, 'checks out the code'),
  cache: (_, __, facts) => {
    const found = factsAt(
      facts,
      'jobs.*.steps.*.with.cache|jobs.*.steps.*.uses|**.cache|jobs.*.steps.*.with.bundler-cache',
    ).find((fact) =>
      fact.path.at(-1) !== 'uses'
        ? fact.value !== false && textOf(fact) !== ''
        : /\/cache(?:\/restore)?@|rust-cache@/.test(textOf(fact)),
    )
    return seen(found, 'something is cached', 'nothing is cached')
  },
  'read-only': (_, __, facts) => {
    const set = factsAt(
      facts,
      'permissions|permissions.*|jobs.*.permissions|jobs.*.permissions.*',
    ).filter(({ value }) => typeof value === 'string')
    const wide = set.find((fact) => !/^(?:read|none|read-all)$/.test(textOf(fact)))
    if (wide !== undefined) return unmet('a permission is more than read', placeOf(wide))
    return seen(set[0], 'the permissions are read only', 'no permissions are set')
  },
  artifact: runs(/actions\/upload-(?:artifact|pages-artifact)@/, 'uploads an artifact'),
  stages: (_, __, facts) => {
    const stages = factsAt(facts, 'FROM')
    return stages.length > 1
      ? met(`${stages.length} stages`, placeOf(stages[1]!))
      : unmet('there is one stage')
  },
  base: (file, wanted, facts) => {
    const found = factsAt(facts, 'FROM').find(
      (fact) =>
        textOf(fact)
          .replace(/--\S+\s+/g, '')
          .split(/\s/)[0] === wanted,
    )
    return seen(found, `it starts from ${wanted}`, `no stage starts from ${wanted}`)
  },
  alpine: (file, _, facts) =>
    seen(
      imagesIn(facts, file.kind).find(({ name, tag }) => /alpine/.test(`${name}:${tag}`))?.fact,
      'the image is based on alpine',
      'no image is based on alpine',
    ),
  https: (_, __, facts) =>
    seen(
      factsAt(facts, '**.return|**.rewrite').find((fact) => /\bhttps:\/\//.test(textOf(fact))),
      'it redirects to https',
      'nothing redirects to https',
    ),
  hsts: (_, __, facts) =>
    seen(
      factsAt(facts, '**.add_header').find((fact) =>
        /^strict-transport-security/i.test(textOf(fact)),
      ),
      'the header is set',
      'no add_header sets Strict-Transport-Security',
    ),
  tls: (_, __, facts) => {
    const set = factsAt(facts, '**.ssl_protocols')
    const wrong = set.find(
      (fact) =>
        !/TLSv1\.2/.test(textOf(fact)) ||
        !/TLSv1\.3/.test(textOf(fact)) ||
        /TLSv1(?:\.[01])?(?![.\d])|SSLv/.test(textOf(fact)),
    )
    return wrong === undefined
      ? seen(set[0], 'TLS 1.2 and 1.3, and nothing older', 'no ssl_protocols')
      : unmet('other versions of TLS', placeOf(wrong))
  },
  'server-name': (_, wanted, facts) =>
    seen(
      factsAt(facts, '**.server_name').find((fact) => textOf(fact).split(/\s+/).includes(wanted)),
      `server_name holds ${wanted}`,
      `no server_name holds ${wanted}`,
    ),
  proxy: (_, wanted, facts) => {
    const [path = '', target = ''] = wanted.split(' → ')
    const bare = (text: string) => text.replace(/^https?:\/\//, '').replace(/\/$/, '')
    const inside = factsAt(facts, '**.proxy_pass').filter((fact) =>
      fact.path.some((part) =>
        new RegExp(
          `^location (?:[=~^*]+ )?\\^?${path.replace(/\/?\*?$/, '').replace(/[.+?()]/g, '\\$&')}/?$`,
        ).test(part),
      ),
    )
    const found = inside.find(
      (fact) =>
        bare(textOf(fact)).startsWith(bare(target)) ||
        upstreamHolds(facts, bare(textOf(fact)), bare(target)),
    )
    return seen(
      found,
      `${path} is passed to ${target}`,
      inside[0] === undefined
        ? `no location ${path} has a proxy_pass`
        : `location ${path} is passed to ${textOf(inside[0])}`,
    )
  },
}

const isStage = (facts: readonly Fact[], image: Fact): boolean => {
  const own = textOf(image)
    .replace(/--\S+\s+/g, '')
    .split(/\s/)[0]
  return factsAt(facts, 'FROM').some((fact) =>
    new RegExp(`\\sas\\s+${own?.replace(/\W/g, '\\$&')}$`, 'i').test(textOf(fact)),
  )
}

const upstreamHolds = (facts: readonly Fact[], name: string, target: string): boolean =>
  facts.some(
    (fact) =>
      fact.path.at(-1) === 'server' &&
      fact.path.includes(`upstream ${name}`) &&
      textOf(fact).startsWith(target),
  )

/** Looks that take more than one place in the file. */
export function lookAt(
  name: string,
  file: Looked,
  asked: { readonly value: string; readonly is: string; readonly facts: readonly Fact[] },
): Answer {
  if (name === 'runner') {
    const found = factsAt(
      asked.facts,
      'jobs.*.runs-on|jobs.*.runs-on.*|jobs.*.strategy.matrix.*.*|jobs.*.strategy.matrix.include.*.*',
    ).find((fact) => new RegExp(asked.is, 'i').test(textOf(fact)))
    return seen(found, 'a job runs on it', `no job runs on ${asked.is.split('|')[0]}`)
  }
  if (name === 'rule') {
    const [rule = '', severity = ''] = asked.value.split(' → ')
    const set = asked.facts.filter(
      ({ path }) =>
        path.includes('rules') &&
        (path.at(-1) === rule || (path.at(-2) === rule && path.at(-1) === '0')),
    )
    const levels: Readonly<Record<string, string>> = {
      '0': 'off',
      '1': 'warn',
      '2': 'error',
      warning: 'warn',
    }
    const found = set.find(
      (fact) => (levels[textOf(fact)] ?? textOf(fact)) === (levels[severity] ?? severity),
    )
    return seen(
      found,
      `${rule} is ${severity}`,
      set.some(({ value }) => value !== undefined)
        ? `${rule} is not ${severity}`
        : `the rule ${rule} is not set`,
    )
  }
  return looks[name]?.(file, asked.value, asked.facts) ?? undecided('nothing can look at this')
}

/** Versions of programs where files of the kind name them; null where this kind names none. */
export function versionAnswer(
  { facts, kind }: Looked,
  name: string,
  wanted: string,
): Answer | null {
  const same = sameProduct(name)
  const images = imagesIn(facts, kind).filter(({ short }) => same(short))
  const keys = factsAt(
    facts,
    `**.${name}-version|**.${name}-version.*|**.matrix.${name}|**.matrix.${name}.*|engines.${name}|**.requires-${name}`,
  ).filter(({ value }) => value !== undefined && !String(value).includes('${{'))
  const versions = [
    ...images.map(({ fact, tag }) => ({ fact, version: tag ?? '' })),
    ...keys.map((fact) => ({ fact, version: textOf(fact) })),
  ]
  if (versions.length === 0) return null
  const found = versions.find(
    ({ version }) => isVersion(version, wanted) || sameValue(version, wanted, ''),
  )
  const others = versions.map(({ version }) => version || 'no version').join(', ')
  return seen(found?.fact, `${name} ${wanted} is there`, `${name} has ${others}, not ${wanted}`)
}

/** Names under which one product goes. */
export const sameProduct = (name: string) => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\.?js$/, '')
      .replace(/^postgresql$|^postgis$/, 'postgres')
      .replace(/^mongodb$/, 'mongo')
      .replace(/^golang$/, 'go')
      .replace(/^(?:openjdk|temurin|eclipse-temurin)$/, 'java')
  return (other: string): boolean => plain(other) === plain(name)
}
