import type { Claim, Claims } from './claim.ts'
import { agreed, hasDependencies, isHistory, missing, topicAt } from './claim.ts'
import type { CodeBlock, MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import { isSubpath, loadsOnlyModules, nodeMinimum } from './manifest.ts'

const scripts = new Set([
  '',
  'js',
  'javascript',
  'mjs',
  'cjs',
  'jsx',
  'ts',
  'typescript',
  'mts',
  'tsx',
])
const importing =
  /\bimport\s+(?:type\s+)?(?:([\w$]+)\s*,?\s*)?(?:\{([^}]{0,2000})\}|\*\s+as\s+([\w$]+))?\s*from\s*['"]([^'"\n]+)['"]/g
const requiring =
  /\b(?:const|let|var)\s+(?:([\w$]+)|\{([^}]{0,2000})\})\s*=\s*(?:await\s+import|require)\(\s*['"]([^'"\n]+)['"]\s*\)(?!\.)/g

/** How the package is loaded, what is imported from it, its members in examples, and names it lists. */
export const claimsOfCode: Claims = (document, facts) => {
  const own = facts.manifest?.name
  if (own === undefined || facts.sources === '') return []
  const blocks = document.codes.filter(({ language }) => scripts.has(language))
  const imports = blocks.flatMap((code) =>
    importsIn(code).filter(({ specifier }) => specifier === own),
  )
  return [
    ...blocks
      .flatMap((code) => loadsOf(own, code))
      .filter(({ at }) => !isHistory(document, at))
      .flatMap((load) => loadClaim(load, own, facts)),
    ...imports.map(({ code }) => agreed(code.start)),
    ...imports
      .flatMap(({ names }) => names)
      .filter(({ name }) => !isFormer(name, document.text))
      .flatMap((one) => importClaim(one, own, facts)),
    ...memberClaims(document, imports, facts),
    ...listedClaims(document, facts),
  ]
}

type Name = { readonly name: string; readonly at: number }
type Import = {
  readonly specifier: string
  readonly names: readonly Name[]
  /** What the whole package is called in the example. */
  readonly whole: string | null
  readonly code: CodeBlock
}

function importsIn(code: CodeBlock): readonly Import[] {
  const named = (match: RegExpExecArray, list: string): readonly Name[] => {
    const from = code.contentStart + match.index + match[0].indexOf('{') + 1
    return [...list.matchAll(/(?:^|,)\s*(?:type\s+)?([\w$]+)/g)].map((name) => ({
      name: name[1]!,
      at: from + name.index + name[0].length - name[1]!.length,
    }))
  }
  // comments between the names are no names
  const text = code.content.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  )
  return [
    ...[...text.matchAll(importing)].map((match) => ({
      specifier: match[4]!,
      names: named(match, match[2] ?? ''),
      whole: match[1] ?? match[3] ?? null,
      code,
    })),
    ...[...text.matchAll(requiring)].map((match) => ({
      specifier: match[3]!,
      names: named(match, match[2] ?? ''),
      whole: match[1] ?? null,
      code,
    })),
  ]
}

type Load = { readonly at: number; readonly path: string; readonly how: string }

/** Each place that loads the package: by a path below it, as a whole by its default export, or by require. */
const loadsOf = (own: string, { content, contentStart }: CodeBlock): readonly Load[] =>
  [
    ...content.matchAll(
      new RegExp(
        `(?:\\bimport\\s+(?<whole>[\\w$]+)\\s*(?:,[^'"\\n]*)?from\\s*|\\bfrom\\s*|(?<by>\\brequire|\\bimport)\\s*\\(\\s*|\\bimport\\s*)['"]${escaped(own)}(?<path>/[^'"\\n]+)?['"]`,
        'g',
      ),
    ),
  ].flatMap(({ index, groups }) =>
    tellsOfOther.test(content.slice(0, index).split('\n').slice(-3).join('\n'))
      ? []
      : [
          {
            at: contentStart + index,
            // bundlers read what comes after a question mark
            path: (groups?.['path'] ?? '').replace(/\?.*$/, ''),
            how: groups?.['whole'] === undefined ? (groups?.['by'] ?? '') : 'default',
          },
        ],
  )

/** A comment above may show how it was, or how it is not done. */
const tellsOfOther =
  /(?:\/\/|\/\*|\*).*(?:\bv?\d|\b(?:before|old|older|wrong|bad|don['’]?t|instead|not)\b)/i

const escaped = (text: string): string => text.replace(/[^\w@/-]/g, '\\$&')

function loadClaim({ at, path, how }: Load, own: string, facts: Facts): readonly Claim[] {
  const { manifest, exports } = facts
  if (manifest === null) return []
  if (path !== '' && isSubpath(manifest, path) === false)
    return [{ at, problem: `loads "${own}${path}", which exports of package.json do not offer` }]
  if (path !== '') return []
  if (how === 'default' && exports?.exact && !exports.hasDefault)
    return [{ at, problem: `imports a default export, which ${own} does not have` }]
  if (how !== 'require' || !loadsOnlyModules(manifest)) return []
  // newer versions of Node can, from 20.19 on
  const minimum = nodeMinimum(manifest)
  const isNew =
    minimum === null || minimum > 20 || /20\.(?:19|[2-9]\d)/.test(manifest.engines['node'] ?? '')
  return isNew
    ? []
    : [{ at, problem: `loads ${own} by require, and it is an ES module only`, doubtful: true }]
}

/** Whoever tells that a name is gone may show it as it was. */
const isFormer = (name: string, text: string): boolean => {
  const own = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`
  const gone =
    '(?:gone|removed?|renamed|became|replace[ds]?|dropped|deprecated|no longer|instead of)'
  return new RegExp(`${own}[^.\\n]{0,80}\\b${gone}\\b|\\b${gone}\\b[^.\\n]{0,80}${own}`, 'i').test(
    text,
  )
}

function importClaim({ name, at }: Name, own: string, facts: Facts): readonly Claim[] {
  const { exports } = facts
  if (name === 'default' || exports?.names.has(name)) return [agreed(at)]
  if (exports?.exact && !exports.hasDefault && !hasOwnTypes(facts))
    return [{ at, problem: `imports "${name}", which ${own} does not export` }]
  if (facts.words.has(name)) return [agreed(at)]
  return [missing(facts, at, `imports "${name}", which is nowhere in the code of ${own}`)]
}

// types are exported by other files than the code is
const hasOwnTypes = ({ manifest, files }: Facts): boolean =>
  manifest?.types !== undefined ||
  files.some((file) => /\.d\.[cm]?ts$/.test(file)) ||
  JSON.stringify(manifest?.exports ?? '').includes('types')

const everywhere = new Set(
  'then catch finally call apply bind default prototype length name toString constructor use on once off emit map filter forEach reduce push pop get set has delete add keys values entries log error warn'.split(
    ' ',
  ),
)

/** `own.member` in examples, where `own` is what the example calls the package. */
function memberClaims(
  document: MarkdownDocument,
  imports: readonly Import[],
  facts: Facts,
): readonly Claim[] {
  const wholes = new Set(imports.flatMap(({ whole }) => (whole === null ? [] : [whole])))
  if (wholes.size === 0) return []
  const member = new RegExp(
    `(?<![\\w$.'"\`/-])(?:${[...wholes].map((name) => name.replaceAll('$', '\\$')).join('|')})\\.([A-Za-z_]\\w*)(?![\\w-])`,
    'g',
  )
  return document.codes
    .filter(({ language }) => scripts.has(language))
    .flatMap((code) =>
      [...code.content.matchAll(member)].flatMap((match): readonly Claim[] => {
        const at = code.contentStart + match.index
        const name = match[1]!
        if (facts.words.has(name)) return [agreed(at)]
        // what the example assigns itself is its own
        const assigned = new RegExp(`\\.${name}\\s*=[^=]`).test(document.text)
        return everywhere.has(name) || assigned
          ? []
          : [missing(facts, at, `uses ${match[0]}, which is nowhere in the code of the package`)]
      }),
    )
}

const listing = /\b(?:api|option|param|config|setting|propert|method|function|export|reference)/
const called = /^(?:new )?(?:[\w$]+[.#])*([A-Za-z_$][\w$]*)\??(\(.*\))?$/s

// kinds of values that the language names and no global stands for
const kindsOfValues =
  /^(?:TypedArray|(?:Async)?(?:Generator)?Function|(?:Async)?(?:Generator|Iterator)|arguments|this)$/
const isOfLanguage = (name: string): boolean =>
  Object.hasOwn(globalThis, name) || kindsOfValues.test(name)

/** The first name of a row or an item, and a heading that shows a call: what the package is said to have. */
function listedClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const shown = new Set(
    document.codes.flatMap(({ content }) => content.match(/[A-Za-z_$][\w$]*/g) ?? []),
  )
  const headings = document.headings.flatMap(({ text, start }) =>
    called.exec(text.trim())?.[2] === undefined ? [] : [{ text: text.trim(), start, sure: true }],
  )
  const items = document.inlineCodes.flatMap(({ text, start }) =>
    listing.test(topicAt(document, start)) && opensItsLine(document, start)
      ? [
          {
            text,
            start,
            sure: document.text[document.lines.startOf(document.lines.lineAt(start))] === '|',
          },
        ]
      : [],
  )
  // options may be handed to what the package leans on
  const alone = !hasDependencies(facts)
  return [...headings, ...items].flatMap(({ text, start, sure }): readonly Claim[] => {
    const name = called.exec(text)?.[1]
    if (name === undefined || name.length < 3 || isOfLanguage(name)) return []
    if (facts.words.has(name)) return [agreed(start)]
    if (shown.has(name)) return []
    const problem = `lists \`${text}\`, but ${name} is nowhere in the code of the package`
    return [{ at: start, problem, doubtful: !sure || !alone || !facts.isWhole }]
  })
}

export const opensItsLine = (document: MarkdownDocument, start: number): boolean =>
  /^[\s|>*+-]*(?:\d+[.)]\s*)?[*_]*`?$/.test(
    document.text.slice(document.lines.startOf(document.lines.lineAt(start)), start),
  )
