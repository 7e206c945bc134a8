import { isSafeScope } from './plan-output.ts'

export type PathsFound = {
  /** What the text speaks of changing. */
  readonly files: readonly string[]
  /** What it says must be left alone. */
  readonly untouched: readonly string[]
}

const extensions =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|json|jsonc|json5|md|mdx|html|htm|css|scss|sass|less|vue|svelte|astro|py|rb|go|rs|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|php|ex|exs|sql|prisma|graphql|gql|proto|yml|yaml|toml|ini|sh|bash|ps1|tf|xml|svg|txt|csv|lock|env|conf'
const plainNames =
  /^(?:Dockerfile|Makefile|Justfile|Procfile|LICENSE|CODEOWNERS|\.env(?:\.\w+)?|\.gitignore|\.dockerignore|\.editorconfig|\.npmrc|\.nvmrc|\.eslintrc|\.prettierrc)$/
const folders = new Set(
  'src lib libs app apps test tests spec specs e2e docs doc scripts bin server client db database migrations config components pages packages services api internal cmd pkg public static assets styles types .github tools examples web ui core'.split(
    ' ',
  ),
)
/** Names of products that look like files. */
const products =
  /^(?:node|vue|next|nuxt|express|react|three|d3|chart|alpine|ember|backbone|moment|day|socket\.io|asp\.net)\.js$|^\w+\.net$/i

const leaveAlone =
  /\b(?:do(?:es)? not|don't|must not|never|without)\s+(?:be\s+)?(?:chang|touch|modif|edit)\w*|\b(?:stays?|remains?|left|leave)\b[^.]*\b(?:unchanged|untouched|as (?:it|they) (?:is|are)|alone)\b/i
const onlyRead =
  /\b(?:see|as in|like in|similar to|same as in|analogous to|compare|described in|documented in|e\.g\.|(?:read|import|load|tak|cop)\w* from|per|against|according to)\s*[`"(]*$/i

/** Documents are mostly named to be read; they are changed where the words before say so. */
const isReading = (path: string, before: string): boolean =>
  /\.(?:md|mdx|txt|csv)$/i.test(path) &&
  before.trim() !== '' &&
  !/\b(?:updat\w*|writ\w*|add\w*|creat\w*|extend\w*|document\w*|edit\w*|renam\w*|mov\w*|delet\w*|remov\w*|files?)\b|\b(?:in|to|into)\s+`?$/i.test(
    before,
  ) &&
  !/[,`]\s*`?$/.test(before)

const longestSentence = 4_000

/** The paths a text names, in back-ticks or plainly, and whether they may be changed. */
export function findPaths(text: string): PathsFound {
  const files = new Set<string>()
  const untouched = new Set<string>()
  for (const sentence of sentencesIn(text)) {
    const spared = leaveAlone.test(sentence.replaceAll('’', "'"))
    // a name of code that must stay says nothing against the rest of its file
    if (spared && codeNames(sentence).length > 0) continue
    for (const { path, before } of pathsIn(sentence))
      if (!onlyRead.test(before) && !isReading(path, before)) (spared ? untouched : files).add(path)
  }
  return { files: [...files].filter((path) => !untouched.has(path)), untouched: [...untouched] }
}

/** The first path a text names, whatever it says of it. */
export const firstPath = (text: string): string | null =>
  sentencesIn(text).flatMap(pathsIn)[0]?.path ?? null

const sentencesIn = (text: string): readonly string[] =>
  text
    .replace(/https?:\/\/\S+/g, ' ')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.slice(0, longestSentence))

type Named = { readonly path: string; readonly before: string }

const pathsIn = (sentence: string): readonly Named[] =>
  [...sentence.matchAll(/`([^`\n]+)`|[^\s`"'<>()[\],;]+/g)].flatMap((match) => {
    const path = pathIn(match[1] ?? match[0], match[1] !== undefined)
    return path === null ? [] : [{ path, before: sentence.slice(0, match.index) }]
  })

const typedName = new RegExp(`\\.(?:${extensions}|\\{[\\w.,]+\\}|\\*)$`, 'i')
const mayBePath = /[./]|^(?:Dockerfile|Makefile|Justfile|Procfile|LICENSE|CODEOWNERS)$/

/** A word as a path below the root, or null. */
function pathIn(word: string, quoted: boolean): string | null {
  if (!mayBePath.test(word)) return null
  const path = word
    .trim()
    .replace(/^\.\//, '')
    .replace(/:\d+(?:[-:]\d+)?$/, '')
    .replace(/(?<!\/)[.,:;!?]+$/, '')
  if (
    path === '' ||
    /[\s=(){}<>|"'$&]/.test(path.replace(/\{[\w.,*-]+\}/g, '')) ||
    !isSafeScope(path)
  )
    return null
  if (plainNames.test(path.split('/').at(-1) ?? '')) return path
  if (products.test(path) || path.startsWith('@') || path.includes('://')) return null
  const inFolder = path.includes('/')
  const typed = typedName.test(path)
  if (typed)
    return inFolder || quoted || /^[\w.-]+\.(?:md|json|ya?ml|toml)$/i.test(path) ? path : null
  const first = path.split('/')[0] ?? ''
  const folder = inFolder && (folders.has(first) || path.endsWith('/'))
  return folder && (quoted || path.endsWith('/')) && !/^(?:and|or)\b/i.test(path) ? path : null
}

/** Names of code in back-ticks: functions, types, fields. Paths and sentences are none. */
export function codeNames(text: string): readonly string[] {
  const names = [...text.matchAll(/`([^`\n]{2,80})`/g)]
    .map(([, inside = '']) => inside.replace(/\(.*$/, '').trim())
    .filter((name) => /^[A-Za-z_$][\w$.-]*$/.test(name) && pathIn(name, true) === null)
  return [...new Set(names)]
}

/** A file named in the first line of a code block, such as `// src/a.ts`. */
export function pathOfCode(value: string): string | null {
  const first = value.split('\n')[0] ?? ''
  const match = /^\s*(?:\/\/|#|--|<!--|\/\*)\s*([^\s]+)/.exec(first)
  const path = match ? pathIn(match[1] ?? '', true) : null
  return path?.includes('/') || path?.includes('.') ? path : null
}
