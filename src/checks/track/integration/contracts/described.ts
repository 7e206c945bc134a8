import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { asksOthers } from '../calls/parts.ts'
import { issueAt, type Project } from '../project.ts'
import { sameRoute } from '../read-spec.ts'
import { labelOf, type Route } from '../routes/route.ts'
import { problemsOf } from './answers.ts'
import { type Described, describedIn, descriptionsIn } from './description.ts'
import { type Answer, answersOf, type Tried } from './requests.ts'

/** The parts that hold the application against its OpenAPI description. */
export async function describedParts(
  project: Project,
  routes: readonly Route[],
  tried: Tried,
): Promise<readonly Part[]> {
  const about = 'answers have the status, the content type and the shape that are described'
  const descriptions = descriptionsIn(project.facts)
  const touched = new Set(project.facts.touched)
  const described = describedIn(descriptions, routes, touched)
  if (described.length === 0)
    return [
      notApplicable(
        'described-answers',
        about,
        descriptions.length === 0
          ? 'the project has no OpenAPI description'
          : 'the track touched nothing that is described',
      ),
    ]
  return [
    await answersPart(project, described, tried),
    missingPart(described, routes),
    undescribedPart(project, described, routes),
  ]
}

async function answersPart(
  project: Project,
  described: readonly Described[],
  { session, answers: known }: Tried,
): Promise<Part> {
  const id = 'described-answers'
  const about = 'answers have the status, the content type and the shape that are described'
  const { facts, packages } = project
  if (facts.application === null)
    return undecided(
      id,
      about,
      `the application was not started: ${facts.notStarted ?? 'nothing is known about it'}`,
    )
  const asked = await answersOf(facts.application, described, session?.headers ?? {})
  const answers = [...known, ...asked]
  const works = answers.some(isFine) || !needsOthers(packages)
  const issues = answers.flatMap((answer) =>
    problemsOf(
      answer,
      works && !answer.described.routes.some((route) => asksOthers(project, route)),
    ),
  )
  const said = answers.filter(
    ({ response }) => response !== null && (works || response.status < 500),
  )
  if (issues.length === 0 && said.length === 0)
    return undecided(
      id,
      about,
      'no request was answered well, which may be for want of a database: start it with all it needs',
    )
  return holdsUnless(id, about, {
    issues: unique(issues),
    reason: `${said.length} answers of ${new Set(said.map(({ described: each }) => each.operation.label)).size} operations are as described`,
  })
}

const isFine = ({ response, purpose }: Answer): boolean =>
  purpose === 'plain' && response !== null && response.status < 300

/** Whether an application may fail only because what it stores in is not there. */
export const needsOthers = (packages: ReadonlyMap<string, string>): boolean =>
  [...packages.keys()].some((name) =>
    /^(?:pg|postgres|mysql2?|mongodb|mongoose|ioredis|redis|@prisma\/client|typeorm|sequelize|knex|drizzle-orm|@supabase\/.*|@neondatabase\/.*|@planetscale\/.*|kysely|firebase(?:-admin)?)$/.test(
      name,
    ),
  )

export const unique = (issues: readonly Issue[]): readonly Issue[] =>
  issues.filter(
    (one, index) => issues.findIndex(({ message }) => message === one.message) === index,
  )

/** Operations for which there is no code, where the code's routes can be read. */
function missingPart(described: readonly Described[], routes: readonly Route[]): Part {
  const about = 'every described operation is there'
  const missing = described.filter((each) => each.routes.length === 0)
  if (routes.length === 0 || missing.length * 2 > described.length)
    return undecided(
      'described-routes',
      about,
      `the routes of the code cannot be read: look for ${missing.map(({ operation }) => operation.label).join(', ')}`,
    )
  return holdsUnless('described-routes', about, {
    issues: missing.map(({ operation, description }) => ({
      message: `${operation.label} is described in ${description.path}, and no route answers it`,
      path: description.path,
      fix: 'Add the route, or take the operation out of the description',
    })),
    reason: `${described.length} described operations have a route`,
  })
}

const aside =
  /\/(?:health\w*|ready|readyz|live|livez|ping|metrics|version|docs|openapi|swagger|api-docs|doc|ui|favicon\.ico|robots\.txt)(?:[./]|$)|\*|^\/$/

/** Routes of the track that a reader of the description does not learn of. */
function undescribedPart(
  project: Project,
  described: readonly Described[],
  routes: readonly Route[],
): Part {
  const about = 'every route of the API is described'
  const own = new Set(project.touched)
  const prefixes = new Set(described.map(({ path }) => firstOf(path)))
  const paths = descriptionsIn(project.facts)
  const all = describedIn(
    paths.map((each) => ({ ...each, isTouched: true })),
    routes,
    new Set(),
  )
  const asked = routes.filter(
    ({ source, path, method }) =>
      own.has(source) &&
      method !== 'all' &&
      !/^(?:head|options)$/.test(method) &&
      prefixes.has(firstOf(path)) &&
      !aside.test(path),
  )
  if (asked.length === 0)
    return notApplicable(
      'undescribed-routes',
      about,
      'the track touched no route beside the described ones',
    )
  return holdsUnless('undescribed-routes', about, {
    issues: asked
      .filter(
        (route) =>
          !all.some(
            ({ operation, path, routes: known }) =>
              known.includes(route) ||
              (operation.method === route.method && sameRoute(path, route.path)),
          ),
      )
      .map((route) =>
        issueAt(
          route.source,
          route.node,
          `${labelOf(route)} is not in the description`,
          'Describe the route with its parameters, bodies and statuses',
        ),
      ),
    reason: `${asked.length} touched routes are described`,
  })
}

const firstOf = (path: string): string => path.split('/').find((part) => part !== '') ?? ''
