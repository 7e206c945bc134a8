import type { Pass } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { readTrackCode } from '../track-code.ts'
import { buildPass } from './build.ts'
import { deadCodePass } from './dead.ts'
import { errorsPass } from './errors.ts'
import { patternsPass } from './patterns.ts'
import { testsPass } from './tests.ts'
import { typeSafetyPass } from './type-safety.ts'

/** eval-code-quality: build, types, patterns, errors, dead code and tests of what a track wrote. */
export async function evaluateCodeQuality(facts: TrackFacts): Promise<readonly Pass[]> {
  const code = await readTrackCode(facts)
  return [buildPass, typeSafetyPass, patternsPass, errorsPass, deadCodePass, testsPass].map(
    (pass) => pass(code),
  )
}
