import { type Issue, type Pass, unmet } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { authPass } from './auth/pass.ts'
import { signIn } from './auth/sign-in.ts'
import { contractsPass } from './contracts/pass.ts'
import { environmentPass } from './environment/pass.ts'
import { flowPass } from './flow/pass.ts'
import { persistencePass } from './persistence/pass.ts'
import { roundsOf } from './persistence/rounds.ts'
import { readProject } from './project.ts'
import { recoveryPass } from './recovery.ts'
import { routesOf } from './routes/routes-of.ts'

/** eval-integration: contracts, auth, persistence, recovery, environment, flow. */
export async function evaluateIntegration(
  facts: TrackFacts,
  whole: Promise<TrackFacts> = Promise.resolve(facts),
): Promise<readonly Pass[]> {
  const project = await readProject(facts)
  const routes = routesOf(project)
  // strangers come first, and the others need a session that nobody has ended
  const recovering = recoveryPass(project, routes)
  const auth = await authPass(project, routes, await signIn(project, routes))
  const rounds = await roundsOf(project, routes)
  return [
    await contractsPass(project, routes, {
      session: rounds.signed.session,
      answers: rounds.answers,
    }),
    withForeign(auth, rounds.foreign),
    persistencePass(project, routes, rounds),
    await recovering,
    environmentPass(project),
    // pages and tests are there last
    await flowPass({ ...project, facts: await whole }, routes),
  ]
}

const withForeign = (pass: Pass, foreign: readonly Issue[]): Pass =>
  foreign.length === 0
    ? pass
    : {
        ...pass,
        parts: [...pass.parts, unmet('own-things', 'nobody sees what belongs to others', foreign)],
      }
