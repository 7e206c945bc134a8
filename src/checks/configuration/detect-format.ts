import type { Format } from './configuration.ts'

const byTag: Readonly<Record<string, Format>> = {
  yaml: 'yaml',
  yml: 'yaml',
  'docker-compose': 'yaml',
  json: 'json',
  jsonc: 'jsonc',
  json5: 'jsonc',
  toml: 'toml',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
  properties: 'properties',
  env: 'env',
  dotenv: 'env',
  '.env': 'env',
  dockerfile: 'dockerfile',
  docker: 'dockerfile',
  containerfile: 'dockerfile',
  nginx: 'nginx',
}
const notSettings =
  /^(?:sh|bash|shell|zsh|console|[cm]?[jt]sx?|javascript|typescript|python|py|go|rust|java|text|txt|plain|plaintext|diff|sql|html|css|markdown|md|mermaid|http|powershell|log|output|ruby|php|c|cpp)$/

/** The format a fence's language tag names; undefined where it names none of ours. */
export function formatOfTag(tag: string, content: string): Format | null | undefined {
  if (notSettings.test(tag)) return null
  const named = Object.hasOwn(byTag, tag) ? byTag[tag] : undefined
  if (tag === 'conf' || tag === 'cfg') return formatOfText(content, '') ?? named
  return named
}

/** The format of a text, from its own look and then from what the task says. */
export function formatOfText(text: string, hint: string): Format | null {
  const asked = formatAskedFor(hint)
  const lines = text
    .split('\n', 2_000)
    .map((line) => line.trim().slice(0, 300))
    .filter((line) => line !== '' && !/^(?:#|;|\/\/)/.test(line))
  const [first = ''] = lines
  if (first === '') return null
  if (/^(?:FROM|ARG)\s+\S/.test(first)) return 'dockerfile'
  if (/^[{[]$|^\{\s*["'}]|^\[\s*[{"\d]|^\{/.test(first) && !/^\[[\w.:" -]+\]$/.test(first))
    return asked === 'jsonc' || /^\s*\/\//m.test(text) ? 'jsonc' : 'json'
  const share = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line)).length / lines.length
  if (
    lines.some((line) => nginxStart.test(line)) &&
    (nginxStart.test(first) ? /[{;]/.test(text) : share(/[{};]\s*(?:#.*)?$/) > 0.8)
  )
    return 'nginx'
  const assignments = share(/^(?:export\s+)?[\w.-]+\s*=/)
  const headers = lines.some((line) => /^\[{1,2}[\w.:" -]+\]{1,2}?$/.test(line))
  if (assignments >= 0.4 && (asked === 'toml' || asked === 'ini' || asked === 'properties'))
    return asked
  if (!headers && share(/^(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/) >= 0.5) return 'env'
  if (assignments >= 0.4)
    return tomlLike(lines) ? 'toml' : headers ? 'ini' : asked === 'env' ? 'env' : 'properties'
  if (asked === 'env' && share(/^[A-Z][A-Z0-9_]*\b/) >= 0.6) return 'env'
  // a makefile has colons, too, and tabs
  const isIndentedByTabs = asked !== 'yaml' && /^[\w.%-]+:.*\n\t/m.test(text)
  if (share(/^(?:- )?["']?[\w./$@ -]+["']?\s*:(?:\s|$)|^- |^---$/) >= 0.4 && !isIndentedByTabs)
    return 'yaml'
  if (asked !== null) return lines.length <= 3 && !/^#+ |[.!?]$/.test(first) ? asked : null
  // prose is no list of settings
  const isProse = share(/[.!?,]$|^[-*>] |^(?:[\p{L}’'-]+\s+){4}|(?:\S+\s+){9}/u) > 0.2
  return !isProse && share(/^[\w.@$%*/<}[-]/) === 1 ? 'lines' : null
}

const nginxStart =
  /^(?:(?:server|http|events|stream)\s*(?:\{|$)|upstream\s+\S+|location\s+\S+|user\s+\S+;|worker_processes\s+\S+;|map\s+\$)/

function tomlLike(lines: readonly string[]): boolean {
  const values = lines
    .filter((line) => /^[\w."-]+\s*=/.test(line))
    .map((line) => line.slice(line.indexOf('=') + 1).trim())
  const typed = values.filter((value) =>
    /^(?:"|'|\[|\{|true\b|false\b|[+-]?\d[\d_.:TZ-]*(?:\s|$|#))/.test(value),
  )
  const quoted = values.some((value) => /^["'[]/.test(value))
  return quoted && typed.length >= values.length * 0.6
}

const hints: readonly (readonly [RegExp, Format])[] = [
  [/\bnginx\b/i, 'nginx'],
  [/\bDockerfile\b/i, 'dockerfile'],
  [
    /\bdocker[- ]compose\b|\bcompose\.ya?ml\b|\bkubernetes\b|\bk8s\b|\bgithub actions?\b|\bworkflow file\b|\bya?ml\b/i,
    'yaml',
  ],
  [/\btoml\b/i, 'toml'],
  [/\bjsonc\b|\bjson with comments\b/i, 'jsonc'],
  [/\bjson\b/i, 'json'],
  [/\.properties\b|\bproperties file\b/i, 'properties'],
  [
    /(?<!\w)\.env\b|\bdotenv\b|\benv(?:ironment)? (?:file|variables? file)\b|\benvironment variables\b/i,
    'env',
  ],
  [/\bini\b/i, 'ini'],
]

/** The format the task names, the first that it names. */
export function formatAskedFor(task: string): Format | null {
  let best: { readonly at: number; readonly format: Format } | null = null
  for (const [pattern, format] of hints) {
    const at = pattern.exec(task)?.index ?? -1
    if (at !== -1 && (best === null || at < best.at)) best = { at, format }
  }
  return best?.format ?? null
}
