import type { Contract } from '../order.ts'
import type { SectionKind } from './section-kinds.ts'

/** A piece of work as it was found in the text, before it has its size and its place. */
export type Draft = {
  readonly title: string
  /** Put before the title where that alone says too little. */
  readonly prefix: string
  /** Markdown. */
  readonly body: string
  /** What others may call it: `fr-1`, `task 3`, `2.1`. Lower case. */
  readonly labels: readonly string[]
  readonly criteria: readonly string[]
  readonly files: readonly string[]
  readonly untouched: readonly string[]
  readonly contracts: readonly Contract[]
  /** What it says it needs, in the text's own words. */
  readonly needs: readonly Need[]
  readonly risk: 'low' | 'medium' | 'high' | null
  readonly kind: SectionKind
  /** A heading is meant as one order; points of a list may go together. */
  readonly from: 'heading' | 'point'
  /** The title of the section it stands in. */
  readonly group: string
  /** Which of the document's sequences it belongs to, and where in it. */
  readonly stages: readonly { readonly sequence: string; readonly number: number }[]
}

/** `sure`: said to depend on it. Else it counts only where it names an order exactly. */
export type Need = { readonly words: string; readonly sure: boolean }

export const emptyDraft: Draft = {
  title: '',
  prefix: '',
  body: '',
  labels: [],
  criteria: [],
  files: [],
  untouched: [],
  contracts: [],
  needs: [],
  risk: null,
  kind: 'work',
  from: 'point',
  group: '',
  stages: [],
}

export const unique = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)]

/** One draft for two, the first one's title kept. */
export const joined = (one: Draft, other: Draft): Draft => ({
  ...one,
  labels: unique([...one.labels, ...other.labels]),
  criteria: unique([...one.criteria, ...other.criteria]),
  files: unique([...one.files, ...other.files]),
  untouched: unique([...one.untouched, ...other.untouched]),
  contracts: [...one.contracts, ...other.contracts],
  needs: [...one.needs, ...other.needs],
  risk: worse(one.risk, other.risk),
})

const ranks = ['low', 'medium', 'high'] as const

export function worse(one: Draft['risk'], other: Draft['risk']): Draft['risk'] {
  if (one === null || other === null) return one ?? other
  return ranks.indexOf(one) >= ranks.indexOf(other) ? one : other
}
