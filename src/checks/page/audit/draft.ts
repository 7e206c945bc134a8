import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { type Declaration, parse as parseCss, type Root, type Rule } from 'postcss'
import { dirname, join, normalize } from 'node:path/posix'
import type { Place, Site } from './operator.ts'
import { attribute, type Element, elementsIn, has, parentOf, pathOf, ancestorsOf } from './tree.ts'

export type Sheet = { readonly path: string; readonly root: Root }

/** A copy of the page that may be changed, until `finished` makes a site of it. */
export type Draft = {
  readonly site: Site
  readonly document: DefaultTreeAdapterTypes.Document
  readonly elements: readonly Element[]
  readonly sheets: readonly Sheet[]
  /** Changed or added files other than the page and its style sheets; null removes one. */
  readonly files: Record<string, string | Uint8Array | null>
}

export function openDraft(site: Site): Draft | null {
  const source = site.files[site.entry]
  if (typeof source !== 'string') return null
  const document = parse(source)
  const elements = elementsIn(document)
  const sheets = elements
    .filter((element) => element.tagName === 'link' && attribute(element, 'rel') === 'stylesheet')
    .flatMap((link) => sheetAt(site, attribute(link, 'href') ?? ''))
  return { site, document, elements, sheets, files: {} }
}

function sheetAt(site: Site, href: string): readonly Sheet[] {
  const path = resolved(site, href)
  const source = site.files[path]
  if (typeof source !== 'string') return []
  try {
    return [{ path, root: parseCss(source) }]
  } catch {
    return []
  }
}

/** The file that an address in the page means. */
export const resolved = (site: Site, href: string): string =>
  normalize(join(dirname(site.entry), (href.split(/[?#]/)[0] ?? '').replace(/^\//, '')))

export function finished(draft: Draft): Site {
  const files: Record<string, string | Uint8Array> = { ...draft.site.files }
  files[draft.site.entry] = serialize(draft.document)
  for (const { path, root } of draft.sheets) files[path] = root.toString()
  for (const [path, content] of Object.entries(draft.files))
    if (content === null) delete files[path]
    else files[path] = content
  return { entry: draft.site.entry, files }
}

export const placeOf = (...elements: readonly Element[]): Place => ({
  selectors: elements.map((element) => pathOf(element)),
  files: [],
})

/** The lines of a rule or a declaration, once its sheet is written out again. */
export function linesOf(draft: Draft, node: Rule | Declaration): readonly string[] {
  const rule = node.type === 'decl' ? node.parent : node
  const sheet = draft.sheets.find(({ root }) => root === node.root())
  if (sheet === undefined || rule === undefined) return []
  const again = parseCss(sheet.root.toString())
  const place = positionOf(sheet.root, rule)
  let at = 0
  const lines: string[] = []
  again.walkRules((each) => {
    if (at === place)
      lines.push(`${sheet.path}:${each.source?.start?.line ?? 1}-${each.source?.end?.line ?? 1}`)
    at += 1
  })
  return lines
}

function positionOf(root: Root, rule: unknown): number {
  let at = 0
  let result = -1
  root.walkRules((each) => {
    if (each === rule) result = at
    at += 1
  })
  return result
}

const unseenTags = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'dialog',
  'title',
])

/** What a reader sees at once: no head, no closed dialog, nothing hidden, no skip link. */
export function seen(draft: Draft): readonly Element[] {
  return draft.elements.filter(
    (element) =>
      [element, ...ancestorsOf(element)].every(
        (each) =>
          !unseenTags.has(each.tagName) &&
          !has(each, 'hidden') &&
          attribute(each, 'aria-hidden') !== 'true' &&
          !/\b(?:skip|sr-only|visually-hidden)/.test(attribute(each, 'class') ?? ''),
      ) &&
      !inClosedDetails(element) &&
      ancestorsOf(element).some(({ tagName }) => tagName === 'body'),
  )
}

const inClosedDetails = (element: Element): boolean =>
  ancestorsOf(element).some(({ tagName }) => tagName === 'details') &&
  element.tagName !== 'summary' &&
  parentOf(element)?.tagName !== 'summary'

export const tagged = (draft: Draft, ...names: readonly string[]): readonly Element[] =>
  seen(draft).filter(({ tagName }) => names.includes(tagName))

export const firstTag = (draft: Draft, name: string): Element | undefined =>
  draft.elements.find(({ tagName }) => tagName === name)

export function rulesOf(draft: Draft): readonly Rule[] {
  const rules: Rule[] = []
  for (const { root } of draft.sheets) root.walkRules((rule) => void rules.push(rule))
  return rules
}

export function declarationsOf(draft: Draft, property: RegExp): readonly Declaration[] {
  const declaration_s: Declaration[] = []
  for (const { root } of draft.sheets)
    root.walkDecls(property, (each) => void declaration_s.push(each))
  return declaration_s.filter(({ prop }) => !prop.startsWith('--'))
}

/** Adds rules at the end of the last style sheet; null when the page has none. */
export function addRules(draft: Draft, source: string): readonly string[] | null {
  const sheet = draft.sheets.at(-1)
  if (sheet === undefined) return null
  const first = sheet.root.toString().split('\n').length
  sheet.root.append(parseCss(`\n${source}\n`))
  return [`${sheet.path}:${first}-${sheet.root.toString().split('\n').length}`]
}
