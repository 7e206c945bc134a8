import { type Issue, type Pass, unmet } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { authPass } from './auth/pass.ts'
import { type SignedIn, signIn } from './auth/sign-in.ts'
import { describedIn, descriptionsIn } from './contracts/description.ts'
import { contractsPass } from './contracts/pass.ts'
import type { Answer } from './contracts/requests.ts'
import { environmentPass } from './environment/pass.ts'
import { flowPass } from './flow/pass.ts'
import { persistencePass } from './persistence/pass.ts'
import { roundsOf } from './persistence/rounds.ts'
import { type Project, readProject } from './project.ts'
import { recoveryPass } from './recovery.ts'
import type { Route } from './routes/route.ts'
import { routesToTry } from './routes/asked.ts'
import { routesOf } from './routes/routes-of.ts'

/** eval-integration: contracts, auth, persistence, recovery, environment, flow. */
export async function evaluateIntegration(
  facts: TrackFacts,
  whole: Promise<TrackFacts> = Promise.resolve(facts),
): Promise<readonly Pass[]> {
  const project = await readProject(facts)
  const routes = routesOf(project)
  const tried = await routesToTry(project, routes)
  // strangers come first, and the others need a session that nobody has ended
  const recovering = recoveryPass(project, tried)
  const signed = await signIn(project, tried)
  const auth = await authPass(project, tried, signed)
  const rounds = await roundsOf(project, tried)
  return [
    await contractsPass(project, tried, {
      session: rounds.signed.session,
      answers: [...answersOfSignUp(project, tried, signed), ...rounds.answers],
    }),
    withForeign(auth, rounds.foreign),
    persistencePass(project, rounds),
    await recovering,
    environmentPass(project),
    // pages and tests are there last
    await flowPass({ ...project, facts: await whole }, tried),
  ]
}

/** Who makes an account is answered as the description says, too. */
function answersOfSignUp(
  { facts }: Project,
  routes: readonly Route[],
  { routes: { up }, sentUp, signUp }: SignedIn,
): readonly Answer[] {
  if (up === undefined || sentUp === null || signUp === null || signUp.status >= 300) return []
  return describedIn(descriptionsIn(facts), routes, new Set(facts.touched))
    .filter((described) => described.routes.includes(up))
    .map((described) => ({ described, purpose: 'plain', request: sentUp, response: signUp }))
}

const withForeign = (pass: Pass, foreign: readonly Issue[]): Pass =>
  foreign.length === 0
    ? pass
    : {
        ...pass,
        parts: [...pass.parts, unmet('own-things', 'nobody sees what belongs to others', foreign)],
      }
