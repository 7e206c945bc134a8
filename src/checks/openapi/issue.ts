import type { Fix } from '../../model/finding.ts'

/** Something a rule saw at a JSON pointer of the description. */
export type Issue = {
  readonly pointer: string
  readonly message: string
  readonly evidence?: string
  readonly fix?: Fix
  /** Surely wrong, whatever the author had in mind; the rest is advice. */
  readonly certain?: true
}

export type Aspect =
  | 'endpoints'
  | 'schemas'
  | 'examples'
  | 'errors'
  | 'naming'
  | 'pagination'
  | 'auth'
  | 'descriptions'
  | 'valid'
  | 'sound'
