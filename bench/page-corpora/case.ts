import { createHash } from 'node:crypto'
import type { SiteFile } from '../../src/ports/browser.ts'

/** One page of a corpus, with what its authors say about it. */
export type CorpusCase = {
  /** Stable over time: it decides the half. */
  readonly id: string
  /** The rule or the class that the case belongs to. */
  readonly group: string
  readonly groupName: string
  readonly title: string
  readonly expected: 'failed' | 'passed' | 'inapplicable'
  readonly page: string
  readonly files: ReadonlyMap<string, SiteFile>
  /** The case asks for more than level AA. */
  readonly beyondAA: boolean
  /** What answers the case, ours and axe's; null where no rule can be named. */
  readonly fitting: Fitting | null
}

/** Ids of our rules, and of axe's. */
export type Fitting = { readonly own: readonly string[]; readonly axe: readonly string[] }

/** Both as words with spaces between them. */
export const fit = (own: string, axe: string): Fitting => ({
  own: own.split(' ').filter((id) => id !== ''),
  axe: axe.split(' ').filter((id) => id !== ''),
})

export type Half = 'tuned' | 'held'

/** Rules may be made by looking at the first half. The second is for measuring. */
export const halfOf = ({ id }: Pick<CorpusCase, 'id'>): Half =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'tuned' : 'held'
