import type { FileTree } from '../../model/file-tree.ts'
import { documentLines, productLines } from './business-logic/lines.ts'
import { linksOf } from './business-logic/spec-changes.ts'
import { statementsIn } from './business-logic/statements.ts'
import type { ChangedLine, TrackCommit } from './facts.ts'
import { statedFigures } from './stated-figures.ts'

export const impactKinds = ['pricing', 'model', 'package', 'assets', 'market'] as const
export type ImpactKind = (typeof impactKinds)[number]

/** A decision about the business that the track made, and the line that shows it. */
export type Impact = {
  readonly kind: ImpactKind
  readonly what: string
  readonly path: string
  readonly line?: number | undefined
  /** What a document of the business must name then. */
  readonly value?: string | undefined
}

const documents = /^(?:conductor|docs)\/|\.mdx?$|(?:^|\/)(?:CHANGELOG|README)/i
export const tests =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|fixtures|e2e|stories)\/|\.(?:test|spec|stories)\.\w+$/
const assets =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|mp3|wav|ogg|mp4|webm|glb|gltf|psd|pdf)$/i
const money = /[$€£]\s?\d|\b\d+(?:[.,]\d+)?\s?(?:USD|EUR|GBP|dollars|euros)\b/
const priced =
  /["']?\b\w*(?:price|pricing|fee(?:s|cents)?)\w*["']?\s*[:=(,]\s*(?:[[{]\s*(?:["']?\w+["']?\s*:\s*)?)*["'$€£-]*\d/i
/** Amounts of money by the names that they have beside those of prices; 100 is what a unit is made of. */
const charged =
  /\b\w*(?:cents|monthly|yearly|annual(?:ly)?|discount|surcharge)\w*["']?\s*[:=]\s*(?!100\b)[1-9]\d*(?:[_.]\d+)*\s*(?:[,;})]|$)/i
const limited =
  /["']?\b\w*(?:limit|quota|credits?|seats?|allowance|max[A-Z]\w*)\w*["']?\s*[:=]\s*(?:\d|Infinity|null)/i
const tiered = /\b(?:tier|plan|pricing|subscription|package)s?\b|Tier|Plan/i
const tierEntry =
  /^\s*(?:["']?(?:free|basic|starter|hobby|personal|standard|plus|pro|premium|team|business|growth|scale|enterprise|unlimited)["']?\s*[:,]|(?:id|name|tier|plan)\s*:\s*["'](?:free|basic|starter|hobby|personal|standard|plus|pro|premium|team|business|growth|scale|enterprise|unlimited)["'])/i
const model =
  /["'`/](?:(?:gpt|o\d|claude|gemini|gemma|llama|mi[sx]tral|deepseek|qwen|grok|command-r|nova|dall-e|whisper|sora|imagen|veo|stable-diffusion|text-embedding|phi)[-./:]?[\w.:-]*\d[\w.:-]*|claude-[\w-]+|gemini-[\w.-]+)["'`]/i
const market =
  /\b(?:target (?:audience|customers?|market)|personas?|go-to-market|GTM|revenue|ARR|MRR|churn|conversion rate|willingness to pay)\b/i

const audience = /\b(?:personas?|target (?:audience|customers?|market))\b/i

type Pattern = {
  readonly kind: ImpactKind
  readonly what: string
  readonly shows: (line: ChangedLine, near: string) => boolean
}

const patterns: readonly Pattern[] = [
  {
    kind: 'pricing',
    what: 'changes a price',
    shows: ({ text }) => money.test(withoutPlaces(text)) || priced.test(text) || charged.test(text),
  },
  {
    kind: 'pricing',
    what: 'changes a limit of a tier',
    shows: ({ text, path }, near) => limited.test(text) && (tiered.test(path) || tiered.test(near)),
  },
  {
    kind: 'pricing',
    what: 'changes the tiers',
    shows: ({ text, path }, near) =>
      tierEntry.test(text) && (tiered.test(path) || tiered.test(near)),
  },
  { kind: 'model', what: 'changes the AI model', shows: ({ text }) => model.test(text) },
  {
    kind: 'market',
    what: 'changes an assumption about the market',
    shows: ({ text, path }) =>
      market.test(text) && /\.(?:json|ya?ml|toml|csv)$|(?:^|\/)(?:data|content)\//.test(path),
  },
]

/** `$1` of a statement or of a replacement is a place for something else. */
const withoutPlaces = (text: string): string =>
  /\breplace(?:All)?\(|\bRegExp\(|\b(?:values|where|set|select|insert|update|delete|limit|returning|and|or)\b.*\$\d/i.test(
    text,
  )
    ? text.replaceAll(/\$\d{1,2}(?![.,]?\d)/g, '')
    : text

/** What the track's commits and its spec decide about the business, whatever the executor says. */
export function findImpact(
  commits: readonly TrackCommit[],
  { spec, documents: known }: { readonly spec: string; readonly documents: FileTree },
): readonly Impact[] {
  const lines = commits.flatMap(({ changes }) => changes)
  const asked = ofSpec(spec, known)
  const own = lines.filter(({ path }) => !documents.test(path) && !tests.test(path))
  const shown = ofLines(own)
  return [
    ...shown,
    ...ofFigures(own, known).filter(({ path }) => shown.every((each) => each.path !== path)),
    ...ofPackages(lines, known),
    ...ofAssets(commits),
    ...asked,
    ...ofStatements(spec, known).filter(({ line }) => asked.every((each) => each.line !== line)),
  ]
}

/** Lines that were only moved say nothing new. */
function ofLines(lines: readonly ChangedLine[]): readonly Impact[] {
  const key = ({ text }: ChangedLine) => text.trim().replaceAll(/[\s,;]+/g, ' ')
  const count = new Map<string, number>()
  for (const line of lines)
    count.set(key(line), (count.get(key(line)) ?? 0) + (line.type === 'added' ? 1 : -1))
  const visited = new Set<string>()
  return lines.flatMap((line, index) => {
    const moved = count.get(key(line)) ?? 0
    if ((line.type === 'added' ? moved <= 0 : moved >= 0) || isComment(line.text)) return []
    const near = lines
      .slice(Math.max(0, index - 8), index + 8)
      .filter(({ path }) => path === line.path)
      .map(({ text }) => text)
      .join('\n')
    const match = patterns.find(({ shows }) => shows(line, near))
    if (match === undefined || visited.has(`${match.what} ${line.path}`)) return []
    visited.add(`${match.what} ${line.path}`)
    const text = line.text.trim().slice(0, 120)
    return [
      {
        kind: match.kind,
        what: `${match.what}: ${line.type === 'added' ? '' : 'without '}${text}`,
        path: line.path,
        ...(line.type === 'added' ? { line: line.line } : {}),
      },
    ]
  })
}

/** Figures of the product, in files that do not speak of prices or tiers. */
const ofFigures = (lines: readonly ChangedLine[], known: FileTree): readonly Impact[] =>
  statedFigures(lines, known).map(({ statement, line }) => ({
    kind: 'pricing',
    what: `changes a figure of ${statement.path}:${statement.line} ("${statement.text}"): ${line.type === 'added' ? '' : 'without '}${line.text.trim().slice(0, 120)}`,
    path: line.path,
    ...(line.type === 'added' ? { line: line.line } : {}),
  }))

const isComment = (text: string): boolean => /^\s*(?:\/\/|\*|\/\*|#(?!\{))/.test(text)

/** Packages that the product runs on come or go, and tech-stack.md does not say so; without it, those of a vendor. */
function ofPackages(lines: readonly ChangedLine[], known: FileTree): readonly Impact[] {
  const stack = [...known]
    .filter(([path]) => /tech-stack/.test(path))
    .map(([, text]) => text.toLowerCase())
  const isKnown = (name: string) =>
    stack.length === 0 ? !sdk.test(name) : stack.some((text) => text.includes(stemOf(name)))
  const manifests = lines.filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
  const named = manifests.flatMap((line) =>
    [...line.text.matchAll(dependency)].flatMap(([, name = '']) =>
      name === 'version' || /^@types\/|^(?:node|npm)$/.test(name) ? [] : [{ ...line, name }],
    ),
  )
  return named.flatMap((line) => {
    const other = named.find(({ name, type }) => name === line.name && type !== line.type)
    if (other !== undefined || devOnly.test(line.name) || isKnown(line.name)) return []
    return [
      {
        kind: 'package' as const,
        what:
          line.type === 'added'
            ? `adds the package ${line.name}`
            : `removes the package ${line.name}`,
        path: line.path,
        ...(line.type === 'added' ? { line: line.line } : {}),
      },
    ]
  })
}

const dependency = /"((?:@[\w.-]+\/)?[\w.-]+)":\s*"(?:[\^~>=<*\d][^"]*|workspace:[^"]*)"/g

/** The client of somebody's service. */
export const sdk =
  /sdk|stripe|paypal|braintree|openai|anthropic|gen(?:erative-)?ai|gemini|mistral|langchain|supabase|firebase|twilio|sendgrid|mailgun|resend|postmark|algolia|segment|mixpanel|posthog|sentry|datadog|auth0|clerk|okta|aws|azure|google-cloud|cloudinary|pinecone|vercel|replicate|huggingface/i

/** Tools of developers are no decision about the product. */
const devOnly =
  /^(?:@types|@typescript-eslint|@vitest|@testing-library|@playwright|@eslint|@babel|@biomejs)\/|^(?:eslint|prettier|vitest|jest|typescript|tsx|ts-node|vite|nodemon|husky|lint-staged|playwright|oxlint|oxfmt|knip|c8|nyc|mocha|chai|sinon|msw|supertest|happy-dom|jsdom|turbo|rimraf|concurrently|cross-env)(?:-|$)/

const ofAssets = (commits: readonly TrackCommit[]): readonly Impact[] =>
  [...new Set(commits.flatMap(({ files }) => files))]
    .filter(
      (path) =>
        assets.test(path) &&
        !/(?:^|\/)(?:favicon|apple-touch-icon|android-chrome|og-image)/.test(path) &&
        !tests.test(path) &&
        !documents.test(path),
    )
    .slice(0, 5)
    .map((path) => ({ kind: 'assets', what: 'adds, changes or removes an asset', path }))

/** Amounts and models that the spec names and that no document of the business knows. */
function ofSpec(spec: string, known: FileTree): readonly Impact[] {
  const all = [...known.values()].join('\n').toLowerCase()
  if (all === '') return []
  return spec.split(/\r?\n/).flatMap((text, index) => {
    const amounts = (text.match(/[$€£]\s?\d+(?:[.,]\d+)?/g) ?? []).filter(
      (each) => !all.includes(each.toLowerCase()),
    )
    const models = (
      text.match(/\b(?:gpt|claude|gemini|llama|mistral|deepseek)-[\w.-]*\d[\w.-]*/gi) ?? []
    ).filter((each) => !all.includes(each.toLowerCase()))
    const isUnknown =
      audience.test(text) &&
      (text.match(/[a-z]{4,}/gi) ?? []).some((word) => !all.includes(word.toLowerCase()))
    return [
      ...(isUnknown
        ? [
            {
              kind: 'market' as const,
              what: 'speaks of people that no business document names',
              path: 'spec.md',
              line: index + 1,
            },
          ]
        : []),
      ...amounts.slice(0, 1).map((each) => ({
        kind: 'pricing' as const,
        what: `asks for ${each}, which no business document names`,
        path: 'spec.md',
        line: index + 1,
        value: each,
      })),
      ...models.slice(0, 1).map((each) => ({
        kind: 'model' as const,
        what: `asks for ${each}, which no business document names`,
        path: 'spec.md',
        line: index + 1,
        value: each,
      })),
    ]
  })
}

/** Values that the spec gives to what product.md states otherwise. */
function ofStatements(spec: string, known: FileTree): readonly Impact[] {
  return linksOf(statementsIn(productLines(known)), statementsIn(documentLines('spec.md', spec)))
    .filter(({ own, said, isExact }) => isExact && own.value !== said.value)
    .map(({ own, said: { text, path, line } }) => ({
      kind: 'pricing',
      what: `says "${text}" where ${own.path}:${own.line} says "${own.text}"`,
      path,
      line,
    }))
}

export type SyncFlag = {
  readonly required: boolean
  readonly affected: readonly string[]
  readonly where: string
}

/** In quotation marks it only says what ought to be written. */
const flag = /(?<!["'`“])business doc(?:s|uments?)? sync required\W{0,6}(?:yes|no|true|false)/i

/** What the executor's summary says: `Business Doc Sync Required: Yes/No` and the documents it names. */
export function readSyncFlag(
  texts: readonly { readonly path: string; readonly text: string }[],
): SyncFlag | null {
  for (const { path, text } of texts) {
    const lines = text.split(/\r?\n/)
    const at = lines.findLastIndex((line) => flag.test(line))
    if (at === -1) continue
    const required = /required\W{0,6}(?:yes|true)/i.test(lines[at] ?? '')
    const affected = lines.slice(at, at + 30).flatMap((line, index, rest) => {
      const begins = rest.findIndex((each) => /affected (?:docs?|documents?)\W/i.test(each))
      return begins !== -1 && index >= begins
        ? (line.match(/[\w./-]+\.(?:md|json|ya?ml|tsx?|jsx?)\b/g) ?? [])
        : []
    })
    return { required, affected: [...new Set(affected)], where: `${path}:${at + 1}` }
  }
  return null
}

/** `@astrojs/check` is a part of Astro. */
export const stemOf = (name: string): string =>
  (name.replace(/^@/, '').split(/[/-]/)[0] ?? name).replace(/js$/, '')
