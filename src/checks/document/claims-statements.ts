import type { Claim, Claims } from './claim.ts'
import { agreed, missing, named, sentenceAround, topicAt } from './claim.ts'
import { opensItsLine } from './claims-code.ts'
import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import { nodeMinimum, repositoryOf } from './manifest.ts'

/** What the document is about, and what it says of Node, the licence, dependencies, variables and defaults. */
export const claimsOfStatements: Claims = (document, facts) => [
  ...named('subject', subjectClaims(document, facts)),
  ...named('node-version', nodeClaims(document, facts)),
  ...named('licence', licenceClaims(document, facts)),
  ...named('no-dependencies', dependencyClaims(document, facts)),
  ...named('variable', variableClaims(document, facts)),
  ...named('default', defaultClaims(document, facts)),
]

/** A text that never names the package, or that only knows the repositories of others, is about something else. */
function subjectClaims(document: MarkdownDocument, { manifest }: Facts): readonly Claim[] {
  const own = manifest?.name
  if (manifest === null || own === undefined) return []
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  // a page of documentation need not name its package; who tells how to get and use one does
  const isReadme = /\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\b|\brequire\(|^import\b/m.test(
    document.text,
  )
  if (isReadme && !letters(document.text).includes(letters(own.replace(/^@[^/]+\//, ''))))
    return [{ at: 0, problem: `never names the package, "${own}"` }]
  const repository = repositoryOf(manifest)
  const text = document.text.toLowerCase()
  const homes = [repository, manifest.homepage?.replace(/^https?:\/\/|[#?].*$|\/$/g, '')]
  const other = mostNamed(text)
  if (repository === null || other === null) return []
  return homes.some((home) => home && text.includes(home.toLowerCase()))
    ? [agreed(0)]
    : [
        {
          at: text.indexOf(other),
          problem: `links to ${other} again and again and nowhere to ${repository}, the repository of package.json`,
          doubtful: true,
        },
      ]
}

function mostNamed(text: string): string | null {
  const counts = new Map<string, number>()
  for (const [, name = ''] of text.matchAll(/github\.com\/([\w.-]+\/[\w.-]+)/g))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, left], [, right]) => right - left)
  return first !== undefined && first[1] > 2 ? first[0] : null
}

function nodeClaims(document: MarkdownDocument, { manifest }: Facts): readonly Claim[] {
  const minimum = manifest ? nodeMinimum(manifest) : null
  const range = manifest?.engines['node']?.trim() ?? ''
  if (minimum === null || !/^(?:>=|\^|~|v?\d)/.test(range) || range.includes('||')) return []
  const stated =
    /\bNode(?:\.?js)?[`*\])]*\s*(?:version\s*|v)?[`*]*(>=|≥)?\s*v?(\d{1,2})(?:\.[\dx]+){0,2}[`*]*(\+|\s+(?:or|and)\s+(?:later|newer|above|higher|up|greater|more recent))/gi
  return [...document.text.matchAll(stated)].flatMap((match): readonly Claim[] => {
    const other =
      /\b(?:tested|dropped|since|before|until|no longer|older|tests|develop\w*|contribut\w*|where|built-in|commonjs|feature|native|if you|previous)\b/i
    const around = sentenceAround(document, match.index).trim()
    const topic = topicAt(document, match.index).split(' / ')[0] ?? ''
    if (other.test(around) || /^[¹²³⁴*†]/.test(around) || insideCode(document, match.index))
      return []
    if (
      history.test(topicAt(document, match.index)) ||
      opensWithVersion(document, match.index) ||
      ofRelease.test(around.replaceAll(stated, ''))
    )
      return []
    const isDemand = /^(?:requirements?|prerequisites?|install(?:ation)?)$/.test(topic.trim())
    if (!isDemand && !/\b(?:requires?|needs?|prerequisite)\b/i.test(around)) return []
    const said = Number(match[2])
    // a part of the work may need more than the whole
    if (!isDemand && said > minimum[0]!) return []
    return [
      said === minimum[0]
        ? agreed(match.index)
        : { at: match.index, problem: `says Node ${said}, but package.json asks for ${range}` },
    ]
  })
}

/** "From v0.16 it requires Node 16" tells of that release. */
const ofRelease =
  /(?:\b(?:from|since|as of|starting (?:with|from|at|in)|versions?|releases?|up to)\s+`?v?|\bv)\d+(?:\.\w+)*/i

const history = /change ?log|history|releases?\b|migrat|upgrad|breaking/

/** An item that begins with a version tells of that version. */
const opensWithVersion = (document: MarkdownDocument, at: number): boolean =>
  document.lists.some(({ items }) =>
    items.some(
      ({ text, start, end }) => at >= start && at < end && /^[\W_]*v?\d+(?:\.\d+)*\b/i.test(text),
    ),
  )

const insideCode = (document: MarkdownDocument, at: number): boolean =>
  document.codes.some(({ start, end }) => at >= start && at < end)

const licenceNames: readonly (readonly [RegExp, string])[] = [
  [/\bMIT\b/, 'MIT'],
  [/\bApache\b/, 'Apache'],
  [/\bISC\b/, 'ISC'],
  [/\bBSD\b/, 'BSD'],
  [/\b[AL]?GPL/, 'GPL'],
  [/\bMPL\b|\bMozilla Public License\b/, 'MPL'],
  [/\bUnlicense\b/, 'Unlicense'],
]

/** The licence section names the licence of package.json. */
function licenceClaims(document: MarkdownDocument, { licence, manifest }: Facts): readonly Claim[] {
  const section = document.sections.findLast(({ heading }) =>
    /^(?:the )?licen[cs]e$/i.test(heading?.text.trim() ?? ''),
  )
  if (licence === null || !section || manifest?.license === undefined) return []
  const text = document.text.slice(section.start, section.ownEnd)
  const said = licenceNames.filter(([pattern]) => pattern.test(text)).map(([, name]) => name)
  if (said.length === 0) return []
  return [
    said.some((name) => licence.includes(name))
      ? agreed(section.start)
      : {
          at: section.start,
          problem: `says the licence is ${said.join(', ')}, but package.json says ${licence}`,
        },
  ]
}

function dependencyClaims(document: MarkdownDocument, { manifest }: Facts): readonly Claim[] {
  if (manifest === null) return []
  const names = Object.keys(manifest.dependencies)
  const none = /\b(?:zero|no)[- ](?:runtime |external |third-party )*dependenc(?:y|ies)\b/gi
  return [...document.prose.matchAll(none)].flatMap((match): readonly Claim[] => {
    if (names.length === 0) return [agreed(match.index)]
    // in a longer sentence it may be said of something else
    const around = sentenceAround(document, match.index)
    if (around.split(/\s+/).length > 8 && !/\bhas (?:zero|no)\b/i.test(around)) return []
    const listed = names.slice(0, 5).join(', ')
    return [
      {
        at: match.index,
        problem: `says there are no dependencies, but package.json lists ${listed}`,
      },
    ]
  })
}

/** Environment variables in a list or table about them are read somewhere. */
function variableClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  if (facts.sources === '') return []
  return document.inlineCodes.flatMap(({ text, start }): readonly Claim[] => {
    const name = /^(?:process\.env\.|\$)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/.exec(text)?.[1]
    if (name === undefined || !opensItsLine(document, start)) return []
    if (!/\benv|variable/.test(topicAt(document, start))) return []
    if (facts.words.has(name)) return [agreed(start)]
    const assembled = new RegExp(`(?<!\\w)${name.split('_')[0]}_(?!\\w)`, 'i').test(facts.sources)
    return assembled
      ? []
      : [missing(facts, start, `names the variable ${name}, which the code never reads`)]
  })
}

/** A default beside a listed name is the one the code has. Only plain values can be told apart. */
function defaultClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  return document.inlineCodes.flatMap(({ text, start }): readonly Claim[] => {
    const name = /^(?:--|options\.)?([A-Za-z][\w-]*)\??$/.exec(text)?.[1]
    const known =
      name === undefined ? null : (facts.defaults.get(name) ?? facts.environment.get(name) ?? null)
    if (known === null || !opensItsLine(document, start)) return []
    const said = statedDefault(document, start)
    if (said === null) return []
    const plain = /^(?:-?\d[\d_.]*|true|false|'[^']*'|"[^"]*"|[\w./:-]+)$/
    const bare = said.replace(/^['"]|['"]$/g, '')
    if (bare === known || Number(bare.replaceAll('_', '')) === Number(known)) return [agreed(start)]
    const comparable =
      plain.test(said) &&
      (/^-?\d[\d_.]*$|^(?:true|false)$/.test(known)
        ? /^-?\d[\d_.]*$|^(?:true|false)$/.test(bare)
        : /^['"]/.test(said))
    // the same name may default to several things, one of which is meant
    const isThere = new RegExp(
      `(?<!\\w)${name}(?!\\w)[^\\n]{0,80}(?<![\\w.-])${bare.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.])`,
    ).test(facts.sources)
    if (isThere) return [agreed(start)]
    return comparable
      ? [{ at: start, problem: `says ${name} defaults to ${said}, but the code says ${known}` }]
      : []
  })
}

// the table's own column, or code right after the word "default"
function statedDefault(document: MarkdownDocument, start: number): string | null {
  const line = document.lines.lineAt(start)
  const table = document.tables.find(({ rows }) => rows.some((row) => row.line === line))
  const column = table?.rows[0]?.cells.findIndex((cell) => /^defaults?\b/i.test(cell)) ?? -1
  const cell = table?.rows.find((row) => row.line === line)?.cells[column]?.trim()
  if (cell !== undefined) return cell === '' ? null : cell
  const rest = document.lines.textOf(line).slice(start - document.lines.startOf(line))
  return /\bdefaults?(?: to| is| value is|:| of)?\s*:?\s*`([^`\n]+)`/i.exec(rest)?.[1] ?? null
}
