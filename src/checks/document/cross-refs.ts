import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { percentDecoded } from '../../kit/parse.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { Link, MarkdownDocument } from './document.ts'
import { nearest } from '../../kit/near.ts'

/** Anchors, addresses and footnotes lead somewhere. Addresses on the network are read, never called. */
export const crossRefs = documentCheck(
  { id: 'document/cross-refs', title: 'Links and references resolve', readsProject: false },
  async (document) => {
    const findings = [
      ...document.links
        .filter(({ url }) => /^#./.test(url.trim()))
        .flatMap((link) => anchorFindings(link, document)),
      ...document.links.flatMap((link) => addressFindings(link, document)),
      ...footnoteFindings(document),
    ]
    const counted = document.links.length
    if (findings.length === 0 && counted === 0)
      return notApplicable('the document links to nothing')
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      `${counted} references resolve (network addresses by their form only)`,
    )
  },
)

function anchorFindings(link: Link, document: MarkdownDocument): readonly Finding[] {
  const wanted = percentDecoded(link.url.trim().slice(1))
  if (
    [wanted, wanted.toLowerCase(), `user-content-${wanted}`].some((one) =>
      document.anchors.has(one),
    )
  )
    return []
  const near = nearest(wanted, document.anchors)
  const at = document.text.slice(link.start, link.end).lastIndexOf(link.url)
  const fix =
    near === null || at === -1
      ? undefined
      : replacing(
          `link to #${near}`,
          link.start + at,
          link.start + at + link.url.length,
          `#${near}`,
        )
  return [findingAt(document, link.start, `no heading answers to #${wanted}`, { fix })]
}

function addressFindings(link: Link, document: MarkdownDocument): readonly Finding[] {
  const url = link.url.trim()
  const wrong =
    (url === '' && link.kind === 'link') ||
    /^(?:htp|htps|http|https):?\/[^/]|^(?:htp|htps|https?):\/\/\s*$|^javascript:/i.test(url)
  return wrong
    ? [findingAt(document, link.start, `the link "${link.text || url}" leads nowhere`)]
    : []
}

const footnoteFindings = (document: MarkdownDocument): readonly Finding[] =>
  document.footnotes.size === 0
    ? []
    : [...document.prose.matchAll(/\[\^([^\]\s]{1,60})\](?!:)/g)]
        .filter((match) => !document.footnotes.has(match[1]!.toLowerCase()))
        .map((match) => findingAt(document, match.index, `the footnote ${match[0]} is not defined`))
