import type { SandboxJob } from '../../ports/sandbox.ts'
import type { CodeUnit } from './code-units.ts'
import type { Encoded } from './literal.ts'

/** An expression and what must come of it. */
export type Scenario = {
  readonly expression: string
  /** The function or class it is about. */
  readonly name: string
  readonly expect:
    | { readonly type: 'value'; readonly value: Encoded }
    | { readonly type: 'throws'; readonly error: string | null }
}

/** What to run: scenarios, tests of the artifact, and where a name is declared. */
export type Trial = {
  readonly job: (input: object) => SandboxJob
  readonly files: readonly string[]
  readonly tests: ReadonlyMap<string, CodeUnit>
  readonly placeOf: (name: string) => { readonly unit: CodeUnit; readonly offset: number } | null
}
