import type { Claim, Claims } from './claim.ts'
import { agreed, named } from './claim.ts'
import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import { repositoryOf } from './manifest.ts'

/** What the document is about, and which licence it names. */
export const claimsOfStatements: Claims = (document, facts) => [
  ...named('subject', subjectClaims(document, facts)),
  ...named('licence', licenceClaims(document, facts)),
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
