import { replacing } from './document-check.ts'
import type { Claim, Claims } from './claim.ts'
import { agreed, sentenceAround, topicAt } from './claim.ts'
import { flagClaim } from './claims-commands.ts'
import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import { nearest } from '../../kit/near.ts'

/** Paths, folder trees, environment variables and flags named in the text. */
export const claimsOfPlaces: Claims = (document, facts) => [
  ...pathClaims(document, facts),
  ...treeClaims(document, facts),
  ...environmentClaims(document, facts),
  ...optionClaims(document, facts),
  ...defaultClaims(document, facts),
]

const pathLike = /^\.?\/?[\w@.-]+(?:\/[\w@.-]+)+\/?$|^[\w.-]+\/$/
const fileLike = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|toml|sh|py|go|rs|css|html|txt|sql|env|lock)$/i
const made =
  /\b(?:creat|generat|writ|output|produc|emit|build|built|sav|add a|add an|your own|will be|for example|e\.g\.|such as)/i
const ownFolders = new Set([
  'src',
  'lib',
  'test',
  'tests',
  'docs',
  'doc',
  'examples',
  'example',
  'scripts',
  'bin',
  'config',
  'packages',
  'app',
  'server',
  'client',
  '.github',
])
const notInProject =
  /^(?:\.\/)?(?:dist|build|out|coverage|node_modules|tmp|target|\.cache|path|foo|your[\w-]*|my[\w-]*)\//

function pathClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  if (facts.files.length === 0) return []
  return document.inlineCodes.flatMap(({ text, start, end }): readonly Claim[] => {
    const path = text
      .replace(/^\.\//, '')
      .replace(/:\d+(?::\d+)?$/, '')
      .replace(/\/$/, '')
    if (facts.files.includes(path) || facts.folders.has(path))
      return /[./]/.test(path) ? [agreed(start)] : []
    if (
      notInProject.test(`${path}/`) ||
      made.test(sentenceAround(document, start).replace(text, ''))
    )
      return []
    const top = path.split('/')[0]!
    const isOwn =
      pathLike.test(text) &&
      !text.startsWith('/') &&
      (facts.folders.has(top) ||
        (ownFolders.has(top) && (fileLike.test(path) || text.endsWith('/'))))
    const isDocument = /^[A-Z][A-Z_-]+\.md$/.test(path)
    const slip =
      !path.includes('/') && fileLike.test(path)
        ? nearest(
            path,
            facts.files.filter((file) => !file.includes('/')),
          )
        : null
    if (!isOwn && !isDocument && slip === null) return []
    const near = slip ?? onlyMatch(path, facts)
    const at = start + document.text.slice(start, end).indexOf(text)
    return [
      {
        at: start,
        problem: `names ${text}, which is not in the project`,
        fix: near === null ? undefined : replacing(`name ${near}`, at, at + text.length, near),
      },
    ]
  })
}

function onlyMatch(path: string, facts: Facts): string | null {
  const name = path.split('/').at(-1)!
  const same = facts.files.filter(
    (file) => file.split('/').at(-1)!.toLowerCase() === name.toLowerCase(),
  )
  if (same.length === 1) return same[0]!
  return nearest(path, facts.files)
}

// a drawing of the folder tree names files that must exist
function treeClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  if (facts.files.length === 0) return []
  const names = new Set([...facts.files, ...facts.folders].flatMap((path) => path.split('/')))
  return document.codes
    .filter(({ content }) => /[├└]──/.test(content))
    .flatMap((code) =>
      [
        ...document.text.slice(code.contentStart, code.end).matchAll(/[├└]──\s+([\w.@-]+)/g),
      ].flatMap((match): readonly Claim[] => {
        const at = code.contentStart + match.index
        const name = match[1]!
        if (names.has(name)) return [agreed(at)]
        if (/^(?:dist|build|coverage|node_modules|out|\.\.\.|\.git|\.env)$/.test(name)) return []
        return [
          { at, problem: `draws ${name} in the folder tree, but the project has no such entry` },
        ]
      }),
    )
}

const wellKnownVariables =
  /^(?:NODE_ENV|NODE_OPTIONS|PATH|HOME|USER|SHELL|CI|NO_COLOR|FORCE_COLOR|DEBUG|TZ|LANG|EDITOR|PWD|TMPDIR|HTTPS?_PROXY|NPM_TOKEN|GITHUB_TOKEN|GH_TOKEN)$/

type Mention = {
  readonly name: string
  readonly at: number
  readonly value: { readonly text: string; readonly at: number } | null
}

function environmentClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  if (facts.sources === '' || !facts.isWhole) return []
  return [...inlineVariables(document), ...exportedVariables(document)].flatMap(
    (mention): readonly Claim[] => {
      if (wellKnownVariables.test(mention.name)) return []
      const prefix = mention.name.split('_')[0]!
      // names put together at run time, as in env['DEBUG_' + key]
      if (new RegExp(`(?<!\\w)${prefix}_(?!\\w)`, 'i').test(facts.sources)) return []
      if (!new RegExp(`(?<![\\w])${mention.name}(?![\\w])`).test(facts.sources)) {
        const near = nearest(mention.name, facts.environment.keys())
        const fix =
          near === null
            ? undefined
            : replacing(`name ${near}`, mention.at, mention.at + mention.name.length, near)
        return [
          {
            at: mention.at,
            problem: `names the environment variable ${mention.name}, which the sources never read`,
            fix,
          },
        ]
      }
      const known = facts.environment.get(mention.name) ?? null
      if (known === null || mention.value === null || same(mention.value.text, known))
        return [agreed(mention.at)]
      const { at, text } = mention.value
      return [
        {
          at,
          problem: `says ${mention.name} defaults to ${text}, but the source says ${known}`,
          fix: replacing('use the default of the source', at, at + text.length, known),
        },
      ]
    },
  )
}

const same = (left: string, right: string): boolean =>
  left.replace(/["'`]/g, '').toLowerCase() === right.toLowerCase() || left === ''

function inlineVariables(document: MarkdownDocument): readonly Mention[] {
  return document.inlineCodes.flatMap(({ text, start }): readonly Mention[] => {
    const name = /^(?:process\.env\.|\$\{?)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\}?$/.exec(text)?.[1]
    if (name === undefined || name.length < 3) return []
    const line = document.lines.lineAt(start)
    const heading = document.headings.findLast((one) => one.start <= start)
    const context = `${document.text.slice(Math.max(heading?.start ?? 0, start - 1_500), start)} ${document.lines.textOf(line)} ${topicAt(document, start)} ${headerOf(document, line)}`
    const certain = /^(?:process\.env|\$)/.test(text)
    if (
      !certain &&
      (!(name.includes('_') || name === 'PORT' || name === 'HOST') ||
        !/\benv|variable/i.test(context))
    )
      return []
    return [{ name, at: start + 1 + text.indexOf(name), value: defaultNear(document, start) }]
  })
}

const headerOf = (document: MarkdownDocument, line: number): string =>
  document.tables
    .find((table) => line >= table.line && table.rows.some((row) => row.line === line))
    ?.rows[0]?.cells.join(' ') ?? ''

// the default stands in the table's own column, or after the word "default"
function defaultNear(document: MarkdownDocument, start: number): Mention['value'] {
  const line = document.lines.lineAt(start)
  const raw = document.lines.textOf(line)
  const from = document.lines.startOf(line)
  const table = document.tables.find(({ rows }) => rows.some((row) => row.line === line))
  const column = table?.rows[0]?.cells.findIndex((cell) => /^default/i.test(cell)) ?? -1
  if (column !== -1) {
    const cell = table?.rows.find((row) => row.line === line)?.cells[column]?.trim() ?? ''
    const at = raw.lastIndexOf(cell)
    return /^(?:[-–—]|none|unset|empty|required|\(.*\))?$/i.test(cell) || at === -1
      ? null
      : { text: cell, at: from + at }
  }
  const match = /\bdefaults?(?: to| is| value is|:| of)?\s*:?\s*[`"']?([\w./:-]*[\w/])[`"']?/i.exec(
    raw.slice(start - from),
  )
  return match
    ? { text: match[1]!, at: start + match.index + match[0].lastIndexOf(match[1]!) }
    : null
}

function exportedVariables(document: MarkdownDocument): readonly Mention[] {
  return document.codes
    .filter(({ language }) => /^(?:sh|bash|shell|zsh|console|env|dotenv|)$/.test(language))
    .flatMap((code) =>
      [
        ...document.text
          .slice(code.contentStart, code.end)
          .matchAll(/^[ \t]*(?:\$ )?(?:export )?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/gm),
      ].map((match) => ({
        name: match[1]!,
        at: code.contentStart + match.index + match[0].indexOf(match[1]!),
        value: null,
      })),
    )
}

// `separator` (default `-`), or a table with a default column
function defaultClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  return document.inlineCodes.flatMap(({ text, start }): readonly Claim[] => {
    const name = /^(?:--|options\.)?([a-z][\w-]*)\??$/i.exec(text)?.[1]
    const known = name === undefined ? undefined : facts.defaults.get(name)
    if (known === undefined || !startsItsLine(document, start)) return []
    const said = defaultNear(document, start)
    if (said === null || same(said.text, known)) return said === null ? [] : [agreed(start)]
    const bare = said.text.replace(/^["'`]+|["'`]+$/g, '')
    // words such as "off" or "all lines" describe a default, they do not quote it
    if (
      /^(?:off|on|no|yes|disabled|enabled|empty|unlimited|auto\w*)$/i.test(bare) ||
      (/\s/.test(bare) && !/\s/.test(known))
    )
      return []
    const problem = `says ${name} defaults to ${bare}, but the source says ${known === '' ? 'an empty text' : known}`
    const at = said.at + said.text.indexOf(bare)
    return [
      {
        at,
        problem,
        fix:
          known === ''
            ? undefined
            : replacing('use the default of the source', at, at + bare.length, known),
      },
    ]
  })
}

const startsItsLine = (document: MarkdownDocument, start: number): boolean =>
  /^[\s|>*+-]*(?:\d+[.)]\s*)?[*_]*`?$/.test(
    document.text.slice(document.lines.startOf(document.lines.lineAt(start)), start),
  )

// a flag listed under options or in a table's first cell belongs to the program
function optionClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  if (facts.manifest?.bin === undefined || facts.sources === '') return []
  return document.inlineCodes.flatMap(({ text, start }): readonly Claim[] => {
    const match = /^(?:-\w, ?)?--([a-z][a-z0-9-]*)(?:[ =].*)?$/.exec(text)
    if (!match || !/option|flag|usage|command|cli|argument/.test(topicAt(document, start)))
      return []
    if (/\b(?:npm|node|git|docker|curl)\b/.test(sentenceAround(document, start))) return []
    return [flagClaim(match[1]!, start, facts)]
  })
}
