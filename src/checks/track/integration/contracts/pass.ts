import type { Pass } from '../../evaluation.ts'
import { credentialsPart } from '../calls/credentials.ts'
import { callsOf, statusPart, timeoutPart } from '../calls/parts.ts'
import type { Project } from '../project.ts'
import type { Route } from '../routes/route.ts'
import type { Tried } from './requests.ts'
import { describedParts } from './described.ts'
import { endpointPart, statusesPart } from './endpoints.ts'
import { errorAnswersPart } from './error-answers.ts'
import { rateLimitPart } from './rate-limits.ts'
import { specStatusParts } from './spec-statuses.ts'

/** Pass 1: what the application and the programs it asks owe each other. */
export async function contractsPass(
  project: Project,
  routes: readonly Route[],
  { session, answers }: Tried,
): Promise<Pass> {
  const calls = callsOf(project)
  return {
    number: 1,
    name: 'API contracts',
    parts: [
      ...(await describedParts(project, routes, { session, answers })),
      await endpointPart(project, routes),
      await statusesPart(project, routes, { session, answers }),
      ...(await specStatusParts(project, routes)),
      errorAnswersPart(project),
      statusPart(project, calls),
      timeoutPart(project, calls),
      credentialsPart(project, calls),
      await rateLimitPart(project),
    ],
  }
}
