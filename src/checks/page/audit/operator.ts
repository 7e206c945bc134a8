import type { Random } from './random.ts'

/** The files of a page by their path from its root; text as text, all else as bytes. */
export type Site = {
  readonly entry: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
}

/** The parts of a page that one defect may spoil. */
export const mutantClasses = [
  'contrast',
  'a11y',
  'mobile',
  'dead',
  'copy',
  'tokens',
  'slop',
  'keyboard',
  'motion',
  'weight',
  'meta',
] as const
export type MutantClass = (typeof mutantClasses)[number]

export type Dimension = 'Design Quality' | 'Originality' | 'Completeness' | 'Functionality'

/** Where a defect was planted: any of these places is a right answer. */
export type Place = {
  readonly selectors: readonly string[]
  /** A file, or a file with its first and last line: `style.css:12-15`. */
  readonly files: readonly string[]
}

export type Planted = { readonly site: Site; readonly place: Place }

export type Operator = {
  readonly id: string
  readonly class: MutantClass
  readonly dimension: Dimension
  /** Other dimensions under which a careful reader could file the same defect. */
  readonly alsoIn?: readonly Dimension[]
  /** Null when this page has no place for the defect. */
  plant(site: Site, random: Random): Planted | null
}
