import { basename } from 'node:path'
import type { Entry, FileKind, Format, Platform } from './configuration.ts'

type Known = {
  readonly title: string
  /** The names its files have, without the folders. */
  readonly names?: RegExp
  readonly format: Format
  /** Sets of top-level keys that give it away; one set is enough. */
  readonly keys?: readonly string[]
  /** How tasks call it. */
  readonly words: RegExp
}

const kinds: Readonly<Record<FileKind, Known>> = {
  compose: {
    title: 'a compose file',
    names: /^(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/,
    format: 'yaml',
    keys: ['services'],
    words:
      /\b(?:docker[- ]?compose|compose)(?:\.ya?ml|[- ](?:file|ya?ml|config(?:uration)?|stack|setup))?\b/i,
  },
  workflow: {
    title: 'a GitHub workflow',
    format: 'yaml',
    keys: ['on jobs', 'true jobs'],
    words:
      /\bgithub[- ]actions?(?:[- ]workflow)?(?: file)?\b|\bgithub[- ]workflow(?: file)?\b|\b(?:ci|actions|release|deploy(?:ment)?|build|test|lint|nightly)[- ]workflow(?: file)?\b|\bworkflow file\b/i,
  },
  kubernetes: {
    title: 'a Kubernetes manifest',
    format: 'yaml',
    keys: ['apiVersion kind'],
    words:
      /\b(?:kubernetes|k8s)(?:[- ](?:manifests?|ya?ml|resources?|files?|config(?:uration)?))?\b|\bmanifests?\b/i,
  },
  gitlab: {
    title: 'a GitLab pipeline',
    names: /^\.gitlab-ci\.ya?ml$/,
    format: 'yaml',
    keys: ['stages'],
    words:
      /\.?gitlab[- ]ci(?:\.ya?ml)?(?: (?:pipeline|file|config(?:uration)?))?\b|\bgitlab pipeline\b/i,
  },
  dependabot: {
    title: 'a dependabot configuration',
    names: /^dependabot\.ya?ml$/,
    format: 'yaml',
    keys: ['version updates'],
    words: /\bdependabot(?:\.ya?ml)?(?: (?:config(?:uration)?|file|settings))?\b/i,
  },
  renovate: {
    title: 'a renovate configuration',
    names: /^(?:\.?renovate(?:rc)?(?:\.json5?)?)$/,
    format: 'jsonc',
    words: /\brenovate(?:\.json5?)?(?: (?:config(?:uration)?|file|settings))?\b/i,
  },
  tsconfig: {
    title: 'a tsconfig',
    names: /^(?:ts|js)config(?:[.-][\w.-]+)?\.json$/,
    format: 'jsonc',
    keys: ['compilerOptions', 'files references'],
    words:
      /\btsconfig(?:\.json)?(?: file)?\b|\btypescript (?:compiler )?(?:config(?:uration)?|settings)(?: file)?\b/i,
  },
  package: {
    title: 'a package.json',
    names: /^package\.json$/,
    format: 'json',
    keys: [
      'name version',
      'name dependencies',
      'name scripts',
      'scripts devDependencies',
      'private dependencies',
    ],
    words: /\bpackage\.json\b/i,
  },
  eslint: {
    title: 'an ESLint configuration',
    names: /^\.eslintrc(?:\.(?:json|ya?ml))?$/,
    format: 'jsonc',
    keys: ['extends rules', 'env rules', 'parserOptions', 'root rules'],
    words:
      /(?<!\w)\.?eslint(?:rc)?(?:\.json|\.ya?ml)?(?: (?:config(?:uration)?|file|settings))?\b/i,
  },
  prettier: {
    title: 'a prettier configuration',
    names: /^\.prettierrc(?:\.(?:json5?|ya?ml))?$/,
    format: 'yaml',
    keys: ['singleQuote', 'printWidth', 'trailingComma'],
    words:
      /(?<!\w)\.?prettier(?:rc)?(?:\.json|\.ya?ml)?(?: (?:config(?:uration)?|file|settings))?\b/i,
  },
  env: {
    title: 'a .env file',
    names: /^\.env(?:[.-][\w.-]+)?$|\.env$/,
    format: 'env',
    words:
      /(?<![\w/])\.env(?:\.[\w.-]*\w)?(?: file)?\b|\bdotenv(?: file)?\b|\benv(?:ironment)?(?: variables?)? file\b/i,
  },
  dockerfile: {
    title: 'a Dockerfile',
    names: /^(?:dockerfile|containerfile)(?:[.-](?!dockerignore$)[\w.-]+)?$|\.dockerfile$/i,
    format: 'dockerfile',
    words: /\b(?:dockerfile|containerfile)\b/i,
  },
  nginx: {
    title: 'an nginx configuration',
    names: /nginx.*\.conf$|^default\.conf$/,
    format: 'nginx',
    words:
      /\bnginx(?:\.conf|(?: (?:server block|config(?:uration)?|file|site|vhost|reverse proxy)){1,2})\b/i,
  },
  systemd: {
    title: 'a systemd unit',
    names: /\.(?:service|timer|socket|mount|target|path)$/,
    format: 'ini',
    keys: ['Unit', 'Service', 'Timer'],
    words:
      /\bsystemd(?: (?:service|timer|unit))?(?: (?:unit|file)){0,2}\b|\b(?:service|timer) unit(?: file)?\b/i,
  },
  pyproject: {
    title: 'a pyproject.toml',
    names: /^pyproject\.toml$/,
    format: 'toml',
    keys: ['project', 'build-system'],
    words: /\bpyproject(?:\.toml)?\b/i,
  },
  cargo: {
    title: 'a Cargo.toml',
    names: /^cargo\.toml$/i,
    format: 'toml',
    keys: ['package', 'workspace'],
    words: /\bcargo\.toml\b|\bcargo manifest\b/i,
  },
  iam: {
    title: 'an IAM policy',
    format: 'json',
    keys: ['Statement'],
    words: /\biam policy(?: document)?\b/i,
  },
}

export const fileKinds: readonly FileKind[] = [
  'compose',
  'workflow',
  'kubernetes',
  'gitlab',
  'dependabot',
  'renovate',
  'tsconfig',
  'package',
  'eslint',
  'prettier',
  'env',
  'dockerfile',
  'nginx',
  'systemd',
  'pyproject',
  'cargo',
  'iam',
]

export const titleOf = (kind: FileKind): string => kinds[kind].title

/** The kind that the name of a file gives away. */
export function kindOfName(path: string): FileKind | null {
  if (/(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) return 'workflow'
  const name = basename(path)
  return fileKinds.find((kind) => kinds[kind].names?.test(name)) ?? null
}

/** The format in which the reader of a file of this name takes it; null where the name does not tell. */
export function formatOfName(path: string): Format | null {
  if (/(?:^|\/)\.vscode\/[\w.-]+\.json$|\.(?:jsonc|json5|code-workspace)$/.test(path))
    return 'jsonc'
  const kind = kindOfName(path)
  const extension = /\.(ya?ml|json|toml|ini|properties)$/i.exec(path)?.[1]?.toLowerCase()
  const own = kind === null ? null : kinds[kind].format
  // the ending decides between formats, and the kind between dialects of one
  if (own !== null && (extension === undefined || (own === 'jsonc' && extension === 'json')))
    return own
  if (extension === 'json') return 'json'
  if (extension === 'yaml' || extension === 'yml') return 'yaml'
  return extension === 'toml' || extension === 'ini' || extension === 'properties'
    ? extension
    : null
}

/** The kind of settings by what they hold, where their file has no telling name. */
export function kindOfEntries(
  format: Format,
  entries: readonly Pick<Entry, 'path'>[],
  file = '',
): FileKind | null {
  if (format === 'dockerfile' || format === 'nginx' || format === 'env') return format
  const depth = entries.some(({ path }) => path[0] === '1' && path.length > 1) ? 1 : 0
  const tops = new Set(entries.flatMap(({ path }) => path[depth] ?? []))
  const holds = (keys: string) => keys.split(' ').every((key) => tops.has(key))
  const isJson = format === 'json' || format === 'jsonc'
  const fits = (kind: FileKind) => {
    const { format: own, names } = kinds[kind]
    // many programs read a JSON file with the keys of another's; their files have names
    if (isJson && file !== '' && names !== undefined) return false
    if (own === 'json' || own === 'jsonc') return isJson || (kind === 'eslint' && format === 'yaml')
    return own === format || (own === 'yaml' && isJson)
  }
  return fileKinds.find((kind) => fits(kind) && (kinds[kind].keys ?? []).some(holds)) ?? null
}

type Mention = { readonly kind: FileKind; readonly at: number; readonly length: number }

// a bare name of a tool may be about the tool; with one of these it is about the file
const ofFile =
  /file|config|manifest|workflow|unit|pipeline|policy|block|setup|stack|\.\w|rc\b|dockerfile|tsconfig|dependabot|renovate/i

/** Where a task says what kind of file it wants, the surest first. */
export function kindsAskedFor(task: string): readonly Mention[] {
  const results = fileKinds.flatMap((kind) => {
    const words = kinds[kind].words.exec(task)
    return words === null
      ? []
      : [{ kind, at: words.index, length: words[0].length, isSure: ofFile.test(words[0]) }]
  })
  return results.toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || a.at - b.at)
}

/** The platforms whose settings have rules of their own. */
export const platformOfKind = (kind: FileKind | null): Platform =>
  kind === 'workflow'
    ? 'actions'
    : kind === 'compose' || kind === 'kubernetes' || kind === 'iam'
      ? kind
      : null
