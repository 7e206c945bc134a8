import type { FileKind } from './configuration.ts'
import { type Answer, met, unmet } from '../../obligations/examine.ts'
import type { Fact } from './facts.ts'

/** A file as its examiner sees it. */
export type Looked = {
  readonly text: string
  readonly kind: FileKind | null
  readonly facts: readonly Fact[]
  /** The lines of settings that carry no note, asked for only where a task wants notes. */
  readonly unnoted: () => readonly number[]
}

export type Look = (file: Looked, value: string, facts: readonly Fact[], is: string) => Answer

export const placeOf = ({ path, line }: Fact): string => `${path.join('.')}, line ${line}`
export const textOf = ({ value }: Fact): string =>
  value === undefined || value === null ? '' : String(value)

export const seen = (fact: Fact | undefined, what: string, lack: string): Answer =>
  fact === undefined ? unmet(lack) : met(what, placeOf(fact))
