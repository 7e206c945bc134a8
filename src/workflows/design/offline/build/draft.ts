import type { Attribute, Cardinality, ComponentType } from '../../../../checks/design/intent.ts'
import { stem } from '../text/words.ts'

/** The parts of an intent while they are put together; they grow until all is wired. */
export type DraftComponent = {
  readonly id: string
  readonly name: string
  readonly type: ComponentType
  readonly sentences: string[]
  readonly children: string[]
  readonly binds: string[]
  /** The roots of its name's words; for views without "page" and "screen". */
  readonly words: ReadonlySet<string>
}

export type DraftEntity = {
  readonly id: string
  readonly name: string
  readonly attributes: Attribute[]
  readonly words: ReadonlySet<string>
}

export type DraftRelationship = {
  readonly from: string
  readonly to: string
  readonly cardinality: Cardinality
  readonly description: string
}

export type DraftStep = {
  readonly action: string
  outcome: string
  readonly componentIds: string[]
  readonly entityIds: string[]
}

export type DraftFlow = {
  readonly name: string
  actor: string
  goal: string
  /** Named by what someone wants to do, as a story does. */
  readonly isWish: boolean
  readonly steps: DraftStep[]
}

const partNames = /^(?:page|screen|view|dashboard|an?|the|of)$/
const screenWords = /^(?:page|screen|view|dashboard)$/

/** What tells a component apart: its name's words, without those that only say that it is a screen. */
export function nameWords(name: string): ReadonlySet<string> {
  const words = name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const own = words.filter((word) => !partNames.test(word))
  return new Set((own.length > 0 ? own : words).map(stem))
}

/** A name without its word for "screen". */
export const withoutScreenWord = (name: string): string =>
  name
    .split(' ')
    .filter((word) => !screenWords.test(word.toLowerCase()))
    .join(' ')
