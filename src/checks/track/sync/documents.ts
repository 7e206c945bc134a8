import type { FileTree } from '../../../model/file-tree.ts'
import type { Impact, ImpactKind } from '../impact.ts'
import { modelsIn } from './models.ts'

/** Documents are synced in this order: sources of truth, what derives from them, skills. Archives never are. */
export type Tier = 1 | 2 | 3 | 4

export type SyncDocument = { readonly path: string; readonly tier: Tier }

const outside = /(?:^|\/)(?:node_modules|dist|build|vendor|tests?|__tests__|fixtures|examples?)\//
const dataFile = /(?:^|\/)(?:pricing|plans|tiers)\.(?:json|ya?ml|ts|js)$/
const tiers: readonly (readonly [Tier, RegExp])[] = [
  [4, /(?:^|\/)archived?\/.*\.(?:mdx?|txt)$|(?:^|\/)conductor\/archive\//],
  [1, /(?:^|\/)conductor\/(?:product|business-strategy|tech-stack)\.md$/],
  [2, /(?:^|\/)conductor\/(?:product-roadmap|product-guidelines|prompts|screen-map)\.md$/],
  [3, /(?:^|\/)skills\/.*SKILL\.md$|^(?:AGENTS|CLAUDE|GEMINI)\.md$/],
]

export const isDataFile = (path: string): boolean => dataFile.test(path) && !outside.test(path)

/** The tier of a document of the business; null for any other file. */
export const tierOf = (path: string): Tier | null =>
  tiers.find(([, form]) => form.test(path))?.[0] ?? (isDataFile(path) ? 1 : null)

/** The documents of the first three tiers, the first tier first. */
export const documentsIn = (files: FileTree): readonly SyncDocument[] =>
  [...files.keys()]
    .flatMap((path) => {
      const tier = tierOf(path)
      return tier === null || tier === 4 ? [] : [{ path, tier }]
    })
    .toSorted((one, other) => one.tier - other.tier || one.path.localeCompare(other.path))

/** The archives: what lies in a folder of that name, and the folders of tracks that are complete. */
export function isArchive(path: string, files: FileTree): boolean {
  const [folder] = /^.*conductor\/tracks\/[^/]+\//.exec(path) ?? []
  return (
    tierOf(path) === 4 ||
    (folder !== undefined &&
      /"status"\s*:\s*"completed?"/i.test(files.get(`${folder}metadata.json`) ?? ''))
  )
}

/** By the name of the document. Skills are affected where they speak of it. */
const named: Readonly<Record<ImpactKind, RegExp>> = {
  pricing: /\/(?:product|business-strategy|product-roadmap|product-guidelines|screen-map)\.md$/,
  model: /\/(?:tech-stack|product|business-strategy|prompts)\.md$/,
  package: /\/tech-stack\.md$/,
  assets: /\/(?:product|prompts)\.md$/,
  market: /\/(?:business-strategy|product|product-roadmap)\.md$/,
}

const speaks: Readonly<Record<ImpactKind, (text: string, impact: Impact) => boolean>> = {
  pricing: (text) =>
    /[$€£]\s?\d|\bpricing\b|\b(?:pricing|subscription|product) tiers?\b/i.test(text),
  model: (text) => modelsIn(text).length > 0,
  package: (text, { what }) => text.includes(/package (\S+)$/.exec(what)?.[1] ?? what),
  assets: (text) => /\basset (?:pipeline|list|types?)\b/i.test(text),
  market: (text) => /\bpersonas?\b|\bgo-to-market\b|\bGTM\b/i.test(text),
}

/** The documents that have to follow what a track decided, those of the first tier first. */
export function affectedDocuments(
  impact: readonly Impact[],
  files: FileTree,
): readonly SyncDocument[] {
  return documentsIn(files).filter(({ path, tier }) =>
    impact.some((each) =>
      tier === 3
        ? speaks[each.kind](files.get(path) ?? '', each)
        : isDataFile(path)
          ? each.kind === 'pricing'
          : named[each.kind].test(path),
    ),
  )
}
