import type { Pass } from '../../evaluation.ts'
import type { Project } from '../project.ts'
import type { Route } from '../routes/route.ts'
import { expiryPart } from './expiry.ts'
import { flowPart } from './flow.ts'
import { oauthPart } from './oauth.ts'
import { passwordPart } from './passwords.ts'
import { refusalParts } from './refusals.ts'
import type { SignedIn } from './sign-in.ts'
import { protectedRoutes } from './wanted.ts'

/** Pass 2: who gets in, and who does not. */
export async function authPass(
  project: Project,
  routes: readonly Route[],
  signed: SignedIn,
): Promise<Pass> {
  const wanted = protectedRoutes(project, routes)
  return {
    number: 2,
    name: 'Authentication flow',
    parts: [
      ...(await refusalParts(project, wanted)),
      await flowPart(project, signed, wanted),
      passwordPart(project, signed.routes),
      oauthPart(project),
      expiryPart(project),
    ],
  }
}
