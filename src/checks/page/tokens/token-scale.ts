import type { Rgba } from '../../../model/page-view.ts'
import { readColour } from '../../../kit/colour.ts'

/** What the tokens allow. A list is null where they say nothing on it. */
export type TokenScale = {
  readonly colours: readonly Rgba[] | null
  /** Pixels. */
  readonly spacing: readonly number[] | null
  readonly spacingBase: number | null
  readonly fontSizes: readonly number[] | null
  readonly radii: readonly number[] | null
  readonly shadows: readonly string[] | null
  /** First names of the families, in small letters. */
  readonly families: readonly string[] | null
  /** Every length of any kind, for properties that could hold any. */
  readonly lengths: readonly number[]
}

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mostDepth = 8

/** All plain values below a key, also of tokens written as `{ "value": … }` or `{ "$value": … }`. */
function leaves(value: unknown, depth = 0): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  if (depth > mostDepth) return []
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, depth + 1))
  if (!isTree(value)) return []
  return Object.entries(value)
    .filter(([key]) => !/^\$?(type|description|comment|extensions)$/i.test(key))
    .flatMap(([, each]) => leaves(each, depth + 1))
}

/** The first of several names for the same group. */
function group(tree: unknown, names: RegExp): unknown {
  if (!isTree(tree)) return undefined
  return Object.entries(tree).find(([key]) => names.test(key))?.[1]
}

/** Pixels of a length; null for percentages, `em` and what depends on the screen. */
export function pixels(value: string | number): number | null {
  if (typeof value === 'number') return value
  const match = /^(-?(?:\d+\.?\d*|\.\d+))(px|rem|pt)?$/i.exec(value.trim())
  if (match === null) return null
  const size = Number(match[1])
  const unit = match[2]?.toLowerCase()
  return unit === 'rem' ? size * 16 : unit === 'pt' ? (size * 4) / 3 : size
}

const lengthsOf = (value: unknown): readonly number[] =>
  leaves(value).flatMap((each) => pixels(each) ?? [])

const listOr = <Value>(value: unknown, read: (value: unknown) => readonly Value[]) =>
  value === undefined ? null : read(value)

export function tokenScale(tokens: Tree): TokenScale {
  const type = group(tokens, /^(typography|fonts?|type)$/i)
  const spacing = group(tokens, /^(spacing|space|spaces)$/i)
  const base = isTree(spacing) ? pixelsOf(spacing['base']) : null
  const scale = isTree(spacing) && 'scale' in spacing ? spacing['scale'] : spacing
  const sizes = group(type, /^(font-?)?sizes?$/i) ?? group(tokens, /^font-?sizes?$/i)
  const families = group(type, /^(font-?)?famil(y|ies)$/i) ?? group(tokens, /^font-?famil(y|ies)$/i)
  return {
    colours: listOr(group(tokens, /^colou?rs?$/i), (value) =>
      leaves(value).flatMap((each) => readColour(`${each}`) ?? []),
    ),
    spacing: listOr(scale, lengthsOf),
    spacingBase: base,
    fontSizes: listOr(sizes, lengthsOf),
    radii: listOr(group(tokens, /^(radii|radius|border-?radius)$/i), lengthsOf),
    shadows: listOr(group(tokens, /^(box-?)?shadows?$/i), (value) =>
      leaves(value).map((each) => plainShadow(`${each}`)),
    ),
    families: listOr(families, (value) => leaves(value).map((each) => firstFamily(`${each}`))),
    lengths: lengthsOf(tokens),
  }
}

const pixelsOf = (value: unknown): number | null =>
  typeof value === 'number' || typeof value === 'string' ? pixels(value) : null

export const firstFamily = (families: string): string =>
  (families.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()

/** A shadow with its colours and lengths in one notation, the colour last. */
export function plainShadow(css: string): string {
  const parts = css
    .toLowerCase()
    .replace(/\s*,\s*(?![^()]*\))/g, ' , ')
    .match(/[a-z]+\([^()]*\)|[^\s]+/g)
  const layers: string[][] = [[]]
  for (const part of parts ?? []) {
    if (part === ',') layers.push([])
    else layers.at(-1)?.push(plainPart(part))
  }
  return layers.map((layer) => layer.toSorted((a, b) => rank(a) - rank(b)).join(' ')).join(', ')
}

function plainPart(part: string): string {
  const colour = readColour(part)
  if (colour !== null) {
    const round = (value: number): number => Math.round(value * 100) / 100
    return `rgb(${Math.round(colour.r)} ${Math.round(colour.g)} ${Math.round(colour.b)} / ${round(colour.a)})`
  }
  const length = pixels(part)
  return length === null ? part : `${length}px`
}

// `inset` first, lengths in their order, colours last
const rank = (part: string): number => (part === 'inset' ? 0 : part.startsWith('rgb') ? 2 : 1)
