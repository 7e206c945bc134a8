import {
  holdsUnless,
  type Issue,
  met,
  notApplicable,
  type Part,
  undecided,
  unmet,
} from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { type CodeSet, setsIn } from './code-sets.ts'
import { type DocumentSet, documentSets, dependenciesIn, sequencesIn } from './document-sets.ts'
import type { DocumentLine } from './lines.ts'
import { changedSet, changesOf, type SetChange, wordsAllowed } from './spec-sets.ts'
import { labelKey, shorten, wordsOf } from './words.ts'

const touchedSets = (code: TrackCode): readonly CodeSet[] =>
  code.touched('source', 'script').flatMap(setsIn)

/** Tiers, deliverables and the like: the code knows all of them and no others. */
export function productSets(
  code: TrackCode,
  lines: readonly DocumentLine[],
  spec: readonly DocumentLine[],
): Part {
  const about = 'the code knows what the product lists, all of it and nothing else'
  const said = new Set([
    ...lines.flatMap(({ text, headings }) => [text, ...headings].flatMap(wordsOf)),
    ...wordsAllowed(spec),
  ])
  const pairs = documentSets(lines).flatMap((own) => {
    const changes = changesOf(own, spec)
    const document = changedSet(own, changes)
    return touchedSets(code)
      .filter((set) => isSameSet(document, set) || isSameSet(own, set))
      .map((set) => ({ document, set, changes }))
  })
  if (pairs.length === 0)
    return notApplicable('sets', about, 'the track touches no list of the product document')
  const named = namesIn(code)
  const issues = pairs.flatMap((pair) => differences(pair, named, said))
  return holdsUnless('sets', about, {
    issues,
    reason: `${pairs.map(({ set }) => `${set.source.path}:${set.line}`).join(', ')} has what ${pairs[0]?.document.path}:${pairs[0]?.document.line} lists`,
  })
}

type Pair = {
  readonly document: DocumentSet
  readonly set: CodeSet
  readonly changes: readonly SetChange[]
}

function differences(
  { document, set, changes }: Pair,
  named: ReadonlySet<string>,
  said: ReadonlySet<string>,
): readonly Issue[] {
  const place = { path: set.source.path, line: set.line }
  const whereOf = (key: string) => {
    const { path, line } = changes.find((each) => each.key === key) ?? document
    return `${path}:${line}`
  }
  const missing = [...document.items].filter(([key]) => !set.items.includes(key) && !named.has(key))
  const isWhole = [...document.items.keys()].every((key) => set.items.includes(key))
  const removed = changes.filter(({ type, key }) => type === 'removed' && set.items.includes(key))
  const extra =
    isWhole && isCalled(document, set)
      ? set.items.filter(
          (item) =>
            !document.items.has(item) &&
            !removed.some(({ key }) => key === item) &&
            !item.split(' ').every((word) => said.has(word)),
        )
      : []
  return [
    ...missing.map(([key, label]) => ({
      message: `${label} of ${whereOf(key)} is nowhere in the code`,
      ...place,
      fix: `add ${label}, or have it taken out of the document`,
    })),
    ...removed.map(({ key, label }) => ({
      message: `${label} is still here, and ${whereOf(key)} takes it out`,
      ...place,
      fix: `take ${label} out`,
    })),
    ...extra.map((item) => ({
      message: `${item} is not among those of ${whereOf(item)}`,
      ...place,
      fix: `take ${item} out, or have it added to the product document`,
    })),
  ]
}

/** Two names in common and at least half of one of the sets, or all but one. */
export function isSameSet({ items }: DocumentSet, set: CodeSet): boolean {
  const shared = set.items.filter((item) => items.has(item)).length
  return (
    shared >= 2 &&
    (shared * 2 > set.items.length || shared >= items.size - 1) &&
    shared * 2 >= items.size
  )
}

/** The set is called what the document calls it: "Tiers" and `type Tier`. */
const isCalled = ({ name }: DocumentSet, set: CodeSet): boolean =>
  [...set.name].some((word) => name.has(word)) || set.form === 'union' || set.form === 'enum'

/** Names and texts anywhere in the product code. */
const namesIn = (code: TrackCode): ReadonlySet<string> =>
  new Set(
    code
      .sources('source', 'script')
      .flatMap((source) =>
        source.nodes.flatMap((node) =>
          node.type === 'Identifier'
            ? [labelKey(node.name)]
            : node.type === 'Literal' && typeof node.value === 'string' && node.value.length < 60
              ? [labelKey(node.value)]
              : node.type === 'JSXText'
                ? [labelKey(node.value)]
                : [],
        ),
      ),
  )

const ordering =
  /^(?:order|pipeline|step|sequence|stage|flow|phase|queue|chain|generation|process)$/

/** What has to come before what: sequences against lists of the code. */
export function productOrder(code: TrackCode, lines: readonly DocumentLine[]): Part {
  const about = 'what has an order keeps it'
  const pairs = sequencesIn(lines).flatMap((sequence) =>
    touchedSets(code).flatMap((set) => {
      const shared = set.items.filter((item) => sequence.items.includes(item))
      if (shared.length < 3 || (set.form !== 'list' && set.form !== 'records')) return []
      const wanted = sequence.items.filter((item) => shared.includes(item))
      const isOrder = [...set.name].some((word) => ordering.test(word))
      return [
        {
          sequence,
          set,
          isOrder,
          isKept: wanted.every((item, index) => shared[index] === item),
          wanted,
        },
      ]
    }),
  )
  const [first] = pairs
  if (first === undefined)
    return notApplicable('order', about, 'the track touches no sequence of the product document')
  const broken = pairs.filter(({ isKept }) => !isKept)
  const sure = broken.filter(({ isOrder }) => isOrder)
  if (sure.length > 0)
    return unmet(
      'order',
      about,
      sure.map(({ sequence, set, wanted }) => ({
        message: `the order here is ${set.items.join(', ')}; ${sequence.path}:${sequence.line} says "${shorten(sequence.text)}"`,
        path: set.source.path,
        line: set.line,
        fix: `put them in the order ${wanted.join(', ')}`,
      })),
    )
  const [open] = broken
  return open === undefined
    ? met(
        'order',
        about,
        `the order of "${shorten(first.sequence.text)}" is kept`,
        `${first.set.source.path}:${first.set.line}`,
      )
    : undecided(
        'order',
        about,
        `whether the order of ${open.set.source.path}:${open.set.line} matters: "${shorten(open.sequence.text)}" (${open.sequence.path}:${open.sequence.line})`,
      )
}

/** What needs what, against tables of the code that say the same. */
export function productDependencies(code: TrackCode, lines: readonly DocumentLine[]): Part {
  const about = 'what depends on something else says so in the code'
  const sets = touchedSets(code).filter(
    ({ lists, items }) => lists.size * 2 >= items.length && lists.size > 0,
  )
  const labels = new Set([
    ...documentSets(lines).flatMap(({ items }) => [...items.keys()]),
    ...sequencesIn(lines).flatMap(({ items }) => items),
    ...sets.flatMap(({ items }) => items),
  ])
  const pairs = dependenciesIn(lines, labels).flatMap((dependency) =>
    sets.flatMap((set) => {
      const list = set.lists.get(dependency.item)
      return list === undefined || !list.every((item) => labels.has(item))
        ? []
        : [{ dependency, set, list }]
    }),
  )
  if (pairs.length === 0)
    return notApplicable(
      'dependencies',
      about,
      'the track touches no dependency of the product document',
    )
  const issues = pairs.flatMap(({ dependency, set, list }): readonly Issue[] => {
    const missing = dependency.needs.filter((item) => !list.includes(item))
    const extra = list.filter((item) => !dependency.needs.includes(item))
    if (missing.length + extra.length === 0) return []
    const what = [
      ...missing.map((item) => `lacks ${item}`),
      ...extra.map((item) => `has ${item} besides`),
    ].join(', ')
    return [
      {
        message: `${dependency.item} ${what}; ${dependency.path}:${dependency.line} says "${shorten(dependency.text)}"`,
        path: set.source.path,
        line: set.line,
        fix: `let ${dependency.item} depend on ${dependency.needs.join(', ') || 'nothing'}`,
      },
    ]
  })
  return holdsUnless('dependencies', about, {
    issues,
    reason: `${pairs.length} dependencies are as the product document has them`,
  })
}
