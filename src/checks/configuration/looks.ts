import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { findSecrets, secretInSetting } from '../secrets/find-secrets.ts'
import { type Fact, factsAt } from './facts.ts'
import { imagesIn, isStage } from './images.ts'
import { type Look, type Looked, placeOf, seen, textOf } from './look.ts'
import { nginxLooks } from './looks-nginx.ts'
import { pipelineLooks } from './looks-pipeline.ts'
import { serviceLooks } from './looks-services.ts'

const userOf = (
  file: Looked,
  facts: readonly Fact[],
): { readonly root: boolean | null; readonly fact?: Fact } => {
  const stages = factsAt(facts, 'FROM|USER')
  if (file.kind === 'dockerfile') {
    const last = stages.findLastIndex(({ path }) => path[0] === 'FROM')
    const user = stages.slice(last + 1).at(-1)
    if (user === undefined)
      return { root: !/nonroot/.test(textOf(stages[last]!)), fact: stages[last]! }
    return { root: /^(?:root|0)(?::|$)/.test(textOf(user)), fact: user }
  }
  const set = factsAt(facts, 'services.*.user|**.runAsUser|**.runAsNonRoot|Service.User')
  const root = set.find((fact) =>
    fact.path.at(-1) === 'runAsNonRoot'
      ? fact.value === false
      : /^(?:root|0)(?::|$)/.test(textOf(fact)),
  )
  if (root !== undefined) return { root: true, fact: root }
  // a service without a user runs as whoever its image says
  const isOpen = file.kind === 'compose' && factsAt(facts, 'services.*').length > set.length
  return set[0] === undefined || isOpen ? { root: null } : { root: false, fact: set[0] }
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
  const [image] = factsAt(file.facts, 'services.*.image').filter(({ path }) => path[1] === service)
  const names = [service.toLowerCase(), image === undefined ? '' : textOf(image).toLowerCase()]
  const word = wanted.toLowerCase()
  return (
    names[0] === word ||
    names[1]!.includes(word) ||
    names.some((name) => name !== '' && (namedLike[word]?.test(name) ?? false))
  )
}

const looks: Readonly<Record<string, Look>> = {
  ...pipelineLooks,
  ...nginxLooks,
  ...serviceLooks,
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
      : unmet('it runs as another user, not as root', placeOf(fact))
  },
  'only-include': (_, wanted, facts) => {
    const set = factsAt(facts, 'include.*|files.*')
    const root = wanted.replace(/^\.\//, '').replace(/\/$/, '')
    const outside = set.find((fact) => !new RegExp(`^(?:\\./)?${root}(?:/|$)`).test(textOf(fact)))
    return outside === undefined
      ? seen(set[0], `only ${root} is included`, 'nothing says which files are included')
      : unmet(`${textOf(outside)} is included, too`, placeOf(outside))
  },
  depends: (file, wanted, facts) => {
    const match = factsAt(facts, 'services.*.depends_on.*').find(({ path }) =>
      isCalled(file, path[3] ?? '', wanted),
    )
    return seen(match, `it depends on ${wanted}`, `nothing depends on ${wanted}`)
  },
  healthy: (file, wanted, facts) => {
    const match = factsAt(facts, 'services.*.depends_on.*.condition').find(
      (fact) => isCalled(file, fact.path[3] ?? '', wanted) && fact.value === 'service_healthy',
    )
    return seen(
      match,
      `it waits until ${wanted} is healthy`,
      `nothing waits until ${wanted} is healthy (condition: service_healthy)`,
    )
  },
  health: (_, __, facts) => {
    const set = factsAt(facts, 'services.*.healthcheck')
    const idle = factsAt(
      facts,
      'services.*.healthcheck.disable|services.*.healthcheck.test|services.*.healthcheck.test.*',
    ).find((fact) => fact.value === true || /^(?:NONE|true|:|exit 0)$/.test(textOf(fact)))
    return idle === undefined || set.length > 1
      ? seen(set[0], 'a health check is set', 'there is no health check')
      : unmet('the health check looks at nothing', placeOf(idle))
  },
  unpublished: (_, __, facts) => {
    const [result] = factsAt(facts, 'services.*.ports.*.published')
    return result === undefined
      ? met('no port is published')
      : unmet(`port ${textOf(result)} is published, though none was to be`, placeOf(result))
  },
  mount: (_, wanted, facts) => {
    const same = (one = '', other = '') =>
      one.replace(/^\.\/|\/$/g, '') === other.replace(/^\.\/|\/$/g, '')
    const [source = '', target = ''] = wanted.split(' → ')
    const mounts = factsAt(facts, 'services.*.volumes.*|services.*.volumes.*.source').map(
      (fact) => {
        const at = [...fact.path.slice(0, -1), 'target'].join('.')
        const [from = '', to = textOf(factsAt(facts, at)[0] ?? fact)] = textOf(fact).split(':')
        return { fact, from, to }
      },
    )
    const own = mounts.filter(({ from }) => same(from, source))
    const match = own.find(({ to }) => same(to, target))
    return seen(
      match?.fact,
      `${source} is mounted at ${target}`,
      own[0] === undefined
        ? `${source} is not mounted`
        : `${source} is mounted at ${own[0].to}, not at ${target}`,
    )
  },
  stages: (_, __, facts) => {
    const stages = factsAt(facts, 'FROM')
    return stages.length > 1
      ? met(`${stages.length} stages`, placeOf(stages[1]!))
      : unmet(`there is ${stages.length === 0 ? 'no stage' : 'only one stage'}`)
  },
  base: (file, wanted, facts) => {
    const match = factsAt(facts, 'FROM').find(
      (fact) =>
        textOf(fact)
          .replace(/--\S+\s+/g, '')
          .split(/\s/)[0] === wanted,
    )
    return seen(match, `it starts from ${wanted}`, `no stage starts from ${wanted}`)
  },
}

/** Looks that take more than one place in the file. */
export function lookAt(
  name: string,
  file: Looked,
  asked: { readonly value: string; readonly is: string; readonly facts: readonly Fact[] },
): Answer {
  return (
    looks[name]?.(file, asked.value, asked.facts, asked.is) ?? undecided('nothing can look at this')
  )
}
