import { type Project, readProject } from '../integration/project.ts'
import { type Rounds, roundsOf } from '../integration/persistence/rounds.ts'
import type { Route } from '../integration/routes/route.ts'
import { routesToTry } from '../integration/routes/asked.ts'
import { routesOf } from '../integration/routes/routes-of.ts'
import type { TrackFacts } from '../facts.ts'
import { readTrackCode, type TrackCode } from '../track-code.ts'
import { type DocumentLine, documentLines, productLines } from './lines.ts'
import { withSpec } from './spec-changes.ts'
import { type Statement, statementsIn } from './statements.ts'
import { readTests, type Tests } from './tests-of.ts'

/** All that the passes look at, read once. */
export type Business = {
  readonly code: TrackCode
  readonly project: Project
  readonly routes: readonly Route[]
  readonly tests: Tests
  /** conductor/product.md; empty where there is none. */
  readonly product: readonly DocumentLine[]
  readonly spec: readonly DocumentLine[]
  /** What the product states, with the values that the spec gives. */
  readonly rules: readonly Statement[]
  /** What came of creating and changing things; null where the application does not run. */
  readonly rounds: Rounds | null
}

export async function readBusiness(facts: TrackFacts): Promise<Business> {
  const code = await readTrackCode(facts)
  const project = await readProject(facts)
  const routes = routesOf(project)
  const product = productLines(facts.documents)
  const spec = documentLines(`${facts.folder}/spec.md`, facts.spec)
  return {
    code,
    project,
    routes,
    rounds:
      facts.application === null
        ? null
        : await roundsOf(project, await routesToTry(project, routes)),
    tests: readTests(code),
    product,
    spec,
    rules: withSpec(statementsIn(product), statementsIn(spec)),
  }
}
