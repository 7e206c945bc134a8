import type { FileKind } from './configuration.ts'
import type { Form } from '../../obligations/examine.ts'
import { all, bare } from './forms.ts'

/** Programs that go by their own name in tasks. */
export const products =
  'postgres(?:ql)?|redis|valkey|mysql|mariadb|mongo(?:db)?|rabbitmq|nats|kafka|zookeeper|elasticsearch|opensearch|kibana|grafana|prometheus|memcached|minio|traefik|caddy|adminer|pgadmin|mailhog|mailpit|keycloak|vault|consul|wordpress|ghost|node(?:\\.?js)?|python|golang|java|ruby|php|deno|bun|nginx|alpine|ubuntu|debian'

export const productOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.?js$/, '')
    .replace('postgresql', 'postgres')
    .replace('mongodb', 'mongo')
    .replace('golang', 'go')

/** "a web app and a worker": services by what they are for, whatever they are called. */
export const parts =
  (kind: FileKind | null): Form =>
  (sentence) =>
    kind !== 'compose'
      ? []
      : all(
          sentence,
          /(?<![\w`./-])(web|app|api|backend|frontend|worker|proxy|database|db|cache|queue|broker|scheduler)(?: (?:app(?:lication)?|server|service|container))?(?![\w`./-])/gi,
          ([, name = '']) => ({ type: 'name', name: name.toLowerCase(), role: 'part' }),
        )

const kubernetesKinds =
  'Deployment|StatefulSet|DaemonSet|ReplicaSet|Pod|Service|Ingress|ConfigMap|Secret|Job|CronJob|Namespace|PersistentVolumeClaim|HorizontalPodAutoscaler|NetworkPolicy|ServiceAccount|PodDisruptionBudget|RoleBinding|ClusterRole|Role'

export const resources =
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

/** "every service", "all jobs": whom the rest of the sentence is about. */
export const every =
  /\b(?:each|every|all|both)(?: of the| the)?(?: (?:two|three|four|five|\d))? (services?|containers?|jobs?)\b/gi

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export const collections: Form = (sentence) => [
  ...all(sentence, every, ([, noun = '']) => ({
    type: 'name',
    name: noun.toLowerCase().replace(/s$/, ''),
    role: 'collection',
  })),
  ...all(
    sentence,
    new RegExp(`(?<!-)\\b(${numbers.join('|')}|\\d+) (services|jobs|stages|replicas)\\b`, 'gi'),
    ([, count = '', name = '']) => ({
      type: 'limit',
      name: name.toLowerCase(),
      bound: 'exactly',
      value: /^\d/.test(count) ? Number(count) : numbers.indexOf(count.toLowerCase()) + 1,
    }),
  ),
]

const acronyms =
  /^(?:YAML|JSON|JSONC|TOML|INI|ENV|API|APIS|HTTP|HTTPS|URL|URLS|TLS|SSL|CORS|AWS|GCP|SQL|REST|TTL|CPU|RAM|SMTP|SSH|DNS|JWT|SSO|CLI|SDK|UTC|README|MIT|IDS|MUST|SHOULD|NOT|AND|THE|ALL|IAM|RBAC|ADR|NGINX|GET|POST|PUT|TCP|UDP|CRON|OIDC|OAUTH|HMAC|CSRF|LTS|ESM|NPM|SPA|CDN|HSTS|SSD|NODE)$/

/** Names in capitals are variables where the sentence speaks of variables, or names several of them. */
export const shouted =
  (kind: FileKind | null): Form =>
  (sentence) => {
    const names = all(
      sentence,
      /`?(?<![\w$.{/-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?![\w/{-])`?/g,
      ([, name = '']) =>
        name.length > 2 && !acronyms.test(name) ? { type: 'name', name, role: 'variable' } : null,
    )
    const isList =
      kind === 'env' ||
      names.some(({ check }) => check.type === 'name' && check.name.includes('_')) ||
      /\bvariables?\b|\benv\b/i.test(sentence)
    return isList ? names : []
  }

/** "DEBUG must not be set", "`privileged` is not allowed": the no comes after the name. */
export const absent: Form = (sentence) =>
  all(
    sentence,
    /(`[^`\n]+`|(?<![\w.-])[A-Z][A-Z0-9_]{2,})(?: variable| key| setting| service| option)? (?:(?:must|may|should|shall|can) ?not|is not|are not|isn['’]t) (?:be )?(?:set|present|defined|there|included|used|contained|allowed|in (?:it|the file))(?![\w-])|\bno (?:variable|key|setting|service|job|option|user) (?:may be |must be |should be |is )(?:called|named) (`[^`\n]+`)/gi,
    ([, name = '', other = '']) => ({ type: 'name', name: bare(name || other) }),
  ).map((span) => ({ ...span, negated: true }))

/** Commands that need no backticks: npm ci, npm run build, go test. */
export const commands: Form = (sentence) =>
  all(
    sentence,
    /(?<![\w`./-])(?:npm (?:ci|test|install|publish|audit|run [\w:-]+)|pnpm (?:install|test|build|lint|run [\w:-]+)|yarn (?:install|test|build|lint)|go (?:test|vet|build)|cargo (?:test|build|clippy|fmt)|make [a-z]+|pip install|pytest)(?![\w`-])/g,
    ([text]) => ({ type: 'phrase', text }),
  )

/** "\`ssl_protocols TLSv1.3\`, nothing older", "uploads: \`client_max_body_size 40m\`": a whole directive. */
export const directives: Form = (sentence) => [
  ...all(
    sentence,
    /`([a-z_]+ [^`\n]+)`,? (?:and |but )?nothing (?:else|older|newer|more)\b/g,
    ([, name = '']) => ({
      type: 'name',
      name,
      role: 'only',
    }),
  ),
  ...all(sentence, /^[A-Za-z][a-z ]{1,30}: `([a-z_]+ [^`\n]+)`$/g, ([, text = '']) => ({
    type: 'phrase',
    text,
  })),
]
