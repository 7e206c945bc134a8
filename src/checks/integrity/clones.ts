import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { kindOfFile } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, type Named } from './functions.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { isScriptPath, lineAt } from './source.ts'
import { isKeyword, tokensOf, type Token } from './tokens.ts'

const rules = rulesOf('architecture', {
  'code-duplicated': [
    'warn',
    'New code repeats code that is already there',
    'Two copies have to be mended twice, and one will be forgotten.',
    'Use the code that is there.',
  ],
})

export const clones: Family = { family: 'waste', rules: Object.values(rules), look }

/** So many tokens in a row make a copy. */
const fewest = 50
const step = 24
/** A shorter likeness may be a habit of writing. */
const sureOfCopy = 60

type Piece = {
  readonly item: Named
  readonly tokens: readonly Token[]
  readonly masks: readonly number[]
}

function look(change: Change): readonly IntegrityFinding[] {
  const { fresh, kept } = functionPairs(change)
  const grown = kept
    .filter(
      ({ before, after }) =>
        after.node.end - after.node.start > before.node.end - before.node.start + 150 &&
        canonical(before.node) !== canonical(after.node),
    )
    .map(({ after }) => after)
  const pieces = outermost([...fresh, ...grown]).flatMap((item): readonly Piece[] => {
    if (kindOfFile(item.source.path) !== 'source') return []
    const tokens = tokensOf(item.source.text.slice(item.node.start, item.node.end))
    return tokens.length < fewest ? [] : [{ item, tokens, masks: tokens.map(mask) }]
  })
  return pieces.length === 0 ? [] : search(change, pieces)
}

const outermost = (items: readonly Named[]): readonly Named[] =>
  items.filter(
    (item) =>
      !items.some(
        (other) =>
          other !== item &&
          other.source === item.source &&
          other.node.start <= item.node.start &&
          other.node.end >= item.node.end,
      ),
  )

/** A token with its name taken away, as a number. */
function mask({ text, kind }: Token): number {
  const plain =
    kind === 'name'
      ? isKeyword(text)
        ? text
        : 'n'
      : kind === 'number'
        ? '0'
        : kind === 'text'
          ? 's'
          : text
  let hash = 7
  for (let at = 0; at < plain.length; at++) hash = (Math.imul(hash, 31) + plain.charCodeAt(at)) | 0
  return hash
}

const gram = (masks: readonly number[], at: number): number => {
  let hash = 17
  for (let index = at; index < at + step; index++)
    hash = (Math.imul(hash, 1_000_003) ^ (masks[index] ?? 0)) | 0
  return hash
}

type Best = { readonly length: number; readonly path: string; readonly line: number }

function search(change: Change, pieces: readonly Piece[]): readonly IntegrityFinding[] {
  const grams = new Map<number, { readonly piece: Piece; readonly at: number }[]>()
  for (const piece of pieces)
    for (let at = 0; at + step <= piece.masks.length; at++) {
      const key = gram(piece.masks, at)
      const list = grams.get(key)
      if (list === undefined) grams.set(key, [{ piece, at }])
      else if (list.length < 8) list.push({ piece, at })
    }
  const best = new Map<Piece, Best>()
  for (const [path, text] of change.after) {
    if (!isScriptPath(path) || kindOfFile(path) !== 'source') continue
    const tokens = tokensOf(text)
    const masks = tokens.map(mask)
    for (let at = 0; at + step <= masks.length; at += step / 2)
      for (const hit of grams.get(gram(masks, at)) ?? []) {
        const { piece } = hit
        const here = tokens[at]?.start ?? 0
        const { node, source } = piece.item
        if (source.path === path && here < node.end && here + 1 > node.start) continue
        const length = extend(piece, hit.at, { tokens, masks, at })
        if (length > (best.get(piece)?.length ?? 0))
          best.set(piece, { length, path, line: lineAt(text, here) })
      }
  }
  const copies = [...best].flatMap(([piece, { length, path, line }]): readonly Copy[] => {
    const { item, tokens } = piece
    if (length < fewest || length < tokens.length * 0.6) return []
    const share = length / tokens.length
    const isWhole = share >= 0.9 || (length >= sureOfCopy && share >= 0.7)
    return [
      { item, isWhole, path, told: `${length} of ${tokens.length} tokens of ${path}:${line}` },
    ]
  })
  return byFiles(copies).map((group) => {
    const [{ item, told }, ...others] = group
    const more = others.length === 0 ? '' : `, and ${others.length} more functions do so`
    const message = `${item.short} repeats ${told}${more}`
    const isSure = group.some(({ isWhole }) => isWhole)
    return findingIn(rules['code-duplicated'], item.source, item.node.start, {
      message,
      ...(isSure ? {} : { severity: 'info' as const }),
    })
  })
}

type Copy = {
  readonly item: Named
  readonly isWhole: boolean
  readonly path: string
  readonly told: string
}

/** Copies between the same two files, whichever was copied from the other, are told once. */
function byFiles(copies: readonly Copy[]): readonly (readonly [Copy, ...Copy[]])[] {
  const groups = new Map<string, [Copy, ...Copy[]]>()
  for (const copy of copies) {
    const key = [copy.item.source.path, copy.path].toSorted().join('\0')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [copy])
    else group.push(copy)
  }
  return [...groups.values()]
}

type Stream = {
  readonly tokens: readonly Token[]
  readonly masks: readonly number[]
  readonly at: number
}

/** How long two streams agree around a place, with names exchanged for names one to one. */
function extend({ tokens, masks }: Piece, from: number, other: Stream): number {
  let [start, mirror] = [from, other.at]
  while (start > 0 && mirror > 0 && masks[start - 1] === other.masks[mirror - 1]) {
    start--
    mirror--
  }
  const names = new Map<string, string>()
  let [length, odd, all] = [0, 0, 0]
  for (
    let at = 0;
    start + at < masks.length && masks[start + at] === other.masks[mirror + at];
    at++
  ) {
    const [one, two] = [tokens[start + at], other.tokens[mirror + at]]
    if (one?.kind === 'name' && two?.kind === 'name' && !isKeyword(one.text)) {
      all++
      const known = names.get(one.text)
      if (known === undefined) names.set(one.text, two.text)
      else if (known !== two.text) odd++
    }
    length++
  }
  const signs = new Set(masks.slice(start, start + length)).size
  // lists of like entries agree without being copies
  return all > 0 && odd / all < 0.12 && signs >= 10 ? length : 0
}
