import type { Claim, Claims } from './claim.ts'
import {
  agreed,
  hasDependencies,
  isHistory,
  isInCode,
  letters,
  missing,
  named,
  sentenceAround,
  topicAt,
} from './claim.ts'
import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import type { Manifest } from './manifest.ts'
import { nodeMinimum, repositoryOf } from './manifest.ts'

/** What the document is about, and what it says of Node, the licence and variables of the environment. */
export const claimsOfStatements: Claims = (document, facts) => [
  ...named('subject', subjectClaims(document, facts)),
  ...named('node-version', nodeClaims(document, facts)),
  ...named('licence', licenceClaims(document, facts)),
  ...named('variable', variableClaims(document, facts)),
]

/** A text that never names the package, or that only knows the repositories of others, is about something else. */
function subjectClaims(document: MarkdownDocument, { manifest }: Facts): readonly Claim[] {
  const own = manifest?.name
  if (manifest === null || own === undefined) return []
  // a page of documentation need not name its package; who tells how to get and use one does
  const isReadme = /\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\b|\brequire\(|^import\b/m.test(
    document.text,
  )
  if (isReadme && !letters(document.text).includes(letters(own.replace(/^@[^/]+\//, ''))))
    return [{ at: 0, problem: `never names the package, "${own}"` }]
  const repository = repositoryOf(manifest)
  const text = document.text.toLowerCase()
  const homes = [repository, manifest.homepage?.replace(/^https?:\/\/|[#?].*$|\/$/g, '')]
  const leansOn = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
  const other = mostNamed(text, leansOn)
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

function mostNamed(text: string, leansOn: ReadonlySet<string>): string | null {
  const counts = new Map<string, number>()
  for (const [, name = ''] of text.matchAll(/github\.com\/([\w.-]+\/[\w.-]+)/g))
    if (!leansOn.has(name.split('/')[1] ?? '')) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, left], [, right]) => right - left)
  return first !== undefined && first[1] > 2 ? first[0] : null
}

const nodeVersion =
  /\bNode(?:\.?js)?[`*\])]*(?:\s+|(?=[>≥]))(?:version\s*|v)?[`*]*(?:>=|≥)?\s*v?(\d{1,2})(?:\.[\dx]+){0,2}[`*]*(?:\+|\s+(?:or|and)\s+(?:later|newer|above|higher|up|greater|more recent))?/gi
const asMinimum = /[>≥+]|\b(?:or|and)\b/
/** Tells of tests, of another release or of a part of the work, and not of what the package needs. */
const ofOther =
  /\b(?:tested|dropped|since|before|until|no longer|older|tests|develop\w*|contribut\w*|where|built-in|commonjs|feature|native|if you|previous)\b|(?:\b(?:from|since|as of|starting (?:with|from|at|in)|versions?|releases?|up to)\s+`?v?|\bv)\d+(?:\.\w+)*|^[¹²³⁴*†]/i

/** The least version of Node, where the document says it of the package and of now. */
function nodeClaims(document: MarkdownDocument, { manifest }: Facts): readonly Claim[] {
  const minimum = manifest === null ? null : nodeMinimum(manifest)
  if (manifest === null || minimum === null) return []
  return [...document.text.matchAll(nodeVersion)].flatMap((match): readonly Claim[] => {
    const at = match.index
    const sentence = sentenceAround(document, at)
    if (isInCode(document, at) || isHistory(document, at)) return []
    if (ofOther.test(sentence.replace(match[0], '')) || !isOfPackage(sentence, manifest)) return []
    const [topic = ''] = topicAt(document, at).split(' / ')
    const isDemand =
      /^(?:requirements?|prerequisites?|install(?:ation|ing)?)$/.test(topic.trim()) &&
      asMinimum.test(match[0])
    if (!isDemand && !/\b(?:require[sd]?|needs?|prerequisite)\b/i.test(sentence)) return []
    const said = Number(match[1])
    if (said === minimum) return [agreed(at)]
    // a part of the work may need more than the whole
    if (said > minimum && (!isDemand || manifest.engines['node']?.includes('||'))) return []
    const range = manifest.engines['node']
    return [{ at, problem: `says Node ${said}, but package.json asks for ${range}` }]
  })
}

/** "Vite needs Node 18" is said of Vite. */
function isOfPackage(sentence: string, { name = '' }: Manifest): boolean {
  const who = /([\w@/.-]+)[`*)\]]*\s+(?:also |only |currently |now )?(?:requires|needs)\b/i.exec(
    sentence,
  )?.[1]
  return (
    who === undefined ||
    /^(?:it|this|that|and|library|package|module|tool|project|program|command|cli|app|server)$/i.test(
      who,
    ) ||
    letters(name).includes(letters(who))
  )
}

/** A variable that begins with the name of the package is read by its code. */
function variableClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const own = letters(facts.manifest?.name?.replace(/^@[^/]+\//, '') ?? '')
  if (own === '' || facts.environment.size === 0) return []
  return [...document.text.matchAll(/(?<![\w/-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g)].flatMap(
    ({ 0: name, index }): readonly Claim[] => {
      // what an example reads belongs to those who follow it
      const isExample = new RegExp(`\\benv(?:iron)?\\W+${name}\\b`).test(document.text)
      if (!letters(name).startsWith(own) || isExample || isHistory(document, index)) return []
      // what tests and scripts read is not among the sources
      if (/develop|contribut|test|build/.test(topicAt(document, index))) return []
      if (facts.words.has(name)) return [agreed(index)]
      // a name may be put together, or read by what the package leans on
      const isMade = new RegExp(`(?<!\\w)${name.split('_')[0]}_(?!\\w)`, 'i').test(facts.sources)
      const claim = missing(facts, index, `names the variable ${name}, which the code never reads`)
      return isMade ? [] : [hasDependencies(facts) ? { ...claim, doubtful: true } : claim]
    },
  )
}

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
