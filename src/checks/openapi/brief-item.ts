import type { VerbForm } from './brief-verbs.ts'
import type { ResourceOperation } from './brief-words.ts'

/** A noun phrase without its articles. */
export type Noun = {
  readonly is: 'noun'
  readonly noun: string
  readonly plural: boolean
  /** "a course", "course details": one of many. */
  readonly one: boolean
  readonly determined: boolean
  /** "their", "its": belongs to what was named before. */
  readonly own: boolean
  /** "a user's addresses" belong to the user. */
  readonly owner: string | null
  /** A word of the trade that is a resource only where something is done to it. */
  readonly soft: boolean
}

export type Part =
  | Noun
  | { readonly is: 'verb'; readonly verb: string; readonly form: VerbForm }
  | {
      readonly is: 'operations'
      readonly operations: readonly ResourceOperation[]
      readonly word: string
    }
  | { readonly is: 'link' | 'mark' | 'carrier' | 'other'; readonly word: string }
  | { readonly is: PlainKind | 'join' | 'modal' | 'all' | 'naming' }

export type PlainKind =
  | 'be'
  | 'have'
  | 'with'
  | 'not'
  | 'only'
  | 'it'
  | 'that'
  | 'belong'
  | 'supports'

/** A part of a clause with the tokens it spans. */
export type Item = Part & { readonly from: number; readonly to: number }

export type Read = { readonly part: Part; readonly next: number }
