import { replacing } from './document-check.ts'
import type { Claim, Claims } from './claim.ts'
import { agreed, sentenceAround, topicAt } from './claim.ts'
import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import { nodeMinimum } from './manifest.ts'

/** What the prose says about version, licence, Node, dependencies and ports. */
export const claimsOfStatements: Claims = (document, facts) => [
  ...versionClaims(document, facts),
  ...licenceClaims(document, facts),
  ...nodeClaims(document, facts),
  ...dependencyClaims(document, facts),
  ...portClaims(document, facts),
]

// masks nothing but code blocks: a version in inline code or a link text is a statement too
const readableText = (document: MarkdownDocument): string => {
  const parts: string[] = []
  let from = 0
  for (const code of document.codes) {
    if (code.start < from) continue
    parts.push(
      document.text.slice(from, code.start),
      document.text.slice(code.start, code.end).replace(/[^\n]/g, ' '),
    )
    from = code.end
  }
  return [...parts, document.text.slice(from)].join('')
}

function versionClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const version = facts.manifest?.version
  if (version === undefined) return []
  const stated =
    /\b(?:(?:current|latest|this|package|release)\s+)?(?:version|release)(?:\s+is|\s+of\s+this\s+\w+\s+is|:)?(?:\*\*)?:?\s+[`*]*v?(\d+\.\d+\.\d+(?:-[\w.]+)?)/gi
  return [...readableText(document).matchAll(stated)].flatMap((match): readonly Claim[] => {
    const around = sentenceAround(document, match.index)
    if (
      /\b(?:node|npm|typescript|python|docker|since|added in|before|after|older|newer than|until|prior|protocol|schema|openapi|changelog|migrat|upgrad)/i.test(
        around,
      ) ||
      /changelog|history|migration|upgrad|release notes/.test(topicAt(document, match.index))
    )
      return []
    const at = match.index + match[0].lastIndexOf(match[1]!)
    if (match[1] === version) return [agreed(at)]
    return [
      {
        at,
        problem: `says version ${match[1]}, but package.json says ${version}`,
        fix: replacing('use the version of package.json', at, at + match[1]!.length, version),
      },
    ]
  })
}

const licenceNames: readonly (readonly [RegExp, string])[] = [
  [/\bMIT\b/, 'MIT'],
  [/\bApache(?:-| License,? (?:Version )?| )?2(?:\.0)?\b|\bApache License\b/, 'Apache-2.0'],
  [/\bISC\b/, 'ISC'],
  [/\bBSD[- ]2(?:[- ]Clause)?\b/, 'BSD-2-Clause'],
  [/\bBSD[- ]3(?:[- ]Clause)?\b/, 'BSD-3-Clause'],
  [/\bAGPL(?:[- ]?v?3(?:\.0)?)?\b/, 'AGPL-3.0'],
  [/\bLGPL(?:[- ]?v?[23](?:\.[01])?)?\b/, 'LGPL-3.0'],
  [/(?<![AL])\bGPL[- ]?v?2(?:\.0)?\b/, 'GPL-2.0'],
  [/(?<![AL])\bGPL(?:[- ]?v?3(?:\.0)?)?\b(?![- ]?v?2)/, 'GPL-3.0'],
  [/\bMPL(?:[- ]?2(?:\.0)?)?\b|\bMozilla Public License\b/, 'MPL-2.0'],
  [/\bUnlicense\b/, 'Unlicense'],
]

function licenceClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const own = facts.licence
  if (own === null) return []
  const plain = own.replace(/-(?:only|or-later)$/, '')
  const lists = document.lists.filter(({ items }) => items.length > 1)
  return document.paragraphs.flatMap((paragraph): readonly Claim[] => {
    // a list of several licences is about other people's work
    if (lists.some(({ start, end }) => paragraph.start >= start && paragraph.end <= end)) return []
    const about =
      /\blicen[cs]e/.test(topicAt(document, paragraph.start)) ||
      /\blicen[cs]ed? (?:is|under)|under the .{0,40}licen[cs]e/i.test(paragraph.text)
    if (!about || /third[- ]party|dependenc|font|icon|asset|content is/i.test(paragraph.text))
      return []
    const raw = document.text.slice(paragraph.start, paragraph.end)
    const said = licenceNames.flatMap(([pattern, name]) => {
      const match = pattern.exec(raw)
      return match ? [{ name, at: paragraph.start + match.index, length: match[0].length }] : []
    })
    const [first] = said
    if (first === undefined) return []
    if (said.some(({ name }) => plain.includes(name))) return [agreed(first.at)]
    return [
      {
        at: first.at,
        problem: `says the licence is ${first.name}, but the project's licence is ${own}`,
        fix: replacing('name the project’s licence', first.at, first.at + first.length, own),
      },
    ]
  })
}

function nodeClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const minimum = facts.manifest ? nodeMinimum(facts.manifest) : null
  const range = facts.manifest?.engines['node'] ?? ''
  if (minimum === null || !/^(?:>=|\^|~|v?\d)/.test(range.trim())) return []
  const stated =
    /\bNode(?:\.?js)?[`*]*\s*(?:version\s*|v)?[`*]*(>=|≥|>)?\s*v?(\d{1,2}(?:\.\d+){0,2})(?:\.x)?[`*]*(\+|\s+(?:or|and)\s+(?:later|newer|above|higher|up|greater|more recent))?/gi
  return [...readableText(document).matchAll(stated)].flatMap((match): readonly Claim[] => {
    const around = sentenceAround(document, match.index)
    const requires =
      match[1] !== undefined ||
      match[3] !== undefined ||
      /\b(?:requires?|needs?|at least|minimum|prerequisite|supports?)\b/i.test(around) ||
      /require|prerequisite|install/.test(topicAt(document, match.index))
    if (
      !requires ||
      /\b(?:tested|dropped|since|before|until|no longer|older|tests run|suite|develop\w*|contribut\w*|where|built-in|commonjs|feature|\d\.x)\b/i.test(
        around,
      )
    )
      return []
    const at = match.index + match[0].indexOf(match[2]!)
    const said = match[2]!.split('.').map(Number)
    if (said.every((part, index) => part === (minimum[index] ?? 0))) return [agreed(at)]
    return [
      {
        at,
        problem: `says Node ${match[2]}, but package.json asks for ${range}`,
        fix: replacing(
          'use the engine of package.json',
          at,
          at + match[2]!.length,
          minimum.slice(0, Math.max(said.length, lastNonZero(minimum))).join('.'),
        ),
      },
    ]
  })
}

const lastNonZero = (parts: readonly number[]): number =>
  Math.max(1, parts.findLastIndex((part) => part !== 0) + 1)

function dependencyClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const { manifest } = facts
  if (manifest === null) return []
  const names = Object.keys(manifest.dependencies)
  const none =
    /\b(?:zero|no|without(?: any)?)[- ](?:runtime |external |third-party )*dependenc(?:y|ies)\b|\bdependency[- ]free\b/gi
  const claims = [...document.prose.matchAll(none)].map((match): Claim =>
    names.length === 0
      ? agreed(match.index)
      : {
          at: match.index,
          problem: `says there are no dependencies, but package.json lists ${names.slice(0, 5).join(', ')}`,
        },
  )
  const typed = [
    ...document.prose.matchAll(
      /\b(?:written in TypeScript|ships? (?:with )?(?:its own )?(?:type (?:definitions|declarations)|types))\b/gi,
    ),
  ].map((match): Claim => {
    const hasTypes =
      manifest.types !== undefined ||
      facts.files.some((file) => /\.[cm]?tsx?$/.test(file)) ||
      JSON.stringify(manifest.exports ?? '').includes('types')
    return hasTypes
      ? agreed(match.index)
      : {
          at: match.index,
          problem: 'speaks of TypeScript types, but the project has no TypeScript file',
        }
  })
  return [...claims, ...typed]
}

function portClaims(document: MarkdownDocument, facts: Facts): readonly Claim[] {
  const known = new Set(
    [
      ...facts.sources.matchAll(
        /\bport\b\W{0,30}?(\d{2,5})\b|\blisten\(\s*(\d{2,5})|localhost:(\d{2,5})/gi,
      ),
    ].flatMap((match) => match.slice(1).filter((part) => part !== undefined)),
  )
  for (const [name, value] of facts.environment)
    if (name.endsWith('PORT') && value !== null) known.add(value)
  if (known.size === 0) return []
  return [
    ...document.text.matchAll(
      /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})\b|\bport `?(\d{2,5})\b/gi,
    ),
  ].map((match): Claim => {
    const port = match[1] ?? match[2] ?? ''
    const at = match.index + match[0].lastIndexOf(port)
    if (known.has(port) || new RegExp(`(?<!\\d)${port}(?!\\d)`).test(facts.sources))
      return agreed(at)
    const [only] = known
    return {
      at,
      problem: `names port ${port}, but the sources use ${[...known].join(', ')}`,
      fix:
        known.size === 1 && only !== undefined
          ? replacing('use the port of the sources', at, at + port.length, only)
          : undefined,
    }
  })
}
