import type { DocumentSet } from './document-sets.ts'
import { documentSets } from './document-sets.ts'
import type { DocumentLine } from './lines.ts'
import { generic } from './statements.ts'
import { labelKey, wordsOf } from './words.ts'

/** A name that the spec adds to a list of the product, or takes out of it. */
export type SetChange = {
  readonly type: 'added' | 'removed'
  readonly key: string
  readonly label: string
  readonly path: string
  readonly line: number
  /** The words that say so. */
  readonly said: string
}

const name = String.raw`["“]?((?!(?:The|An?)\b)\p{Lu}[\p{L}\d+-]*(?:\s\p{Lu}[\p{L}\d+-]*)?)["”]?`
const away = 'remov|dropp?|retir|discontinu|delet|withdraw'

const patternsFor = (words: ReadonlySet<string>) => {
  const kind = String.raw`(?:${[...words, 'tier', 'plan', 'package'].join('|')})s?\b`
  const pattern = (text: string) =>
    new RegExp(text.replaceAll('NAME', name).replaceAll('KIND', kind), 'gu')
  return {
    added: [
      String.raw`\b(?:[Aa]dd|[Ii]ntroduce|[Oo]ffer|[Cc]reate|[Ll]aunch)s?\s+(?:an?\s+|the\s+)?(?:new\s+|third\s+|fourth\s+)?NAME\s+KIND`,
      String.raw`\b[Nn]ew\s+KIND(?:\s+(?:called|named))?:?\s+NAME`,
      String.raw`\b(?:[Aa]|[Tt]he)\s+new\s+NAME\s+KIND`,
    ].map(pattern),
    removed: [
      String.raw`\b(?:[Rr]emove|[Dd]rop|[Rr]etire|[Dd]iscontinue|[Dd]elete|[Ww]ithdraw)s?\s+(?:the\s+)?NAME(?:\s+KIND)?(?=\s*(?:[.,;(]|$)|\s+and\b)`,
      String.raw`(?:[Tt]he\s+)?NAME(?:\s+KIND)?\s+(?:is|gets|will be)\s+(?:(?:${away})\w*|no longer (?:offered|sold|available))`,
    ].map(pattern),
    renamed: [
      String.raw`\b(?:[Rr]ename|[Rr]eplace)\s+(?:the\s+)?NAME(?:\s+KIND)?\s+(?:to|into|as|with|by)\s+NAME(?:\s+KIND)?`,
      String.raw`(?:[Tt]he\s+)?NAME(?:\s+KIND)?\s+is\s+(?:renamed\s+(?:to\s+)?|replaced\s+(?:by|with)\s+|now called\s+)NAME`,
    ].map(pattern),
  }
}

/** What the spec adds to a list of the product, and what it takes out. */
export function changesOf(
  document: DocumentSet,
  spec: readonly DocumentLine[],
): readonly SetChange[] {
  const { added, removed, renamed } = patternsFor(document.name)
  const reported = spec.flatMap(({ text, path, line, code }): readonly SetChange[] => {
    if (code !== null) return []
    const at = { path, line }
    const change = (type: SetChange['type'], said: string, label = ''): SetChange => ({
      type,
      key: labelKey(label),
      label,
      said,
      ...at,
    })
    const all = (patterns: readonly RegExp[]) =>
      patterns.flatMap((each) => [...text.matchAll(each)])
    return [
      ...all(added).map(([said, label]) => change('added', said, label)),
      ...all(removed).map(([said, label]) => change('removed', said, label)),
      ...all(renamed).flatMap(([said, from, to]) => [
        change('removed', said, from),
        change('added', said, to),
      ]),
    ].filter(({ type, key }) => key !== '' && document.items.has(key) === (type === 'removed'))
  })
  const listed = documentSets(spec).filter(
    ({ items, name: words }) =>
      [...items.keys()].some((key) => document.items.has(key)) &&
      [...words].some((word) => document.name.has(word)),
  )
  const more = listed.flatMap(({ items, path, line }) =>
    [...items]
      .filter(([key]) => !document.items.has(key))
      .map(([key, label]): SetChange => ({ type: 'added', key, label, path, line, said: label })),
  )
  return [
    ...new Map([...more, ...reported].map((each) => [`${each.type} ${each.key}`, each])).values(),
  ]
}

/** A list of the product as the spec leaves it. */
export function changedSet(document: DocumentSet, changes: readonly SetChange[]): DocumentSet {
  const items = new Map(document.items)
  for (const { type, key, label } of changes)
    if (type === 'removed') items.delete(key)
    else items.set(key, label)
  return { ...document, items }
}

/** The words of the spec, without what it denies. */
export const wordsAllowed = (spec: readonly DocumentLine[]): ReadonlySet<string> =>
  new Set(
    spec
      .filter(({ text }) => !/\b(?:no|not|without|never)\b/i.test(text))
      .flatMap(({ text, headings }) => [text, ...headings].flatMap(wordsOf))
      .filter((word) => !generic.has(word)),
  )
