import type { Subject } from '../check.ts'
import { guessValue } from './guess-value.ts'

const acronyms =
  /^(?:YAML|JSON|JSONC|TOML|INI|ENV|API|APIS|HTTP|HTTPS|URL|URLS|TLS|SSL|CORS|CI|CD|AWS|GCP|SQL|REST|TTL|CPU|RAM|SMTP|SSH|DNS|JWT|SSO|CLI|SDK|UTC|README|MIT|ID|IDS|DB|KEY|KEYS|VALUE|MUST|SHOULD|NOT|AND|OR|THE|ALL|NO|OS|UI|K8S|IAM|RBAC|ADR|NGINX|GET|POST|PUT|TCP|UDP|IP|CRON|S3|OIDC|OAUTH|HMAC|CSRF|PORT|HOST|DEBUG|SECRET|TOKEN)$/
const shoutedKeys = /^(?:PORT|HOST|DEBUG|SECRET|TOKEN)$/
const fileLike =
  /^\.|\.(?:ya?ml|json|jsonc|toml|ini|env|md|conf|properties|js|ts|mjs|cfg|com|org|io|net|dev|local|example|internal)$/i
const notKeys =
  /^(?:true|false|null|info|debug|warn|error|production|development|staging|localhost|yes|no|on|off|the|a|an|and|or|with|for|of|to|in|is|are|be|must|should|value|values|default|defaults|comments?|comment|settings?|keys?|options?|fields?|variables?|section|sections|file|yaml|json|toml|ini|env|dotenv|nginx|docker|redis|postgres|node|app|application|service|web|api|server|config|configuration|it|its|each|every|all|no|not|secrets?|safe|documented|placeholders?|sensible|production-ready|real|hard-coded|inline|notes?|both|them|following|these|required|optional|environment|other|only|any|more|nothing)$/i

/** The keys a task names, in the order it names them. */
export function keysAskedFor(task: Subject['task']): readonly string[] {
  const text = `${task.prompt}\n${task.ideal_result}`.slice(0, 20_000)
  const found: { readonly key: string; readonly at: number }[] = [
    ...quotedKeys(text),
    ...shouted(text),
    ...dotted(text),
    ...listed(text),
    ...plainList(text),
  ]
  const unique = new Map<string, number>()
  for (const { key, at } of found.toSorted((a, b) => a.at - b.at))
    if (!unique.has(key)) unique.set(key, at)
  return [...unique.keys()]
}

type Found = { readonly key: string; readonly at: number }

const isValue = (before: string): boolean =>
  /(?:\bto|=|\bas|\bof|\bdefault(?:s|ing)?(?: to| is)?|\bvalue|\bfrom|\bis|\bnamed|\bcalled|\bfile|\bimage|\bbranch|\bversion|\blike|\be\.g\.|\bnot|\bor|\bat|\bon|\brun|\bruns|\buses?|\bvia|\bby)[ :]*[`"']?$/i.test(
    before,
  )

function quotedKeys(text: string): readonly Found[] {
  return [...text.matchAll(/`([^`\n]{1,60})`/g)].flatMap((match) => {
    const key = match[1]!.replace(/[=:].*$/, '').trim()
    const before = text.slice(Math.max(0, match.index - 14), match.index)
    const keyLike = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/.test(key)
    if (!keyLike || fileLike.test(key) || notKeys.test(key)) return []
    const shout = /^[A-Z][A-Z0-9_]+$/.test(key)
    return shout || !isValue(before) ? [{ key, at: match.index }] : []
  })
}

function shouted(text: string): readonly Found[] {
  return [
    ...text.matchAll(/(?<![\w$.`/{-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?![\w`/-]|\.\w)/g),
  ].flatMap((match) => {
    const key = match[1]!
    if (key.length < 3) return []
    if (key.includes('_')) return [{ key, at: match.index }]
    const around = text.slice(Math.max(0, match.index - 60), match.index + 60)
    const inList = /[A-Z]_[A-Z]|\bvariables?\b|\bkeys?\b|\bsettings?\b|\benv\b/.test(around)
    return inList && (!acronyms.test(key) || shoutedKeys.test(key))
      ? [{ key, at: match.index }]
      : []
  })
}

function dotted(text: string): readonly Found[] {
  return [
    ...text.matchAll(
      /(?<![\w./@:`-])([a-z][a-zA-Z0-9_]*(?:\.[a-z][a-zA-Z0-9_]*)+)(?![\w/@`]|\.\w)/g,
    ),
  ].flatMap((match) =>
    fileLike.test(match[1]!) || /^(?:e\.g|i\.e|node\.js|vue\.js|next\.js)$/i.test(match[1]!)
      ? []
      : [{ key: match[1]!, at: match.index }],
  )
}

// "with keys host, port and timeout", "must set x and y", "settings: a, b"
function listed(text: string): readonly Found[] {
  const lists =
    /\b(?:keys?|settings?|options?|fields?|variables?|properties|parameters)\b(?:\s+(?:for|named|called|are|must be|such as|including|like))?\s*:?\s+((?!for\b|in\b|with\b|that\b|are\b|must\b|and\b|to\b|is\b|have\b|from\b|documented\b|should\b)[^.\n;:()]{2,300})|\b(?:must|should) (?:set|define|contain|include|have|configure|provide)\s+([^.\n;:()]{2,200})/gi
  return [...text.matchAll(lists)].flatMap((match) => {
    const list = match[1] ?? match[2] ?? ''
    const base = match.index + match[0].length - list.length
    const parts = list.split(/,|\band\b|\bplus\b|&/i)
    let offset = 0
    let open = true
    return parts.flatMap((part) => {
      const at = base + list.indexOf(part, offset)
      offset = list.indexOf(part, offset) + part.length
      const word = part
        .trim()
        .replace(/^(?:an?|the|its|one)\s+/i, '')
        .replace(/[`"']/g, '')
        .replace(/\s+(?:keys?|settings?|values?|options?|fields?)$/i, '')
      const key = /^([A-Za-z_][\w.-]*)$/.exec(word)?.[1]
      // the list ends at the first part that is more than one word
      if (key === undefined) open = false
      return open &&
        key !== undefined &&
        key.length > 1 &&
        !notKeys.test(key) &&
        !fileLike.test(key) &&
        !/^(?:YAML|JSON|TOML|INI)$/.test(key)
        ? [{ key, at }]
        : []
    })
  })
}

// "with host, port and workers" names keys where most of the words are names of settings
function plainList(text: string): readonly Found[] {
  const lists =
    /\bwith ((?:[a-z_][\w-]{0,40}, ?){1,20}(?:and )?[a-z_][\w-]{0,40}(?: and [a-z_][\w-]{0,40})?)(?=\s*(?:[.;\n]|$))/gi
  return [...text.matchAll(lists)].flatMap((match) => {
    const keys = match[1]!.split(/,\s*(?:and\s+)?|\s+and\s+/).filter((key) => !notKeys.test(key))
    const known = keys.filter((key) => !guessValue(key).startsWith('$'))
    return known.length * 2 > keys.length
      ? keys.map((key) => ({ key, at: match.index + match[0].indexOf(key, 5) }))
      : []
  })
}
