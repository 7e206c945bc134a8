import type { Fix } from '../../model/finding.ts'

/** Something a rule saw at a JSON pointer of the description. */
export type Issue = {
  readonly pointer: string
  readonly message: string
  readonly evidence?: string
  readonly fix?: Fix
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
