import type { SandboxJob } from '../../ports/sandbox.ts'
import type { CodeUnit } from './code-units.ts'
import type { Scenario } from './scenarios.ts'

/** What to run: examples of the task, tests of the artifact, and where a name is declared. */
export type Trial = {
  readonly job: (input: object) => SandboxJob
  readonly files: readonly string[]
  readonly tests: ReadonlyMap<string, CodeUnit>
  readonly scenarios: readonly Scenario[]
  readonly placeOf: (name: string) => { readonly unit: CodeUnit; readonly offset: number } | null
}
